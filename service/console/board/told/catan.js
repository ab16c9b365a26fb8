/** Tells a position of Catan. */

import { el } from "../../shared/dom.js";
import { inPoints } from "../../shared/people.js";
import { say } from "../../words/words.js";
import { listed, sentence, things } from "./lists.js";

const GOODS = { hills: "brick", forest: "lumber", pasture: "wool", fields: "grain", mountains: "ore" };

/** Hexes with what stands at them, players with what they have, harbors, the bank. */
export function catan({ view, board, call, word, counted }) {
  const { state } = view;
  const places = placesOf(board, word);
  const standing = standingOf(state, call);
  const hex = (tile) => `${places.tile(tile)}: ${[tile.id === state.robber ? say("told_robber") : null, ...tile.nodes.map((node) => standing.get(node))].filter(Boolean).join(", ") || say("told_empty")}`;
  const robber = board.tiles.find((tile) => tile.id === state.robber);
  return [
    el("p", {}, [state.dice ? say("told_dice", { dice: state.dice.join(" + ") }) : "", robber ? say("told_robber_at", { place: places.tile(robber) }) : ""].filter(Boolean).join(" ")),
    ...listed("told_seats", state.seats.map((seat) => seatOf(seat, state, { call, counted, places }))),
    ...listed("told_hexes", board.tiles.map(hex)),
    ...listed("told_harbors", board.harbors.map((harbor) => `${harborName(harbor, word)}: ${board.edges[harbor.edge].nodes.map((node) => places.node(node)).join(", ")}`)),
    ...listed("told_bank", [`${counted(state.bank) || say("told_none")}; ${say("holds_development", { count: state.deck })}.`]),
  ];
}

function seatOf(seat, state, { call, counted, places }) {
  return sentence(
    `${call(seat.seat)}: ${inPoints(seat.own_points ?? seat.points)}`, say("holds_cards", { count: seat.resource_count }), say("holds_development", { count: seat.development_card_count }),
    seat.resources ? `${say("told_hand")}: ${[counted(seat.resources), counted(seat.development_cards)].filter(Boolean).join(", ") || say("told_none")}` : null,
    say("told_knights", { count: seat.knights }), state.largest_army === seat.seat ? say("told_army") : null,
    say("told_route", { count: seat.route_length }), state.longest_road === seat.seat ? say("told_longest") : null,
    things("told_settlements", seat.settlements.map(places.node)), things("told_cities", seat.cities.map(places.node)), things("told_roads", seat.roads.map(places.edge)),
  );
}

/** What stands at each node that is built on. */
function standingOf({ seats }, call) {
  const found = new Map();
  for (const { seat, settlements, cities } of seats) {
    for (const node of settlements) found.set(node, say("told_settlement_of", { name: call(seat) }));
    for (const node of cities) found.set(node, say("told_city_of", { name: call(seat) }));
  }
  return found;
}

/** What places are called: tiles by number and good, nodes and edges by the tiles around them. */
function placesOf(board, word) {
  const harbors = new Map(board.harbors.flatMap((harbor) => board.edges[harbor.edge].nodes.map((node) => [node, harborName(harbor, word)])));
  const towns = new Map((board.towns ?? []).map(({ node, name }) => [node, name]));
  const tile = ({ terrain, token }) => [token, word(GOODS[terrain] ?? terrain)].filter(Boolean).join(" ");
  const tiles = (ids) => ids.map((id) => tile(board.tiles[id])).join(", ");
  const node = (id) => [towns.get(id), say("told_corner", { tiles: tiles(board.nodes[id].tiles) }), harbors.get(id)].filter(Boolean).join(", ");
  const edge = (id) => {
    const [one, other] = board.edges[id].nodes.map((end) => board.nodes[end].tiles);
    return say("told_side", { tiles: tiles(one.filter((id) => other.includes(id))) });
  };
  return { tile, node, edge };
}

const harborName = ({ kind }, word) => (kind === "any" ? say("told_harbor", { rate: "3:1" }) : `${say("told_harbor", { rate: "2:1" })} ${word(kind)}`);
