/** The fold of standing orders in the drawer of a table, for whoever holds a seat there; what is in it is fetched when it is opened. */

import { el } from "../../shared/dom.js";
import { attempt } from "../../shared/problems.js";
import { holding } from "../../shared/purse.js";
import { say } from "../../words/words.js";

/** The panel of a table. */
export function ordersFold(table) {
  const body = el("div");
  const element = el("details", { class: "card", id: "orders", hidden: true }, el("summary", {}, say("orders")), body);
  let panel = null;
  let seen = "";
  const bring = async () => {
    const { ordersPanel } = await import("./orders.js");
    panel ??= ordersPanel(table);
    body.replaceChildren(panel.element);
    await panel.draw();
  };
  element.addEventListener("toggle", () => { if (element.open) attempt(bring); });
  const draw = () => {
    const { seats, as } = holding(table.id);
    element.hidden = table.head.status !== "running" || table.isPast || !seats[as];
    if (element.hidden) element.open = false;
    const now = `${table.head.version} ${table.token}`;
    if (element.open && panel && now !== seen) panel.draw();
    seen = now;
  };
  return { element, draw };
}
