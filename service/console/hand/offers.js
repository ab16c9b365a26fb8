/** Offers of trade as cards: who gives what for what, who agrees, the answers, and until when they count. */

import { el } from "../shared/dom.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { pile } from "./cards.js";
import { answer, questionCard } from "./question_card.js";

const ANSWERS = ["AcceptOffer", "DeclineOffer", "WithdrawOffer", "ConfirmTrade"];

/** Whether an action is an answer to an offer. */
export const isAnswer = ({ command }) => ANSWERS.includes(command.type);

/** A card for every open offer of a view; `counter` begins an offer that answers one, null where none can. */
export function offerCards({ table, view, legal, perform, counter }) {
  const waited = view.awaiting.find((one) => one.seat === legal.seat && one.expires)?.expires;
  return (view.state?.offers ?? []).map((offer) => {
    const mine = legal.actions.filter((entry) => isAnswer(entry) && entry.command.offer === offer.offer);
    const can = (type) => mine.some(({ command }) => command.type === type);
    const ends = [offer.expires_at, can("DeclineOffer") && waited && Date.parse(waited)].filter(Boolean);
    return questionCard({
      label: told(table, offer), members: { "data-offer": offer.offer, class: isDead(offer) ? "offer declined" : "offer" },
      about: [
        el("p", {}, seatBadge(view, offer.seat, "small"), " ", el("b", {}, isOwn(table, offer) ? say("you_give") : calledSeat(view, offer.seat)), isOwn(table, offer) ? " " : ` ${say("gives")} `, pile(offer.give, table), ` ${say("wants")} `, wanted(offer).flatMap((goods, at) => [at ? ` ${say("or")} ` : null, pile(goods, table)])),
        offer.answers ? el("p", { class: "quiet" }, answered(view, offer)) : null,
        standing(table, view, offer),
      ],
      answers: [
        ...mine.map((entry) => press(table, offer, entry, perform)),
        can("AcceptOffer") && counter ? answer(say("counter"), () => counter(offer), { type: "counter" }) : null,
      ],
      until: ends.length ? Math.min(...ends) : null,
      whole: offer.expires_at ? null : view.offer_wait_s,
    });
  });
}

/** Whether an offer is that of whoever looks. */
const isOwn = (table, { seat }) => String(seat) === holding(table.id).as;

/** Whether nobody is left to agree: what was declined stays declined. */
const isDead = ({ to, declined }) => to.length > 0 && to.every((seat) => declined.includes(seat));

/** What an offer asks for: one thing, or any one of several. */
const wanted = (offer) => [offer.take, ...(offer.or_take ?? [])];

function told(table, offer) {
  const { seat, give } = offer;
  const who = isOwn(table, offer) ? say("you_give") : `${calledSeat(table.head, seat)} ${say("gives")}`;
  return `${who} ${table.counted(give)} ${say("wants")} ${wanted(offer).map((goods) => table.counted(goods)).join(` ${say("or")} `)}`;
}

/** Whose offer an offer answers; the first one may be gone. */
function answered(view, offer) {
  const first = view.state.offers.find((one) => one.offer === offer.answers);
  return first ? say("answers_offer_of", { name: calledSeat(view, first.seat) }) : say("answers_an_offer");
}

function standing(table, view, offer) {
  const chosen = (seat) => offer.or_take && offer.accepted.includes(seat) ? pile(offer.chosen?.find((one) => one.seat === seat)?.give ?? offer.take, table) : null;
  const mark = (seat, sign, key) => el("span", { class: "answered", title: say(key, { seat: calledSeat(view, seat) }) }, seatBadge(view, seat, "small"), el("span", { "aria-hidden": "true" }, sign), chosen(seat), el("span", { class: "unseen" }, say(key, { seat: calledSeat(view, seat) })));
  return el("p", { class: "standing" },
    offer.accepted.map((seat) => mark(seat, "✓", "has_accepted")), offer.declined.map((seat) => mark(seat, "✗", "has_declined")),
    offer.to.filter((seat) => !offer.accepted.includes(seat) && !offer.declined.includes(seat)).map((seat) => mark(seat, "…", "is_asked")));
}

function press(table, offer, { command }, perform) {
  const { type } = command;
  const goods = !offer.or_take ? null : type === "AcceptOffer" ? command.give ?? offer.take : type === "ConfirmTrade" ? command.take ?? offer.take : null;
  const words = { AcceptOffer: "accept", DeclineOffer: "decline", WithdrawOffer: "withdraw" };
  const text = type === "ConfirmTrade" ? say("trade_with", { seat: calledSeat(table.head, command.partner) }) : say(words[type]);
  return answer(goods ? [text, " ", pile(goods, table)] : text, () => perform(command), { type, isMain: type === "AcceptOffer" || type === "ConfirmTrade" });
}
