/** How this browser wants its tables: motion, the pace of others, sound, numbers on pieces. A device that asks for less motion gets none. */

import { wish, wished } from "../shared/purse.js";

/** Milliseconds for each move of others, by the name of the pace. */
export const PACES = { none: 0, quick: 400, calm: 1200 };
const USUAL = "quick";
const less = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the device asks for less motion. */
export const isStill = () => less.matches;

/** Whether anything may move. */
export const isMoving = () => !isStill() && wished("motion") !== false;

/** Whether sounds were wished for. */
export const isSounding = () => wished("sound") === true;

/** The name of the chosen pace. */
export const paceName = () => (Object.hasOwn(PACES, wished("pace") ?? "") ? wished("pace") : USUAL);

/** Milliseconds for each move of others; 0 shows them at once. */
export const paceMs = () => (isStill() ? 0 : PACES[paceName()]);

/** Choose something of this; tells whether the browser remembers it. Without that it holds for the page. */
export function choose(name, value) {
  const lasts = wish(name, value);
  settle();
  return lasts;
}

/** Whether pieces and badges have the numbers of seats instead of their marks. */
export const hasDigits = () => wished("digits") === true;

function settle() {
  document.documentElement.toggleAttribute("data-still", !isMoving());
  document.documentElement.toggleAttribute("data-digits", hasDigits());
}

/** Call back whenever the device changes its mind; answers how to end that. */
export function onStill(changed) {
  less.addEventListener("change", changed);
  return () => less.removeEventListener("change", changed);
}

less.addEventListener("change", settle);
settle();
