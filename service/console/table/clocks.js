/** Times that run down on the page. */

import { el } from "../shared/dom.js";
import { language, say } from "../words/words.js";

const SECOND_MS = 1000;
const SHORT_S = 3600; // shorter times are counted down

/** A short clock until a time, for `tickAll`. */
export const clockOf = (until) => el("span", { class: "time", role: "timer", "data-until": until });

/** Write how much time is left on all clocks in an element. */
export function tickAll(element) {
  for (const clock of element.querySelectorAll("[data-until]")) {
    const until = new Date(clock.dataset.until);
    const left = Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
    const text = left < SHORT_S ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : until.toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
    if (clock.textContent !== text) clock.textContent = text;
    clock.setAttribute("aria-label", left < SHORT_S ? say("left", { clock: text }) : say("until", { time: text }));
  }
}
