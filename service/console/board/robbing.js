/** What a robber on a hex would hit: how often its number is rolled, and who has built there. */

import { calledSeat } from "../shared/people.js";
import { say } from "../words/words.js";

const ROLLS = 36;

/** What lies around a hex: `ways` of 36 rolls, and for each seat that has built there how many settlements and cities. */
export function hitBy(tile, board, view) {
  const place = board?.tiles?.find((one) => one.id === tile);
  if (!place || !view.state?.seats) return null;
  const nodes = new Set(place.nodes);
  const count = (ids = []) => ids.filter((id) => nodes.has(id)).length;
  const owners = view.state.seats.map(({ seat, settlements, cities }) => ({ seat, settlements: count(settlements), cities: count(cities) })).filter(({ settlements, cities }) => settlements || cities);
  return { ways: place.token ? 6 - Math.abs(7 - place.token) : 0, owners };
}

/** The same in words, such as `5 of 36 rolls; Bruno: 1 settlement`. */
export function hitInWords({ ways, owners }, view) {
  const built = ({ settlements, cities }) => [settlements && say(settlements === 1 ? "one_settlement" : "settlements", { count: settlements }), cities && say(cities === 1 ? "one_city" : "cities", { count: cities })].filter(Boolean).join(", ");
  return [ways ? say("of_rolls", { ways, rolls: ROLLS }) : say("never_rolled"), ...owners.map((one) => `${calledSeat(view, one.seat)}: ${built(one)}`)].join("; ");
}
