/** A curtain for people who share one screen: nobody sees the hand of the player before. */

import { button, el, field } from "../shared/dom.js";
import { calledSeat } from "../shared/people.js";
import { hold, holding, wish, wished } from "../shared/purse.js";
import { say } from "../words/words.js";

/** The curtain of a table; it closes when it is the turn of somebody else who plays on this screen. */
export function curtainPanel(table) {
  const element = el("dialog", { class: "curtain", id: "curtain" });
  element.addEventListener("cancel", (event) => event.preventDefault());
  element.addEventListener("close", () => { if (!table.left && element.isConnected && nextAtScreen(table) !== null) element.showModal(); }); // a second Escape closes any dialog
  const draw = () => {
    const next = nextAtScreen(table);
    if (next === null) return element.open && element.close();
    element.replaceChildren(...asked(table, next, element));
    return element.open || element.showModal();
  };
  return { element, draw };
}

/** The seat of another person at this screen that is waited for; null while whoever looks has to act, too. */
export function nextAtScreen(table) {
  const { head } = table;
  const { seats, as } = holding(table.id);
  const own = Object.keys(seats).map(Number).filter((seat) => head.seats[seat]?.kind === "human");
  if (head.status !== "running" || table.isPast || own.length < 2 || !own.includes(Number(as || NaN)) || wished("curtain") === false) return null;
  const owed = head.awaiting.filter((one) => one.must !== false).map((one) => one.seat);
  return owed.includes(Number(as)) ? null : (own.find((seat) => owed.includes(seat)) ?? null);
}

function asked(table, seat, element) {
  const name = calledSeat(table.head, seat);
  const keep = el("input", { type: "checkbox", id: "no-curtain" });
  const open = async () => {
    if (keep.checked) wish("curtain", false);
    hold(table.id, { as: String(seat) });
    await table.changeEyes();
    element.close();
  };
  return [
    el("h2", {}, say("turn_of", { name })), el("p", {}, say("hand_on", { name })),
    el("p", {}, button(say("i_am", { name }), open, { class: "main", id: "open-curtain", "data-seat": seat })),
    field(say("no_curtain"), keep),
  ];
}
