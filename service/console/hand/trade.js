/** The tray of trades: what to give and what to take by tapping cards, the bank at its rates, and offers to others. */

import { button, el } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { say } from "../words/words.js";
import { cardPicker } from "./cards.js";

const LASTING = [0, 30, 60, 300];
const total = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
const same = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Whether there is a trade that the seat may offer or make now. */
export const canTrade = ({ actions, templates }) => templates.some((one) => one.type === "OfferTrade") || actions.some(({ command }) => command.type === "MaritimeTrade");

/** The button that opens the tray; once the seat has built, it says why nothing is traded any more. Null where trades are out of the question. */
export function tradeButton({ table, legal, view }, open) {
  const id = "open-trade";
  if (canTrade(legal)) return button(say("trade"), open, { id, "data-type": "OfferTrade" });
  const hasBuilt = table.head.ruleset === "catan" && view.awaiting.some(({ seat, frame }) => seat === legal.seat && frame === "build");
  return hasBuilt ? el("button", { type: "button", id, "aria-disabled": "true", "data-rule": "catan.turn.no_trade_after_build" }, say("trade"), " ", el("small", {}, say("after_build"))) : null;
}

/** The rates of the bank: how many of each kind it wants for one card of another. */
function ratesOf(actions) {
  const rates = new Map();
  for (const { command } of actions) for (const [kind, count] of Object.entries(command.give)) rates.set(kind, count);
  return rates;
}

/** The content of the tray; `begin` is an offer to answer with another. */
export function tradeTray({ table, legal, perform, close, begin }) {
  const bank = legal.actions.filter(({ command }) => command.type === "MaritimeTrade");
  const template = legal.templates.find((one) => one.type === "OfferTrade");
  const limits = tradeLimits(template, bank);
  const told = el("p", { class: "quiet", "aria-live": "polite" });
  const asked = new Set(template ? (begin ? [begin.seat] : template.bounds.to.seats) : []);
  const changed = () => judge();
  const give = cardPicker(limits.give, { total: limits.most, table, changed, name: "give" });
  const take = cardPicker(limits.take, { total: limits.most, table, changed, name: "take" });
  const trade = async (command) => { close(); await perform(command); };
  const toBank = button(say("trade_bank"), () => trade(wanted()), { id: "trade-bank", class: "act main" });
  const toSeats = button(say("trade_offer"), () => trade(offered()), { id: "trade-offer", class: "act main" });
  const isAny = el("input", { type: "checkbox", id: "any-of", onchange: () => judge() });
  const lasts = el("select", { id: "offer-lasts", "aria-label": say("offer_ends") }, LASTING.map((seconds) => el("option", { value: seconds }, seconds ? say("after_seconds", { seconds }) : say("with_the_phase"))));
  const offered = () => {
    const [first, ...others] = isAny.checked ? Object.entries(take.value()).map(([kind, count]) => ({ [kind]: count })) : [take.value()];
    return {
      type: "OfferTrade", give: give.value(), take: first,
      ...(begin ? { answers: begin.offer } : { to: [...asked].sort() }),
      ...(others.length ? { or_take: others } : {}),
      ...(Number(lasts.value) ? { expires_after_s: Number(lasts.value) } : {}),
    };
  };
  const wanted = () => bank.find(({ command }) => same(command.give, give.value()) && same({ [command.take]: 1 }, take.value()))?.command;
  const judge = () => {
    const [given, taken] = [give.value(), take.value()];
    const twice = Object.keys(given).some((kind) => taken[kind]);
    toBank.disabled = !wanted();
    isAny.disabled = Object.keys(taken).length < 2;
    if (isAny.disabled) isAny.checked = false;
    toSeats.disabled = !template || twice || !total(given) || !total(taken) || !asked.size;
    told.textContent = twice ? say("no_kind_twice") : "";
  };
  const people = (begin ? [begin.seat] : template?.bounds.to.seats ?? []).map((seat) => el("button", {
    type: "button", class: "person", disabled: Boolean(begin), "aria-pressed": String(asked.has(seat)), "data-seat": seat,
    onclick: (event) => { asked[asked.has(seat) ? "delete" : "add"](seat); event.currentTarget.setAttribute("aria-pressed", String(asked.has(seat))); judge(); },
  }, seatBadge(table.head, seat, "small"), " ", calledSeat(table.head, seat)));
  for (const [kind, count] of Object.entries(begin?.take ?? {})) give.set(kind, count); // of several things, the first
  for (const [kind, count] of Object.entries(begin?.give ?? {})) take.set(kind, count);
  judge();
  return [
    el("div", { class: "trade" },
      el("div", {}, el("h3", {}, say("i_give")), give.element),
      el("div", {}, el("h3", {}, say("i_take")), take.element, template ? el("label", { class: "quiet" }, isAny, ` ${say("any_one_of")}`) : null),
      bank.length ? el("div", { class: "row rates" }, el("span", { class: "quiet" }, say("rates")), [...ratesOf(bank)].map(([kind, count]) => button([el("b", {}, `${count}:1`), icon(kind)], () => { give.clear(); give.set(kind, count); }, { class: `rate good-${kind}`, "data-kind": kind, "aria-label": say("rate_of", { count, kind: table.word("terms", kind) }) })), toBank) : null,
      template ? el("div", { class: "row" }, el("span", { class: "quiet" }, begin ? say("answers_offer_of", { name: calledSeat(table.head, begin.seat) }) : say("offer_to")), people, lasts, toSeats) : null),
    told,
  ];
}

/** The most that can be given and taken, whether to the bank or to others. */
function tradeLimits(template, bank) {
  const give = { ...template?.bounds.give.cards.max };
  const take = { ...template?.bounds.take.cards.max };
  for (const { command } of bank) {
    for (const [kind, count] of Object.entries(command.give)) give[kind] = Math.max(give[kind] ?? 0, count);
    take[command.take] = Math.max(take[command.take] ?? 0, 1);
  }
  return { give, take, most: Math.max(template?.bounds.give.cards.total ?? 0, template?.bounds.take.cards.total ?? 0, 4) };
}
