/** What a seat is asked in a card of its own: gifts, what it gives in return, whom it robs, and what it may decline. */

import { el } from "../shared/dom.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { say } from "../words/words.js";
import { pile } from "./cards.js";
import { choice } from "./choices.js";
import { answer, questionCard } from "./question.js";

/** The types of the actions that answer one question, in the order of the buttons. */
const QUESTIONS = [
  ["AcceptGift", "DeclineGift"],
  ["ReturnCard"],
  ["Steal", "DeclineSteal"],
  ["UseResourceBalance", "DeclineHelper"],
  ["DrawReward", "ChooseReward", "DeclineReward"],
];
const ALL = QUESTIONS.flat();

/** Whether an action answers a question that has a card. */
export const isAsked = ({ command }) => ALL.includes(command.type);

/** The cards of what is asked now. */
export function questionCards({ table, legal, perform }) {
  return QUESTIONS.map((types) => types.flatMap((type) => legal.actions.filter(({ command }) => command.type === type)))
    .filter((entries) => entries.length)
    .map((entries) => cardOf(table, entries, legal, perform));
}

function cardOf(table, entries, legal, perform) {
  const [{ command: first }] = entries;
  const asked = { ...(ABOUT[first.type] ?? plainly)(table, first, legal) };
  const answers = ANSWERS[first.type]?.(table, entries, perform) ?? entries.map((entry) => choice(entry, table, perform, { class: DECLINES.test(entry.command.type) ? "act" : "act main" }));
  return questionCard({ label: asked.label, about: [asked.line], answers, members: { "data-question": first.type, class: "offer asked" } });
}

const DECLINES = /^Decline/;

const ABOUT = {
  AcceptGift: (table, { giver, resource }) => withName(table, giver, "gives_you", { [resource]: 1 }),
  DeclineGift: (table, { giver, resource }) => withName(table, giver, "gives_you", { [resource]: 1 }),
  ReturnCard: (table, command, { seat }) => withName(table, table.head.state.agenda.findLast(({ frame, seats }) => frame === "forced_trade" && seats.includes(seat))?.to, "gave_you"),
  Steal: (table) => ({ label: say("rob_whom"), line: el("p", {}, say("rob_whom")) }),
};

/** A line that begins with a player's name; with cards after it. */
function withName(table, seat, key, cards = null) {
  const name = typeof seat === "number" ? calledSeat(table.head, seat) : "";
  const words = cards ? Object.entries(cards).map(([kind, count]) => ` ${count} ${table.word("terms", kind).toLowerCase()}`).join("") : "";
  return {
    label: `${name} ${say(key)}${words}`,
    line: el("p", {}, name ? [seatBadge(table.head, seat, "small"), " ", el("b", {}, name), " "] : null, say(key), " ", cards ? pile(cards, table) : null),
  };
}

/** What the rules call what is owed. */
function plainly(table, command, { seat }) {
  const frame = table.head.awaiting.find((one) => one.seat === seat)?.frame;
  const said = frame ? table.word("frames", frame) : "";
  return { label: said, line: el("p", {}, said) };
}

const gift = (table, entries, perform) => entries.map(({ command }) => answer(say(command.type === "AcceptGift" ? "accept" : "decline"), () => perform(command), { type: command.type, isMain: command.type === "AcceptGift" }));

const ANSWERS = {
  AcceptGift: gift,
  DeclineGift: gift,
  ReturnCard: (table, entries, perform) => entries.map(({ command }) => answer(pile({ [command.resource]: 1 }, table), () => perform(command), { type: command.type })),
  Steal: (table, entries, perform) => entries.map(({ command }) => (command.type === "Steal" ? robbing(table, command, perform) : answer(say("rob_nobody"), () => perform(command), { type: command.type }))),
};

/** A player to rob, with how many cards there are to draw from. */
function robbing(table, command, perform) {
  const count = table.head.state.seats.find((one) => one.seat === command.victim)?.resource_count;
  return answer([seatBadge(table.head, command.victim, "small"), el("span", {}, calledSeat(table.head, command.victim)), count === undefined ? null : el("span", { class: "held", title: say("holds_cards", { count }) }, count)].filter(Boolean), () => perform(command), { type: command.type, isMain: true, "data-seat": command.victim });
}
