/** A new game: what can be chosen comes from the server's rulesets and agents. */

import { ask } from "./api.js";
import { button, el, field, form, select } from "./dom.js";
import { chosenOptions, optionFields } from "./options.js";
import * as paths from "./paths.js";
import { attempt, ruleOf } from "./problems.js";
import { holdCreated } from "./purse.js";
import { seatRow } from "./seat_row.js";
import { language, named, say } from "./words.js";

const POLICIES = ["until_reveal", "free", "consent", "off"];
const USUAL_SEATS = 4;

/** Fill the page with the form for a new game. */
export async function showSetup(main) {
  const [{ rulesets }, { agents }] = await Promise.all([ask("GET", paths.rulesets()), ask("GET", paths.agents())]);
  const choice = select(rulesets.map((ruleset) => [ruleset.id, named(ruleset.id)]), rulesets[0].id, { id: "new-ruleset" });
  const place = el("div");
  const draw = () => {
    const ruleset = rulesets.find((one) => one.id === choice.value);
    place.replaceChildren(gameForm(ruleset, agents.filter((agent) => agent.rulesets.includes(ruleset.id))));
  };
  choice.addEventListener("change", draw);
  main.append(el("h1", {}, say("new_game")), el("div", { class: "row" }, field(say("ruleset"), choice)), place);
  draw();
}

function gameForm(ruleset, agents) {
  const map = select(ruleset.maps.map((one) => [one.id, named(one.id, one.name)]), ruleset.maps.find((one) => one.default)?.id, { id: "map" });
  const modules = ruleset.modules.map((id) => [id, el("input", { type: "checkbox", name: id })]);
  const undo = select(POLICIES.map((id) => [id, say(`undo_${id}`)]), POLICIES[0], { id: "undo-policy" });
  const hidden = el("input", { type: "checkbox" });
  const random = el("input", { type: "checkbox" });
  const seats = seatList(ruleset, agents, () => judge());
  const options = optionFields(ruleset.options);
  const told = el("div", { id: "combination", "aria-live": "polite" });
  const wish = () => ({
    ruleset: ruleset.id,
    map: map.value,
    modules: modules.filter(([, box]) => box.checked).map(([id]) => id),
    seats: seats.rows.map((row) => row.wish()),
    seat_order: random.checked ? "random" : "given",
    undo: undo.value,
    private: hidden.checked,
    options: chosenOptions(options),
  });
  const judge = () => tellCombination(told, ruleset, wish());
  const create = () => attempt(async () => {
    const created = await ask("POST", paths.games(), { body: wish() });
    holdCreated(created);
    location.hash = `#/games/${created.id}`;
  });
  const whole = form({ id: "setup" }, create,
    el("div", { class: "columns" },
      el("section", { class: "card" }, el("h2", {}, say("seats")), seats.element),
      el("section", { class: "card" },
        field(say("map"), map),
        modules.length ? el("fieldset", {}, el("legend", {}, say("modules")), modules.map(([id, box]) => field(named(id), box))) : null,
        told,
        field(say("undo_policy"), undo), field(say("private"), hidden), field(say("random_order"), random),
        el("details", {}, el("summary", {}, say("options")), el("div", { class: "options" }, options.map((one) => one.element))))),
    el("p", {}, el("button", { class: "main", id: "create" }, say("create"))));
  whole.addEventListener("change", judge);
  judge();
  return whole;
}

function seatList(ruleset, agents, changed) {
  const { minimum, maximum } = ruleset.seats;
  const rows = [];
  const list = el("div", { class: "seats" });
  const add = (kind) => {
    rows.push(seatRow(rows.length, kind, agents));
    list.append(rows.at(-1).element);
  };
  for (let number = 0; number < Math.min(maximum, Math.max(minimum, USUAL_SEATS)); number += 1) add(number ? "ai" : "human");
  const more = button(say("add_seat"), () => { if (rows.length < maximum) add("ai"); changed(); });
  const fewer = button(say("remove_seat"), () => { if (rows.length > minimum) rows.pop().element.remove(); changed(); });
  return { rows, element: el("div", {}, list, el("div", { class: "row" }, more, fewer)) };
}

async function tellCombination(place, ruleset, wish) {
  const same = (cell) => cell.map === wish.map && cell.seats === wish.seats.length && String(cell.modules) === String(wish.modules);
  const cell = (ruleset.matrix ?? []).find(same);
  const reconstruction = ruleset.maps.find((one) => one.id === wish.map)?.reconstruction;
  const notes = reconstruction ? [el("p", { class: "quiet" }, reconstruction[language])] : [];
  if (cell?.playable) notes.unshift(el("p", { class: "good" }, say("playable", { target: cell.target })));
  if (cell && !cell.playable) notes.unshift(await refusal(cell.reasons));
  place.replaceChildren(...notes);
}

async function refusal(reasons) {
  const rules = await Promise.all(reasons.map(ruleOf));
  const lines = rules.map((rule, n) => el("li", {}, rule ? rule.text[language] : el("code", {}, reasons[n])));
  return el("div", { class: "problem" }, el("strong", {}, say("refused")), el("ul", {}, lines));
}
