/** The dice of the dice game: tapped to keep them, and thrown again with one button. */

import { button, el, shape } from "../shared/dom.js";
import { say } from "../words/words.js";
import { withoutIds } from "./plan.js";

const kept = new Map(); // by game: how many of each symbol to keep

const written = (counts) => JSON.stringify(Object.entries(counts).filter(([, count]) => count).sort());

/** The dice that can be kept, with the button that throws the others; null where none can. */
export function keepDice({ table, legal, perform }) {
  const throws = legal.actions.filter(({ command }) => command.type === "DiceRollDice");
  const { state } = table.head;
  if (!throws.length || !state?.rolls) {
    kept.delete(table.id);
    return null;
  }
  const held = new Set(stillThere(kept.get(table.id) ?? {}, state.dice));
  const faces = facesOf(state.dice);
  const shows = [];
  let goal = null; // the cost of what the dice are kept for
  const counts = () => countsOf([...held].map((at) => faces[at]));
  const found = () => throws.find(({ command }) => written(command.keep) === written(counts()));
  const roll = button("", () => {
    kept.set(table.id, goal ?? counts());
    return perform(found().command);
  }, { class: "act main", id: "do-DiceRollDice", "data-type": "DiceRollDice" });
  const tell = () => {
    const entry = found();
    roll.disabled = !entry;
    roll.textContent = say(!held.size ? "roll_all" : faces.length - held.size === 1 ? "roll_one" : "roll_others", { count: faces.length - held.size });
    roll.title = entry ? withoutIds(entry.summary) : "";
  };
  const toggle = (at) => {
    goal = null;
    held[held.has(at) ? "delete" : "add"](at);
    tell();
  };
  /** Keep what a building needs, after the next throws too. */
  const keepFor = (cost) => {
    goal = cost;
    held.clear();
    for (const at of stillThere(cost, state.dice)) held.add(at);
    shows.forEach((show) => show());
    tell();
  };
  tell();
  return { button: roll, keepFor, mark: (figure) => markDice(figure, { held, shows, toggle, table }) };
}

/** The actions of a place, with the jokers that turn the fewest dice first. */
export const fewestTurned = (entries) => [...entries].sort((one, other) => turnedBy(one) - turnedBy(other));

const turnedBy = ({ command }) => Object.values(command.dice ?? {}).reduce((sum, count) => sum + count, 0);

const facesOf = (dice) => Object.entries(dice).flatMap(([symbol, count]) => Array(count).fill(symbol));

function countsOf(symbols) {
  const counts = {};
  for (const symbol of symbols) counts[symbol] = (counts[symbol] ?? 0) + 1;
  return counts;
}

/** Which dice show what was kept before: the first ones of each symbol. */
function stillThere(counts, dice) {
  const left = { ...counts };
  return facesOf(dice).flatMap((symbol, at) => (left[symbol] > 0 ? [(left[symbol] -= 1, at)] : []));
}

/** Make the dice of the picture pressable; answers how to take that away. */
function markDice(figure, { held, shows, toggle, table }) {
  const sites = [...figure.querySelectorAll(".places [data-die]")];
  const marks = sites.map((site) => {
    const at = Number(site.dataset.die);
    const name = table.word("terms", site.dataset.symbol);
    const { x, y, width, height } = site.getBBox();
    const element = shape("g", { class: "mark die", role: "button", tabindex: 0, "data-die": at, "data-symbol": site.dataset.symbol },
      shape("rect", { x, y, width, height, rx: 9, class: "lock" }),
      shape("path", { d: `M${x + width - 15} ${y + height - 8}l5 5l9 -11`, class: "tick" }),
      shape("rect", { x: x - 1, y: y - 6, width: width + 2, height: height + 12, class: "hit" }));
    const show = () => {
      element.setAttribute("aria-pressed", String(held.has(at)));
      element.setAttribute("aria-label", say(held.has(at) ? "die_kept" : "die_free", { name }));
    };
    const press = () => {
      toggle(at);
      show();
    };
    element.addEventListener("click", press);
    element.addEventListener("keydown", (event) => {
      const next = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (next) marks[at + next]?.focus();
      if (event.key !== "Enter" && event.key !== " " && !next) return;
      event.preventDefault();
      if (!next) press();
    });
    show();
    shows.push(show);
    site.ownerSVGElement.append(element);
    return element;
  });
  return () => marks.forEach((element) => element.remove());
}
