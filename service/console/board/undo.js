/** The undo beside the board, where the server says that there is something for this seat to take back. */

import { button, el } from "../shared/dom.js";
import { work } from "../shared/jobs.js";
import * as paths from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";

const BY_VOTE = "vote";

/** The panel of one button; it lies over the board, so that nothing moves when it comes and goes. */
export function undoPanel(table) {
  const progress = el("span", { class: "unseen", "aria-live": "polite" });
  const undo = () => attempt(() => work(paths.undo(table.id), {}, table.token, progress)).then(() => table.refresh());
  const sign = el("span", { "aria-hidden": "true" }, "↶");
  const said = el("span");
  const press = button([sign, said], undo, { id: "undo-here" });
  const element = el("div", { class: "undoing", hidden: true }, press, progress);
  const draw = () => {
    const { status, undo: offer } = table.head;
    element.hidden = !offer || status !== "running" || table.isPast || table.isBehind || !/^\d+$/.test(holding(table.id).as);
    said.textContent = say(offer?.by === BY_VOTE ? "ask_undo" : "undo");
  };
  return { element, draw };
}
