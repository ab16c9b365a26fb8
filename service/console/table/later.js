/** A panel that is only fetched once it has something to show. */

import { el } from "../shared/dom.js";

/** The panel; `fetched` brings the real one as soon as `isWanted`. */
export function laterPanel(isWanted, fetched) {
  const element = el("div", { class: "later" });
  let coming = null;
  const bring = async () => {
    const panel = await fetched();
    element.append(panel.element);
    return panel;
  };
  const draw = async () => {
    if (!coming && !isWanted()) return;
    coming ??= bring().catch((fault) => { coming = null; throw fault; });
    await (await coming).draw();
  };
  return { element, draw, stop: async () => (await coming)?.stop?.() };
}
