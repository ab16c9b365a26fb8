/** The panel of those who play with friends. What it shows is fetched once their table is shown: a way back, help where somebody is away, a rematch. */

import { el } from "../shared/dom.js";
import { holding } from "../shared/purse.js";

/** The panel; `element` lies over the board, `settings` in the drawer. */
export function friendsPanel(table) {
  const element = el("div", { class: "friends-asks" });
  const settings = el("div");
  let panels = [];
  let coming = null;
  const bring = async () => {
    const { friends } = await import("./friends.js");
    if (!table.left) panels = friends.panelsOf(table, element, settings);
  };
  const draw = () => {
    const { seats, owner } = holding(table.id);
    if (!coming && (owner || Object.keys(seats).length)) coming = bring().then(draw, () => { coming = null; }); // the table does not wait for it
    panels.forEach((panel) => panel.draw());
  };
  return { element, settings, draw, stop: () => panels.forEach((panel) => panel.stop?.()) };
}
