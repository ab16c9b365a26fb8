/** What a seat is asked in a card of its own: gifts, what it gives in return, whom it robs, and what it may decline. */

import { el } from "../shared/dom.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { say } from "../words/words.js";
import { pile } from "./cards.js";
import { choice } from "./choices.js";
import { answer, questionCard } from "./question_card.js";

const DECLINES = /^Decline/;

/** Each question: the types of the actions that answer it, in the order of the buttons, what it is about, and what an answer shows. */
const QUESTIONS = [
  { types: ["AcceptGift", "DeclineGift"], about: aboutGift, shown: giftAnswer },
  { types: ["ReturnCard"], about: aboutDemand, shown: returned },
  { types: ["Steal", "DeclineSteal"], about: aboutRobbery, shown: robbed },
  { types: ["UseResourceBalance", "DeclineHelper"], about: inRulesWords, shown: described },
  { types: ["DrawReward", "ChooseReward", "DeclineReward"], about: inRulesWords, shown: described },
];
const ALL = QUESTIONS.flatMap(({ types }) => types);

/** Whether an action answers a question that has a card. */
export const isAsked = ({ command }) => ALL.includes(command.type);

/** The cards of what is asked now. */
export function questionCards({ table, legal, perform }) {
  return QUESTIONS.flatMap(({ types, about, shown }) => {
    const entries = types.flatMap((type) => legal.actions.filter(({ command }) => command.type === type));
    if (!entries.length) return [];
    const [{ command: first }] = entries;
    const { label, line, note } = about(table, first, legal);
    return questionCard({
      label, about: note ? [line, note] : [line], answers: entries.map((entry) => shown(table, entry, () => perform(entry.command))),
      members: { "data-question": first.type, class: "offer asked" },
    });
  });
}

function aboutGift(table, { giver, resource }) {
  const note = el("p", { class: "quiet" }, say("gift_brings", { name: calledSeat(table.head, giver) }));
  return { ...withName(table, giver, "gives_you", { [resource]: 1 }), note };
}

function aboutDemand(table, command, { seat }) {
  const demand = table.head.state.agenda.findLast(({ frame, seats }) => frame === "forced_trade" && seats.includes(seat));
  return withName(table, demand?.to, "gave_you");
}

function aboutRobbery() {
  return { label: say("rob_whom"), line: el("p", {}, say("rob_whom")) };
}

/** What the rules call what is owed. */
function inRulesWords(table, command, { seat }) {
  const frame = table.head.awaiting.find((one) => one.seat === seat)?.frame;
  const said = frame ? table.word("frames", frame) : "";
  return { label: said, line: el("p", {}, said) };
}

/** A line that begins with a player's name; with cards after it. */
function withName(table, seat, key, cards = null) {
  const name = typeof seat === "number" ? calledSeat(table.head, seat) : "";
  return {
    label: `${name} ${say(key)}${cards ? ` ${table.counted(cards)}` : ""}`,
    line: el("p", {}, name ? [seatBadge(table.head, seat, "small"), " ", el("b", {}, name), " "] : null, say(key), " ", cards ? pile(cards, table) : null),
  };
}

function giftAnswer(table, { command: { type } }, press) {
  const isMain = type === "AcceptGift";
  return answer(say(isMain ? "accept" : "decline"), press, { type, isMain });
}

function returned(table, { command: { type, resource } }, press) {
  return answer(pile({ [resource]: 1 }, table), press, { type });
}

/** A player to rob, with how many cards there are to draw from; or nobody. */
function robbed(table, { command: { type, victim } }, press) {
  if (type !== "Steal") return answer(say("rob_nobody"), press, { type });
  const count = table.head.state.seats.find((one) => one.seat === victim)?.resource_count;
  const held = count === undefined ? [] : [el("span", { class: "held", title: say("holds_cards", { count }) }, count)];
  return answer([seatBadge(table.head, victim, "small"), el("span", {}, calledSeat(table.head, victim)), ...held], press, { type, isMain: true, "data-seat": victim });
}

function described(table, entry, press) {
  return choice(entry, table, press, { class: DECLINES.test(entry.command.type) ? "act" : "act main" });
}
