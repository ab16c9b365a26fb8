/** A chart of lines over the versions of a game, one for each seat; a click goes to a version. */

import { el, shape } from "../shared/dom.js";
import { calledSeat, paintOf } from "../shared/people.js";
import { percent, say } from "../words/words.js";

const WIDTH = 640;
const HEIGHT = 280; // where there is room beside it
const UPRIGHT = 420; // on a phone, whose width is all it has
const EDGE = 8;

/**
 * Draw `points`, each `{version, values}` with a value from `bottom` to `top` for every seat; `go` gets the version that was
 * clicked, `tick` writes a value beside its line of the grid.
 */
export function lineChart(view, points, title, go, { bottom = 0, top = 1, ticks = [0.25, 0.5, 0.75], tick = percent } = {}) {
  const height = matchMedia("(max-width: 40rem)").matches ? UPRIGHT : HEIGHT;
  const [first, last] = [1, Math.max(2, view.version)];
  const x = (version) => EDGE + ((WIDTH - 2 * EDGE) * (version - first)) / (last - first);
  const y = (value) => height - EDGE - ((height - 2 * EDGE) * (value - bottom)) / (top - bottom);
  const lines = view.seats.map(({ seat }) => shape("polyline", {
    class: `line line-${seat} ${paintOf(view, seat)}`,
    points: points.map(({ version, values }) => `${x(version).toFixed(1)},${y(values[seat]).toFixed(1)}`).join(" "),
  }));
  const grid = ticks.map((value) => shape("line", { class: "grid", x1: EDGE, x2: WIDTH - EDGE, y1: y(value), y2: y(value) }));
  const letters = height === UPRIGHT ? 24 : 14;
  const scale = ticks.map((value) => shape("text", { class: "scale", x: EDGE, y: y(value) - 4, "font-size": letters }, tick(value))); // over the lines

  const cursor = shape("line", { class: "cursor", y1: 0, y2: height });
  const drawing = shape("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": title }, grid, lines, scale, cursor);
  drawing.addEventListener("click", (event) => {
    const { a: scale, e: left } = drawing.getScreenCTM();
    const share = ((event.clientX - left) / scale - EDGE) / (WIDTH - 2 * EDGE);
    go(Math.round(first + Math.max(0, Math.min(1, share)) * (last - first)));
  });
  const mark = (version) => { cursor.setAttribute("x1", x(version)); cursor.setAttribute("x2", x(version)); };
  return { element: el("figure", { class: "chart-box" }, el("figcaption", {}, title), drawing, legend(view)), mark };
}

/** Whose line is whose: also by the way it is dashed. */
function legend(view) {
  const sample = (seat) => shape("svg", { class: "sample", viewBox: "0 0 40 8", "aria-hidden": "true" }, shape("line", { class: `line line-${seat} ${paintOf(view, seat)}`, x1: 0, x2: 40, y1: 4, y2: 4 }));
  return el("p", { class: "row legend", role: "group", "aria-label": say("lines") }, view.seats.map(({ seat }) => el("span", {}, sample(seat), " ", calledSeat(view, seat))));
}
