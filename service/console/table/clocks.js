/** Times that run down on the page, by the clock of the server. */

import { el } from "../shared/dom.js";
import { serverNow } from "../shared/now.js";
import { language, say } from "../words/words.js";

const SECOND_MS = 1000;
const SHORT_S = 3600; // shorter times are counted down

/** A short clock until a time, for `tickAll`; as a sentence where it `speaks`. */
export const clockOf = (until, speaks = false) => el("span", { class: speaks ? null : "time", role: "timer", "data-until": until, "data-speaks": speaks });

/** Write how much time is left on all clocks in an element. */
export function tickAll(element) {
  for (const clock of element.querySelectorAll("[data-until]")) {
    const [short, sentence] = leftUntil(new Date(clock.dataset.until));
    const text = "speaks" in clock.dataset ? sentence : short;
    if (clock.textContent !== text) clock.textContent = text;
    clock.setAttribute("aria-label", sentence);
  }
}

/** How much time is left, or when it ends where that is far off: as short as it can be, and as a sentence. */
function leftUntil(until) {
  const left = Math.max(0, Math.ceil((until - serverNow()) / SECOND_MS));
  if (left >= SHORT_S) {
    const time = until.toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
    return [time, say("until", { time })];
  }
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return [clock, say("left", { clock })];
}
