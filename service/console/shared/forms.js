/** The marks of seats, which the pieces of a picture have too: eyes that do not tell colors apart tell them by these. */

import { shape } from "./dom.js";

const OUTLINES = [
  "",
  "-4,4 -4,-4 4,-4 4,4",
  "-5,4 0,-5 5,4",
  "0,-5 5,0 0,5 -5,0",
  "-1,-5 1,-5 1,-1 5,-1 5,1 1,1 1,5 -1,5 -1,1 -5,1 -5,-1 -1,-1",
  "-2,-5 2,-5 2,5 -2,5",
];

/** The mark of a seat in the color of what is written; the first seat has a disc. */
export function formOf(seat) {
  const points = OUTLINES[seat % OUTLINES.length];
  const mark = points ? shape("polygon", { points }) : shape("circle", { r: 4 });
  return shape("svg", { class: "form", viewBox: "-6 -6 12 12", focusable: "false" }, mark);
}
