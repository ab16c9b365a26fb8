/** The newest roll in a corner of the board, large enough to be read at a glance: the turn, the dice, and their sum. */

import { el, shape } from "../shared/dom.js";

const DIE = 36; // units from one die to the next
const RIM = 2;

/** What the corner shows: `turn` is the part of the picture that has the dice, `dice` what they show; nothing where nobody has rolled. It is told in words elsewhere. */
export function rollOf(turn, dice = []) {
  const [x, y, width] = turn.getAttribute("viewBox").split(" ").map(Number);
  const drawn = turn.querySelector(".dice");
  const said = turn.querySelector("text")?.textContent;
  return [
    said ? el("span", { class: "turn-number" }, said) : null,
    drawn ? shape("svg", { class: "part turn", viewBox: `${x + width - 66 - RIM} ${y - RIM} ${2 * DIE + RIM} ${DIE + RIM}` }, drawn) : null,
    drawn && dice.length > 1 ? el("b", { class: "sum" }, dice.reduce((sum, die) => sum + die, 0)) : null,
  ].filter(Boolean);
}
