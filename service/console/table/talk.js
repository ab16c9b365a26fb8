/** The place of what seats say by phrases; where a game allows none, nothing is fetched and nothing is shown. */

import { el } from "../shared/dom.js";
import { say } from "../words/words.js";

/** The panel: `element` stands in the strip, `bubbles` below it; `hear` and `catchUp` are for the stream. The table waits for none of it. */
export function talkPanel(table) {
  const element = el("div", { class: "talk" });
  const bubbles = el("ol", { class: "bubbles", "aria-live": "polite", "aria-label": say("said") });
  let coming = null;
  let panel = null;
  const bring = async () => { panel = (await import("./phrases.js")).phrasesOf(table, element, bubbles); };
  const whenAllowed = (work) => {
    if (!table.head.phrases) return;
    coming ??= bring();
    coming.then(() => work(panel)).catch(() => { coming = panel ? coming : null; }); // the next look tries again
  };
  return {
    element, bubbles,
    draw: () => whenAllowed((one) => one.draw()),
    hear: (said) => whenAllowed((one) => one.hear(said)),
    catchUp: () => whenAllowed((one) => one.catchUp()),
    stop: () => panel?.stop(),
  };
}
