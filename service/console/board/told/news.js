/** What happens, said as it happens: each new line of the log, in a region that screen readers read aloud. */

import { el } from "../../shared/dom.js";
import { say } from "../../words/words.js";

const GATHER_MS = 400; // a line may still grow, and several come together
const KEPT = 8; // lines

/** The region, and how to end it. */
export function newsOf(table) {
  const element = el("div", { class: "unseen", id: "news", role: "log", "aria-label": say("told_news") });
  const log = document.getElementById("events");
  const floor = table.head.version; // older lines are no news
  let waiting = [];
  let soon;
  const tell = () => {
    soon = undefined;
    element.append(...waiting.map((line) => el("p", {}, line.lastElementChild.textContent)));
    while (element.children.length > KEPT) element.firstElementChild.remove();
    waiting = [];
  };
  const seen = new MutationObserver((changes) => {
    const lines = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => Number(one.dataset?.version) > floor);
    waiting.push(...lines);
    if (lines.length) soon ??= setTimeout(tell, GATHER_MS);
  });
  if (log) seen.observe(log, { childList: true });
  return { element, stop: () => { seen.disconnect(); clearTimeout(soon); } };
}
