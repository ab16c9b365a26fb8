/** Standing orders of the seat that this tab plays: one press sets one, one press ends it. Nobody else can read them. */

import { ask } from "../../shared/api.js";
import { button, el, field, redraw, select } from "../../shared/dom.js";
import * as paths from "../../shared/paths.js";
import { attempt, load } from "../../shared/problems.js";
import { holding } from "../../shared/purse.js";
import { ORDERS } from "../../words/orders.js";
import { learn, say } from "../../words/words.js";
import { offeredTo } from "./offered_orders.js";

learn(ORDERS);

const LAST = 3;

/** The panel; `draw` asks for the list anew. */
export function ordersPanel(table) {
  const list = el("ul", { class: "seeks", id: "standing" });
  const ended = el("ul", { class: "quiet", id: "ended-orders" });
  const told = el("p", { class: "quiet", role: "status", id: "orders-told" });
  const offers = offeredTo(table);
  const seat = () => holding(table.id).as;
  const change = (method, path, body) => attempt(async () => show(await ask(method, path, { token: table.token, body })));
  const set = (order) => change("POST", paths.orders(table.id, seat()), order);
  const end = (id) => change("DELETE", paths.order(table.id, seat(), id));
  const nameOf = (order) => offers.map((offer) => offer.nameOf(order)).find(Boolean) ?? say(`order_kind_${order.kind}`);

  const show = ({ orders, ended: last, delay }) => {
    told.textContent = say("orders_stand", { count: orders.length, least: delay.least_s, most: delay.most_s });
    redraw(list, ...orders.map(({ id, order, sent }) => el("li", { class: "row" }, el("span", {}, nameOf(order), sent ? ` (${say("order_sent", { count: sent })})` : null),
      button(say("end_order"), () => end(id), { id: `end-${id}`, "aria-label": say("end_order_named", { order: nameOf(order) }) }))));
    ended.replaceChildren(...last.slice(-LAST).reverse().map((one) => el("li", {}, `${say(`order_kind_${one.kind}`)}: ${say(`order_${one.reason ?? one.status}`)}`)));
  };
  const draw = () => load(async () => show(await ask("GET", paths.orders(table.id, seat()), { token: table.token })));
  const element = el("div", {}, el("p", { class: "quiet" }, say("orders_note")), el("div", { class: "order-offers" }, offers.map((offer) => offerRow(offer, set))),
    told, list, button(say("end_all_orders"), () => change("DELETE", paths.orders(table.id, seat())), { id: "end-orders" }), ended);
  return { element, draw };
}

/** A button that sets an order; where it is about a kind of card, with a list to choose it from. */
function offerRow({ id, text, kinds, make }, set) {
  if (!kinds) return button(text, () => set(make()), { id: `order-${id}` });
  const kind = select(kinds, kinds[0][0], { id: `kind-${id}` });
  return el("div", { class: "row" }, field(text, kind), button(say("set_order"), () => set(make(kind.value)), { id: `order-${id}`, "aria-label": `${say("set_order")}: ${text}` }));
}
