/** The dice game on an upright phone: the island has the width, and under it lie the score boxes and the sheets of the others. */

import { el, shape } from "../shared/dom.js";

const WIDEST_PX = 640;
const LEAST_SHAPE = 1.2; // the height of a stage by its width, from which on it is upright
const DICE = "136 14 256 46"; // of the part of the table: the six dice, which get the width
const RIM = 8; // units around the island, for pieces that reach over its edge

/** Whether a stage is upright and narrow. */
export const isUpright = ({ clientWidth: width, clientHeight: height }) => width < WIDEST_PX && height > width * LEAST_SHAPE;

/** Take the sheet on a stage apart, and show the sheets of others beside its boxes; they must be in the page, and a press on them enlarges them, as one on the strip does. What the strip of seats tells as well is left out. */
export function standUpright(parts, others, enlarge) {
  const sheet = parts.querySelector(":scope > .sheet");
  const group = sheet.querySelector("[data-frame]");
  const boxes = group.querySelector(".boxes");
  const edge = boxes.getBBox().x;
  const [, top, , height] = sheet.getAttribute("viewBox").split(" ").map(Number);
  const sea = [...group.children].find((one) => one.getBBox().y > top + RIM && one.getBBox().width > edge / 3 && one.getBBox().x < edge - RIM);
  const isle = sea.getBBox();
  const aside = [...group.children].filter((one) => one !== boxes && one.getBBox().x >= edge && one.getBBox().y > isle.y);
  const column = shape("svg", { class: "part score", "aria-hidden": "true" }, shape("g", {}, boxes, aside));
  for (const one of [...group.children]) if (one.getBBox().y + one.getBBox().height < isle.y || one.getBBox().height >= height - 1) one.remove();
  sheet.setAttribute("viewBox", [isle.x - RIM, isle.y - RIM, isle.width + 2 * RIM, isle.height + 2 * RIM].join(" "));
  const table = parts.querySelector(":scope > .table");
  const said = [...table.querySelectorAll("text")];
  said.forEach((one) => one.remove());
  table.setAttribute("viewBox", DICE);
  parts.append(el("p", { class: "dice-said", "aria-hidden": "true" }, said.map((one) => el("span", {}, one.textContent))), column, el("div", { class: `others of-${Math.min(others.length, 4)}`, onclick: enlarge }, others.map((one) => one.cloneNode(true))));
  const { x, y, width, height: tall } = column.firstChild.getBBox();
  column.setAttribute("viewBox", [x - 2, y - 2, width + 4, tall + 4].join(" "));
}
