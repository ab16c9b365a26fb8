/** The fold of the switches of motion and sound; they are fetched when somebody opens it. */

import { el } from "../shared/dom.js";
import { load } from "../shared/problems.js";
import { say } from "../words/words.js";

/** The panel of the fold. */
export function drawerPanel(table) {
  const element = el("details", { class: "card switches", id: "switches" }, el("summary", {}, say("motion_and_sound")));
  let panel = null;
  const open = () => load(async () => {
    if (!element.open || panel) return;
    const { switchesPanel } = await import("./switches.js");
    panel ??= switchesPanel(table);
    if (!panel.element.isConnected) element.append(panel.element);
    panel.draw();
  });
  element.addEventListener("toggle", open);
  return { element, draw: () => panel?.draw(), stop: () => panel?.stop() };
}
