/** What the people at a table are called, in which color they play, and how many points they have. */

import { language, say } from "../words/words.js";
import { el } from "./dom.js";
import { formOf } from "./forms.js";

/** What agents are called that nobody named. */
export const AGENT_NAMES = ["Bruno", "Carla", "Diego", "Elin", "Farid", "Greta"];

/** After how many seconds friends need not wait for one of them: then they may let an agent play; nothing happens by itself. */
export const PATIENCE_S = 300;

const COLORS = ["white", "red", "blue", "orange", "green", "brown"]; // where a game gives its seats none
const SEATS = {
  en: /\b(?<one>[Ss]eats? )(?<numbers>\d(?:(?:, | and )\d)*)/g,
  es: /\b(?<one>(?:[Ee]l |[Ll]os |al |a los |del |de los )?[Aa]sientos? )(?<numbers>\d(?:(?:, | y )\d)*)/g,
};
const BEFORE = [["al ", "a "], ["a los ", "a "], ["del ", "de "], ["de los ", "de "]];

/** What a seat is called, with its number where others have the same name; people count seats from 1, the API counts them from 0. */
export function calledSeat(view, number) {
  const { name, agent } = view.seats[number] ?? {};
  const isShared = name ? view.seats.filter((one) => one.name === name).length > 1 : agent;
  return isShared ? `${name ?? agent} (${number + 1})` : (name ?? say("player_number", { number: number + 1 }));
}

/** How many points there are. */
export const inPoints = (count) => say(count === 1 ? "one_point" : "points", { points: count });

/** The class of a seat's color. */
export function paintOf(view, number) {
  const color = view.state?.seats?.[number]?.color ?? COLORS[number % COLORS.length];
  return `paint-${color}`;
}

/** The mark of a seat on its color, or its number where those are wished for. */
export function seatBadge(view, number, size = "") {
  return el("span", { class: `number ${size} ${paintOf(view, number)}`, "aria-hidden": "true" }, formOf(number), el("span", { class: "digit" }, number + 1));
}

/** A sentence of the server with the players' names in place of "seat 2". */
export function withNames(view, sentence) {
  const parts = [];
  let from = 0;
  for (const found of sentence.matchAll(SEATS[language])) {
    if (isUnknown(view, found.groups.numbers)) continue;
    parts.push(sentence.slice(from, found.index), ...named(view, found.groups));
    from = found.index + found[0].length;
  }
  return [...parts, sentence.slice(from)];
}

/** Whether a number is no seat of the table. */
const isUnknown = (view, numbers) => numbers.match(/\d/g).some((number) => !view.seats[number]);

function named(view, { one, numbers }) {
  const before = BEFORE.find(([article]) => one.toLowerCase().startsWith(article))?.[1] ?? "";
  const names = numbers.split(/(\d)/).map((part) => (/\d/.test(part) ? el("b", { class: "player", "data-of": part }, calledSeat(view, Number(part))) : part));
  return [before, ...names];
}
