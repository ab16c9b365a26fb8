/**
 * Cards that fly to those who get them, as events tell it. A card that the event does not name flies face down: nothing
 * else is asked what it is.
 */

import { el } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { holding } from "../shared/purse.js";

const BANK = "bank";
const FLIGHT_MS = 650;
const APART_MS = 70;
const MOST = 24; // cards that fly at once
const ALIKE = 5; // of one kind from one place to another
const WIDTH = 34; // px of a card
const HEIGHT = 44;

const counted = (counts) => Object.entries(counts ?? {}).flatMap(([kind, count]) => Array(Math.min(count, ALIKE)).fill(kind));
const sent = (from, to, kinds) => kinds.map((kind) => ({ from, to, kind }));
const traded = (one, other, give, take) => [...sent(one, other, give), ...sent(other, one, take)];
const each = (list, sending) => (list ?? []).flatMap((one, seat) => sending(one, seat));
const times = (count, kind) => Array(Math.min(count, ALIKE)).fill(kind);

const FLIGHTS = {
  StartingCardsPaid: ({ seat, cards }) => sent(BANK, seat, counted(cards)),
  ResourcesProduced: ({ gains }) => each(gains, (cards, seat) => sent(BANK, seat, counted(cards))),
  YearOfPlentyPlayed: ({ seat, cards }) => sent(BANK, seat, counted(cards)),
  MaritimeTradeMade: ({ seat, give, take }) => traded(seat, BANK, counted(give), counted(take)),
  TradeMade: ({ seat, partner, give, take }) => traded(seat, partner, counted(give), counted(take)),
  CardsSwapped: ({ seat, give, take }) => traded(seat, BANK, [give], [take]),
  CardStolen: ({ thief, victim, resource }) => sent(victim, thief, [resource]),
  LeaderCardTaken: ({ seat, victim, resource }) => sent(victim, seat, [resource]),
  GiftAccepted: ({ seat, giver, resource }) => sent(giver, seat, [resource]),
  CardTaken: ({ seat, resource }) => sent(BANK, seat, [resource]),
  SupplyCardTaken: ({ seat, resource }) => sent(BANK, seat, [resource]),
  ForcedTradeMade: ({ seat, gave, resource }) => gave.flatMap((giver) => sent(giver, seat, [resource])),
  CardReturned: ({ seat, partner, resource }) => sent(seat, partner, [resource]),
  MonopolyPlayed: ({ seat, taken, resource }) => each(taken, (count, giver) => (giver === seat ? [] : sent(giver, seat, times(count, resource)))),
  DiscardsRevealed: ({ discards }) => each(discards, (cards, seat) => sent(seat, BANK, counted(cards))),
  DevelopmentCardBought: ({ seat, card }) => sent(BANK, seat, [card]),
  GoldProduced: ({ gains }) => each(gains, (count, seat) => sent(BANK, seat, times(count, "gold"))),
  GoldTaken: ({ seat, gold }) => sent(BANK, seat, times(gold, "gold")),
  CompensationPaid: ({ seat, to, gold }) => sent(seat, to, times(gold, "gold")),
  InfluenceDrawn: ({ seat, color }) => sent(BANK, seat, [color]),
  RewardTaken: ({ seat, card }) => sent(BANK, seat, [card]),
};

/** Let the cards of events fly; those of a roll come from the hexes that paid them. */
export function flights(table, figure, events, tiles, { after, haste }) {
  const cards = events.flatMap((event) => FLIGHTS[event.type]?.(event) ?? []).slice(0, MOST);
  if (!cards.length) return;
  const sky = document.body.appendChild(el("div", { class: "sky", "aria-hidden": "true" }));
  const hexes = tiles.map(({ seats, ...tile }) => ({ ...tile, seats: [...seats] }));
  cards.forEach((card, at) => fly(sky, card, [startOf(table, figure, card, hexes), endOf(table, figure, card)], { delay: after + at * APART_MS * haste, duration: FLIGHT_MS * Math.max(haste, 0.5) }));
  Promise.allSettled(sky.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(() => sky.remove());
}

function fly(sky, { kind, to }, [from, until], timing) {
  const card = el("span", { class: `flying ${kind ? `good-${kind}` : "back"}`, "data-kind": kind ?? "back", "data-to": to }, kind ? icon(kind) : null);
  sky.append(card);
  const [x, y] = [(from.x + until.x) / 2, Math.min(from.y, until.y) - 40];
  const at = (point, scale) => `translate(${point.x - WIDTH / 2}px, ${point.y - HEIGHT / 2}px) scale(${scale})`;
  card.animate([
    { transform: at(from, 0.6), opacity: 0 }, { transform: at(from, 1), opacity: 1, offset: 0.15 },
    { transform: at({ x, y }, 1), opacity: 1, offset: 0.55 }, { transform: at(until, 0.7), opacity: 0.9 },
  ], { ...timing, fill: "both", easing: "ease-in-out" });
}

function startOf(table, figure, { from, to, kind }, hexes) {
  const paid = from === BANK && hexes.find((one) => one.kind === kind && one.seats.includes(to));
  const site = paid && figure.querySelector(`.part.board .places [data-tile="${paid.tile}"]`);
  if (!site) return placeOf(table, figure, from, kind);
  paid.seats.splice(paid.seats.indexOf(to), 1);
  return middleOf(site);
}

const endOf = (table, figure, { to, kind }) => placeOf(table, figure, to, kind);

/** Where somebody's cards are: one's own hand, its place in the strip, the bank; at the edge of the window where that is out of sight. */
function placeOf(table, figure, who, kind) {
  const own = String(who) === holding(table.id).as ? [`#legal .hand .play-card[data-kind="${kind}"]`, "#legal .hand"] : [];
  const others = who === BANK ? [".part.bank", "#do-RollDice", ".part.turn", ".part.board"] : [`#strip-${who}`];
  const found = [...own, ...others].map((selector) => document.querySelector(selector)).filter((one) => one?.getClientRects().length);
  return middleOf(found.find(isInSight) ?? found[0] ?? figure);
}

function isInSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.max(0, Math.min(innerWidth, left + width / 2)), y: Math.max(0, Math.min(innerHeight, top + height / 2)) };
}
