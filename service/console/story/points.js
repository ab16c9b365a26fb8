/** The points of every seat over the versions of a game, as a chart. */

import { ask } from "../shared/api.js";
import * as paths from "../shared/paths.js";
import { say } from "../words/words.js";
import { lineChart } from "./chart.js";

const MOST = 40; // versions that are looked at
const AT_ONCE = 3;

/** Some versions of a game, evenly spread; the first and the last are among them. */
export function spread(last, most) {
  const count = Math.min(last, most);
  return [...new Set(Array.from({ length: count }, (_, n) => Math.round(1 + ((last - 1) * n) / Math.max(1, count - 1))))];
}

/** Fetch the points, and draw them in front of what else is in a place. */
export async function drawPoints(table, place, onChart) {
  const versions = spread(table.head.version, MOST);
  const points = [];
  const left = [...versions];
  const fetched = async () => {
    while (left.length && !table.left) {
      const version = left.shift();
      const view = await ask("GET", paths.game(table.id), { token: table.token, query: { version } });
      const seats = view.state?.seats;
      if (seats?.every((seat) => Number.isFinite(seat.points))) points.push({ version, values: seats.map((seat) => seat.points) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetched));
  const { result } = table.head;
  if (table.left || points.length < 2) return;
  points.sort((one, other) => one.version - other.version);
  if (result?.points && points.at(-1).version === table.head.version) points.at(-1).values = result.points;
  const all = points.flatMap(({ values }) => values);
  const [bottom, top] = [Math.min(0, ...all), Math.max(1, ...all)];
  const chart = lineChart(table.head, points, say("points_over_time"), (version) => table.lookAt(version), { bottom, top, ticks: ticksOf(bottom, top), tick: String });
  place.prepend(chart.element);
  onChart(chart);
}

/** Some round numbers between the lowest value and the highest one. */
export function ticksOf(bottom, top) {
  const step = Math.max(1, Math.round((top - bottom) / 4));
  return [-3, -2, -1, 0, 1, 2, 3].map((n) => n * step).filter((value) => value > bottom && value < top);
}
