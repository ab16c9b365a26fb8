/** A new game: what can be chosen comes from the server's rulesets and agents. */

import { ask } from "../shared/api.js";
import { button, el, field, form, select } from "../shared/dom.js";
import { mapName, nameOf, wordFor } from "../shared/glossary.js";
import * as paths from "../shared/paths.js";
import { PATIENCE_S } from "../shared/people.js";
import { attempt, ruleOf, sureness } from "../shared/problems.js";
import { apiKey, holdCreated } from "../shared/purse.js";
import { language, say } from "../words/words.js";
import { customFields } from "./customs.js";
import { chosenOptions, optionFields } from "./options.js";
import { seatRow } from "./seat_row.js";

const USUAL_SEATS = 4;

/** Fill the page with the form for a new game, perhaps on a board of one's own. */
export async function showSetup(main, board) {
  const [{ rulesets }, { agents }, hooks] = await Promise.all([ask("GET", paths.rulesets()), ask("GET", paths.agents()), ownHooks()]);
  const choice = select(rulesets.map((ruleset) => [ruleset.id, nameOf(ruleset)]), (board && rulesets.find((ruleset) => ruleset.boards)?.id) || rulesets[0].id, { id: "new-ruleset" });
  const place = el("div");
  const draw = () => {
    const ruleset = rulesets.find((one) => one.id === choice.value);
    place.replaceChildren(gameForm(ruleset, agents.filter((agent) => agent.rulesets.includes(ruleset.id)), hooks, ruleset.boards && board));
  };
  choice.addEventListener("change", draw);
  main.append(el("h1", {}, say("new_game")), el("div", { class: "row" }, field(say("ruleset"), choice)), place);
  draw();
}

/** The webhooks of the API key; none without one, or where it may not have any. */
async function ownHooks() {
  if (!apiKey()) return [];
  const told = await ask("GET", paths.webhooks()).catch(() => null);
  return told?.webhooks ?? [];
}

function gameForm(ruleset, agents, hooks, board) {
  const maps = [...(board ? [board] : []), ...ruleset.maps.map((one) => one.id)];
  const map = select(maps.map((id) => [id, mapName(ruleset, id)]), board || ruleset.maps.find((one) => one.default)?.id, { id: "map" });
  const modules = ruleset.modules.map((id) => [id, el("input", { type: "checkbox", name: id })]);
  const customs = customFields();
  const seats = seatList(ruleset, agents, hooks, () => judge());
  const options = optionFields(ruleset);
  const told = el("div", { id: "combination", "aria-live": "polite" });
  const wish = (sitting = seats.rows.map((row) => row.wish())) => ({
    ruleset: ruleset.id,
    map: map.value,
    modules: modules.filter(([, box]) => box.checked).map(([id]) => id),
    seats: sitting,
    options: chosenOptions(options),
    ...(sitting.some(({ kind }) => kind === "open") ? { overdue_after_s: PATIENCE_S } : {}),
    ...customs.wish(),
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
      el("section", { class: "card" }, el("h2", {}, say("table")),
        field(say("map"), map), ruleset.boards ? el("p", {}, el("a", { href: `#board=${board || ""}` }, say("own_board"))) : null,
        modules.length ? el("fieldset", {}, el("legend", {}, say("modules")), modules.map(([id, box]) => field(wordFor(ruleset, "modules", id), box))) : null,
        told, customs.elements,
        folded(say("options"), el("div", { class: "options" }, options.map((one) => one.element))),
        folded(say("watching_and_chance"), customs.more))),
    el("p", {}, el("button", { class: "main", id: "create" }, say("create"))));
  whole.addEventListener("change", judge);
  judge();
  return whole;
}

/** Controls that few need; they open by themselves where one of them is wrong. */
function folded(title, content) {
  const element = el("details", {}, el("summary", {}, title), content);
  element.addEventListener("invalid", () => { element.open = true; }, true);
  return element;
}

function seatList(ruleset, agents, hooks, changed) {
  const { minimum, maximum } = ruleset.seats;
  const rows = [];
  const list = el("div", { class: "seats" });
  const add = (kind) => {
    rows.push(seatRow(rows.length, kind, agents, hooks));
    list.append(rows.at(-1).element);
  };
  const more = button(say("add_seat"), () => { add("ai"); arrange(); }, { id: "add-seat" });
  const fewer = button(say("remove_seat"), () => { rows.pop().element.remove(); arrange(); }, { id: "remove-seat" });
  const arrange = () => {
    more.disabled = rows.length >= maximum;
    fewer.disabled = rows.length <= minimum;
    changed();
  };
  for (let number = 0; number < Math.min(maximum, Math.max(minimum, USUAL_SEATS)); number += 1) add(number ? "ai" : "human");
  more.disabled = rows.length >= maximum;
  fewer.disabled = rows.length <= minimum;
  return { rows, element: el("div", {}, list, el("div", { class: "row" }, more, fewer)) };
}

let judged = 0;

/** Say whether the choices go together; of several answers the one to the newest choice counts. */
async function tellCombination(place, ruleset, wish) {
  const mine = ++judged;
  const same = (cell) => cell.map === wish.map && cell.seats === wish.seats.length && String(cell.modules) === String(wish.modules);
  const cell = (ruleset.matrix ?? []).find(same);
  const reconstruction = ruleset.maps.find((one) => one.id === wish.map)?.reconstruction;
  const notes = reconstruction ? [el("p", { class: "quiet" }, reconstruction[language])] : [];
  if (cell?.playable) notes.unshift(el("p", { class: "good" }, say("playable", { target: cell.target })));
  if (cell && !cell.playable) notes.unshift(await refusal(cell.reasons));
  if (mine === judged) place.replaceChildren(...notes);
}

async function refusal(reasons) {
  const rules = await Promise.all(reasons.map(ruleOf));
  const lines = rules.map((rule, n) => el("li", {}, rule ? [`${rule.text[language]} `, sureness(rule)] : el("code", {}, reasons[n])));
  return el("div", { class: "problem" }, el("strong", {}, say("refused")), el("ul", {}, lines));
}
