/** Actions without a place: as a button, or as a tray of choices where there are several of a kind. */

import { withoutIds } from "../board/plan.js";
import { button, el } from "../shared/dom.js";
import { icon, isDrawn } from "../shared/icons.js";
import { calledSeat, seatBadge, withNames } from "../shared/people.js";
import { say } from "../words/words.js";
import { cardPicker, pile } from "./cards.js";

/** What a group of actions of one type is called. */
export function groupName(type, entries, table) {
  if (entries.length === 1) return withNames(table.head, withoutIds(entries[0].summary));
  return say(`do_${type}`, {}, common(entries.map((entry) => withoutIds(entry.summary))));
}

/** A button for one action, with pictures of the cards and the player that it names. */
export function choice(entry, table, perform, members = {}) {
  const { command } = entry;
  const kinds = [command.resource, command.card, command.token, typeof command.give === "string" ? command.give : null, typeof command.take === "string" ? command.take : null];
  const piles = [command.cards, command.keep, command.dice].filter((counts) => counts && Object.keys(counts).length);
  const seat = [command.victim, command.to, command.owner, command.partner].find((one) => typeof one === "number");
  return button([
    seat === undefined ? null : seatBadge(table.head, seat, "small"),
    kinds.filter((kind) => kind && isDrawn(kind)).map((kind) => el("span", { class: `chip good-${kind}` }, icon(kind))),
    piles.map((counts) => pile(counts, table)),
    el("span", {}, withNames(table.head, table.inNumbers(withoutIds(entry.summary)))),
  ].flat().filter(Boolean), () => perform(command), { class: "act", "data-type": command.type, ...members });
}

/** A tray for a template: tapped cards and seats within its bounds. */
export function templateTray(template, table, perform, close) {
  const parts = Object.entries(template.bounds).map(([name, bound]) => ({ name, bound, ...(bound.cards ? cards(name, bound.cards, table, () => judge()) : seats(name, bound.seats, template.example[name] ?? [], table)) }));
  const send = button(say(`do_${template.type}`, {}, say("do_it")), async () => {
    close();
    await perform({ ...template.example, ...Object.fromEntries(parts.map(({ name, value }) => [name, value()])) });
  }, { class: "main act", id: "send-template" });
  const judge = () => {
    const values = template.disjoint.map((name) => parts.find((one) => one.name === name)?.value() ?? {});
    const twice = values.length > 1 && Object.keys(values[0]).some((kind) => values[1][kind]);
    send.disabled = twice || parts.some(({ bound, sum }) => bound.cards && (sum() < bound.cards.least || sum() > bound.cards.total));
    for (const { bound, sum, told } of parts.filter((one) => one.bound.cards)) told.textContent = progress(sum(), bound.cards);
  };
  judge();
  return [...parts.map(({ element }) => element), el("div", { class: "row" }, send)];
}

function progress(chosen, { least, total }) {
  return least === total ? say("chosen_of", { count: chosen, total }) : say("chosen_between", { count: chosen, least, total });
}

function cards(name, bound, table, changed) {
  const told = el("span", { class: "quiet", role: "status" });
  const picker = cardPicker(bound.max, { total: bound.total, table, changed, name });
  return { ...picker, told, element: el("div", {}, el("h3", {}, table.word("members", name), " ", told), picker.element) };
}

function seats(name, among, example, table) {
  const chosen = new Set(example);
  const boxes = among.map((seat) => el("button", {
    type: "button", class: "person", "aria-pressed": String(chosen.has(seat)), "data-seat": seat,
    onclick: (event) => { chosen[chosen.has(seat) ? "delete" : "add"](seat); event.currentTarget.setAttribute("aria-pressed", String(chosen.has(seat))); },
  }, seatBadge(table.head, seat, "small"), " ", calledSeat(table.head, seat)));
  return { element: el("div", {}, el("h3", {}, table.word("members", name)), el("div", { class: "row" }, boxes)), value: () => [...chosen].sort() };
}

/** The words that all summaries begin with. */
function common(summaries) {
  const words = summaries[0].split(" ");
  let length = words.length;
  for (const summary of summaries) {
    const others = summary.split(" ");
    const differing = words.findIndex((word, n) => word !== others[n]);
    if (differing >= 0) length = Math.min(length, differing);
  }
  return length ? `${words.slice(0, length).join(" ")} …` : `${summaries[0]} …`;
}
