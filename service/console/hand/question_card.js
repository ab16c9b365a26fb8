/** The card of a question: what it is about, its answers beside each other, and a clock that ends them. */

import { button, el } from "../shared/dom.js";
import { serverNow } from "../shared/now.js";
import { say } from "../words/words.js";

const TICK_MS = 250;

/**
 * A card. `about` are its lines, `answers` its buttons, `label` says in words what it asks. `until` is the time, in ms
 * of the server, after which no answer counts: then the buttons can be pressed no more. `whole` is how long it took in
 * all, in seconds, for the ring of the clock.
 */
export function questionCard({ label, about, answers = [], until = null, whole = null, members = {} }) {
  const row = el("div", { class: "row answers" }, answers);
  const element = el("article", { class: "offer", "aria-label": label, ...members }, about, row);
  if (until) row.append(clock(until, whole, () => close(element)));
  return element;
}

/** An answer on a card; the main one is what the card hopes for. */
export const answer = (content, press, { type, isMain = false, ...members }) => button(content, press, { class: isMain ? "act main" : "act", "data-type": type, ...members });

/** Let no answer be pressed any more, and say why. */
function close(element) {
  element.toggleAttribute("data-over", true);
  for (const one of element.querySelectorAll("button")) one.disabled = true;
  element.querySelector(".answers").append(el("span", { class: "quiet", role: "status" }, say("too_late")));
}

/** A time as short as a ring needs it: seconds, minutes or hours. */
const short = (seconds) => (seconds < 100 ? Math.ceil(seconds) : seconds < 5400 ? `${Math.ceil(seconds / 60)}′` : `${Math.round(seconds / 3600)} h`);

/** A ring that runs down; `over` is called when it has. */
function clock(until, whole, over) {
  const left = () => Math.max(0, (until - serverNow()) / 1000);
  const all = whole || left() || 1;
  const element = el("span", { class: "clock", role: "timer", "data-until": until, "aria-label": say("answer_until", { seconds: Math.ceil(left()) }) });
  const tick = (isFirst) => {
    element.style.setProperty("--left", `${Math.min(1, left() / all) * 360}deg`);
    element.textContent = short(left());
    if (left() <= 0) return over();
    return (isFirst || element.isConnected) && setTimeout(tick, Math.min(TICK_MS, left() * 1000 + 1));
  };
  queueMicrotask(() => tick(true)); // the card must be whole before it can be closed
  return element;
}
