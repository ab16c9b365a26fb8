/** Whether others use this computer, which then keeps no seats: a choice before one sits down, and a switch at the table. */

import { el, field } from "../shared/dom.js";
import { showProblem } from "../shared/problems.js";
import { isShared, shareComputer } from "../shared/purse.js";
import { say } from "../words/words.js";

const sharedBox = () => el("input", { type: "checkbox", id: "shared", checked: isShared() });

/** The choice as `parts` of a form; `settle` does what was chosen. */
export function sharedChoice() {
  const box = sharedBox();
  const note = el("p", { class: "quiet", id: "shared-note", hidden: !box.checked }, say("shared_note"));
  box.addEventListener("change", () => { note.hidden = !box.checked; });
  const settle = () => { if (box.checked !== isShared()) shareComputer(box.checked); };
  return { parts: [field(say("shared_computer"), box), note], settle };
}

/** The switch, which acts at once; `changed` is called after it. */
export function sharedSwitch(changed) {
  const box = sharedBox();
  box.addEventListener("change", () => {
    if (!shareComputer(box.checked) && !box.checked) {
      box.checked = true;
      showProblem({ title: say("storage_shut"), detail: say("storage_shut_note") });
    }
    changed();
  });
  return el("div", {}, field(say("shared_computer"), box));
}
