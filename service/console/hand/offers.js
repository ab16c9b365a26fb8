/** Offers of trade as cards: who gives what for what, who agrees, an answer, and how long agents wait for it. */

import { button, el } from "../shared/dom.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { say } from "../words/words.js";
import { pile } from "./cards.js";

const ANSWERS = ["AcceptOffer", "DeclineOffer", "WithdrawOffer", "ConfirmTrade"];

/** Whether an action is an answer to an offer. */
export const isAnswer = ({ command }) => ANSWERS.includes(command.type);

/** A card for every open offer. */
export function offerCards({ table, legal, perform, counter }) {
  const { head } = table;
  const expires = head.awaiting.find((one) => one.seat === legal.seat && one.expires)?.expires;
  return (head.state?.offers ?? []).map((offer) => {
    const mine = legal.actions.filter((entry) => isAnswer(entry) && entry.command.offer === offer.offer);
    const can = (type) => mine.some(({ command }) => command.type === type);
    return el("article", { class: "offer", "data-offer": offer.offer, "aria-label": told(table, offer) },
      el("p", {}, seatBadge(head, offer.seat, "small"), " ", el("b", {}, calledSeat(head, offer.seat)), ` ${say("gives")} `, pile(offer.give, table), ` ${say("wants")} `, wanted(offer).flatMap((goods, at) => [at ? ` ${say("or")} ` : null, pile(goods, table)])),
      standing(table, offer),
      offer.answers ? el("p", { class: "quiet" }, say("answers_offer", { offer: offer.answers })) : null,
      el("div", { class: "row" },
        mine.map((entry) => answer(table, entry, perform)),
        can("AcceptOffer") && counter ? button(say("counter"), () => counter(offer), { class: "act" }) : null,
        can("DeclineOffer") && expires ? clock(expires, head.offer_wait_s) : null,
        offer.expires_at ? lasting(offer.expires_at) : null));
  });
}

/** What an offer asks for: one thing, or any one of several. */
const wanted = (offer) => [offer.take, ...(offer.or_take ?? [])];

function told(table, offer) {
  const { seat, give } = offer;
  const words = (counts) => Object.entries(counts).map(([kind, count]) => `${count} ${table.word("terms", kind).toLowerCase()}`).join(", ");
  return `${calledSeat(table.head, seat)} ${say("gives")} ${words(give)} ${say("wants")} ${wanted(offer).map(words).join(` ${say("or")} `)}`;
}

function standing(table, offer) {
  const chosen = (seat) => offer.or_take && offer.accepted.includes(seat) ? pile(offer.chosen?.find((one) => one.seat === seat)?.give ?? offer.take, table) : null;
  const mark = (seat, sign, key) => el("span", { class: "answered", title: say(key, { seat: calledSeat(table.head, seat) }) }, seatBadge(table.head, seat, "small"), el("span", { "aria-hidden": "true" }, sign), chosen(seat), el("span", { class: "unseen" }, say(key, { seat: calledSeat(table.head, seat) })));
  return el("p", { class: "standing" },
    offer.accepted.map((seat) => mark(seat, "✓", "has_accepted")), offer.declined.map((seat) => mark(seat, "✗", "has_declined")),
    offer.to.filter((seat) => !offer.accepted.includes(seat) && !offer.declined.includes(seat)).map((seat) => mark(seat, "…", "is_asked")));
}

function answer(table, { command }, perform) {
  const offer = table.head.state.offers.find((one) => one.offer === command.offer);
  const goods = !offer?.or_take ? null : command.type === "AcceptOffer" ? command.give ?? offer.take : command.type === "ConfirmTrade" ? command.take ?? offer.take : null;
  const words = { AcceptOffer: "accept", DeclineOffer: "decline", WithdrawOffer: "withdraw" };
  const text = command.type === "ConfirmTrade" ? say("trade_with", { seat: calledSeat(table.head, command.partner) }) : say(words[command.type]);
  const main = command.type === "AcceptOffer" || command.type === "ConfirmTrade";
  return button(goods ? [text, " ", pile(goods, table)] : text, () => perform(command), { class: main ? "act main" : "act", "data-type": command.type });
}

/** Until when an offer stands, in seconds that run down. */
function lasting(until) {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const element = el("span", { class: "quiet lasting", role: "timer", "data-until": until });
  const tick = (isFirst) => {
    element.textContent = say("ends_in", { seconds: left() });
    if (left() > 0 && (isFirst || element.isConnected)) setTimeout(tick, 1000);
  };
  tick(true);
  return element;
}

/** A ring that runs down until the agents go on without an answer. */
function clock(expires, whole) {
  const left = Math.max(0, (new Date(expires) - Date.now()) / 1000);
  const element = el("span", { class: "clock", role: "timer", "data-until": expires, "aria-label": say("answer_until", { seconds: Math.ceil(left) }) });
  const tick = () => {
    const now = Math.max(0, (new Date(expires) - Date.now()) / 1000);
    element.style.setProperty("--left", `${Math.min(1, now / (whole || 1)) * 360}deg`);
    element.textContent = Math.ceil(now);
    if (now > 0 && (element.isConnected || now > left - 1)) setTimeout(tick, 250);
  };
  tick();
  return element;
}
