/** A chart of lines over the versions of a game, one for each seat; a click goes to a version. */

import { el, shape } from "./dom.js";
import { calledSeat, paintOf } from "./people.js";
import { say } from "./words.js";

const WIDTH = 640;
const HEIGHT = 220;
const EDGE = 8;

/** Draw `points`, each `{version, values}` with a value from 0 to 1 for every seat; `go` gets the version that was clicked. */
export function lineChart(view, points, title, go) {
  const last = points.at(-1).version;
  const x = (version) => EDGE + ((WIDTH - 2 * EDGE) * (version - points[0].version)) / Math.max(1, last - points[0].version);
  const y = (value) => HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * value;
  const lines = view.seats.map(({ seat }) => shape("polyline", {
    class: `line line-${seat} ${paintOf(view, seat)}`,
    points: points.map(({ version, values }) => `${x(version).toFixed(1)},${y(values[seat]).toFixed(1)}`).join(" "),
  }));
  const grid = [0.25, 0.5, 0.75].map((value) => shape("line", { class: "grid", x1: EDGE, x2: WIDTH - EDGE, y1: y(value), y2: y(value) }));
  const cursor = shape("line", { class: "cursor", y1: 0, y2: HEIGHT });
  const drawing = shape("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title }, grid, lines, cursor);
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    go(Math.round(points[0].version + Math.max(0, Math.min(1, share)) * (last - points[0].version)));
  });
  const mark = (version) => { cursor.setAttribute("x1", x(version)); cursor.setAttribute("x2", x(version)); };
  return { element: el("figure", { class: "chart-box" }, el("figcaption", {}, title), drawing, legend(view)), mark };
}

/** Whose line is whose: also by the way it is dashed. */
function legend(view) {
  const sample = (seat) => shape("svg", { class: "sample", viewBox: "0 0 40 8", "aria-hidden": "true" }, shape("line", { class: `line line-${seat} ${paintOf(view, seat)}`, x1: 0, x2: 40, y1: 4, y2: 4 }));
  return el("p", { class: "row legend", "aria-label": say("lines") }, view.seats.map(({ seat }) => el("span", {}, sample(seat), " ", calledSeat(view, seat))));
}
