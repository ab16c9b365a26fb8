/** The dice: they tumble for a moment before the result stands. */

import { shape } from "../shared/dom.js";

const SIDE = 30; // units of a die
const APART = 37; // units from one die to the next
const FLIP_MS = 80;
const HOLD_MS = 900;
const EDGE_PX = 14; // from the dice to the edges of the board
const ROLLS = new Set(["DiceRolled", "StartRolled"]);
const CORNERS = [[-1, -1], [1, 1], [-1, 1], [1, -1], [-1, 0], [1, 0]];

/** Roll the dice that events tell of; tells whether any do. */
export function tumble(figure, events, milliseconds) {
  const thrown = events.filter(({ type }) => ROLLS.has(type)).at(-1);
  if (thrown) pips(figure, thrown.dice, milliseconds);
  const symbols = events.filter(({ type }) => type === "DiceDiceRolled").at(-1);
  if (symbols) spin(figure, symbols.kept, milliseconds);
  return Boolean(thrown ?? symbols);
}

/** Two large dice in a corner of the board; those of the table beside it show the same once they lie still. */
function pips(figure, dice, milliseconds) {
  const board = figure.querySelector(".part.board");
  if (!board) return;
  figure.querySelector(".part.turn .dice")?.animate({ opacity: [0, 0] }, milliseconds);
  const drawn = dice.map(() => shape("g", {}));
  const roll = shape("svg", { class: "roll", "aria-hidden": "true", viewBox: `0 0 ${SIDE + APART * (dice.length - 1)} ${SIDE}` },
    drawn.map((die, at) => shape("g", { transform: `translate(${at * APART} 0)` }, die)));
  figure.querySelector(".roll")?.remove();
  figure.append(roll);
  const [frame, ground] = [figure, board].map((one) => one.getBoundingClientRect());
  roll.style.left = `${ground.left - frame.left + EDGE_PX}px`;
  roll.style.top = `${ground.bottom - frame.top - EDGE_PX - roll.getBoundingClientRect().height}px`;
  const show = (faces) => drawn.forEach((die, at) => die.replaceChildren(...face(faces[at])));
  const anyFace = () => 1 + Math.floor(Math.random() * 6);
  show(dice.map(anyFace));
  const flips = setInterval(() => show(dice.map(anyFace)), FLIP_MS);
  drawn.forEach((die, at) => die.animate({ transform: [`translate(-60px, ${-50 - 20 * at}px) rotate(${-400 + 90 * at}deg)`, "translate(6px, 4px) rotate(20deg)", "none"], easing: "ease-out" }, milliseconds));
  setTimeout(() => { clearInterval(flips); show(dice); roll.classList.add("still"); }, milliseconds);
  const fade = roll.animate({ opacity: [1, 0] }, { delay: milliseconds + HOLD_MS, duration: 300, fill: "forwards" });
  fade.onfinish = () => roll.remove();
}

/** A face from its upper left corner. */
function face(count) {
  const spots = [...CORNERS.slice(0, count - (count % 2)), ...(count % 2 ? [[0, 0]] : [])];
  return [shape("rect", { width: SIDE, height: SIDE, rx: 6 }), ...spots.map(([right, down]) => shape("circle", { cx: SIDE / 2 + 8 * right, cy: SIDE / 2 + 8 * down, r: 3 }))];
}

/** Spin the symbol dice that were not kept; what they show comes to sight when they lie still. */
function spin(figure, kept, milliseconds) {
  const left = { ...kept };
  const [dice, places] = [figure.querySelectorAll(".part.table .dice > use"), figure.querySelectorAll(".part.table .places [data-die]")];
  const grounds = figure.querySelectorAll(".part.table .dice > rect");
  places.forEach(({ dataset: { symbol } }, at) => {
    if ((left[symbol] ?? 0) > 0) {
      left[symbol] -= 1;
      return;
    }
    dice[at]?.animate({ opacity: [0, 0, 1] }, milliseconds);
    grounds[at]?.animate({ transform: [`translateY(-26px) rotate(${-300 - 40 * at}deg)`, "translateY(5px) rotate(15deg)", "none"], fill: ["#fff", "#fff"], easing: "ease-out" }, milliseconds);
  });
}
