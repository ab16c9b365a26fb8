/** Tells positions of the dice game, of Elasund and of Goofspiel. */

import { el } from "../../shared/dom.js";
import { inPoints } from "../../shared/people.js";
import { say } from "../../words/words.js";
import { listed, sentence, things } from "./lists.js";

const many = (items) => items.join(", ") || say("told_none");

/** The dice, and the sheet of each player. */
export function dice({ view: { state }, call, counted }) {
  const shown = counted(state.dice);
  const sheet = (seat) => say("told_sheet", {
    roads: seat.roads.length, settlements: many(seat.settlements), cities: many(seat.cities), knights: many(seat.knights), jokers: many(seat.jokers_used), boxes: many(seat.boxes),
  });
  return [
    ...(shown ? [el("p", {}, say("told_dice", { dice: shown }))] : []),
    ...listed("told_seats", state.seats.map((seat) => sentence(`${call(seat.seat)}: ${inPoints(seat.points)}`, sheet(seat)))),
  ];
}

/** The ship, and what each player has on the board and in supply. */
export function elasund({ view: { state }, board, call, word, counted }) {
  const squares = new Map(board.squares.map(({ id, row, x }) => [id, say("told_square", { row, column: Math.round(x + 0.5) })]));
  const at = (what, square) => say("told_at", { what, place: squares.get(square) });
  const own = (list, seat) => list.filter((one) => one.seat === seat);
  const told = (seat) => sentence(
    `${call(seat.seat)}: ${inPoints(seat.points)}`, say("holds_cards", { count: seat.hand }),
    seat.influence ? `${say("told_hand")}: ${counted({ gold: seat.gold, ...seat.influence }) || say("told_none")}` : null,
    say("told_trade", { count: seat.trade.points }),
    things("told_buildings", own(state.buildings, seat.seat).map((one) => at(word(one.building), one.square))),
    things("told_permits", own(state.permits, seat.seat).map((one) => say("told_permit", { value: one.value, place: squares.get(one.square) }))),
    `${say("told_supply")}: ${many(seat.supply.permits)}`,
    say("told_walls", { count: own(state.walls, seat.seat).length }), say("told_church", { count: own(state.church.tiles, seat.seat).length }),
  );
  return [
    el("p", {}, [state.dice ? say("told_dice", { dice: state.dice.join(" + ") }) : "", state.ship ? say("told_ship", { row: state.ship }) : ""].filter(Boolean).join(" ")),
    ...listed("told_seats", state.seats.map(told)),
  ];
}

/** The prize, and the cards of each player. */
export function goofspiel({ view: { state }, call }) {
  const told = (seat) => sentence(`${call(seat.seat)}: ${inPoints(seat.points)}`, say("told_cards", { cards: many(seat.cards) }), seat.bid ? say("told_bid", { card: seat.bid }) : null);
  return [
    el("p", {}, say("told_prize", { prize: state.prize || say("told_none"), others: many(state.prizes) })),
    ...listed("told_seats", state.seats.map(told)),
  ];
}
