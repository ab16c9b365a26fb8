/** A table before one sits at it: how its game looks, and who sits there. */

import { drawLooks } from "../lobby/looks.js";
import { el } from "../shared/dom.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";

/** The picture of a game in a card: `look` names it. It comes when it is here. */
export function lookBox(look) {
  const element = el("div", { class: "look-box", "aria-hidden": "true" }, el("div", { class: "look", "data-look": look }));
  drawLooks(element);
  return element;
}

/** The seats of a game as a list, each with who sits there. */
export function sittingList(game) {
  const { seats } = holding(game.id);
  const said = ({ seat, kind }) => (seat in seats ? say("told_you_sit") : kind === "ai" ? say("kind_ai") : "");
  const entry = (seat) => el("li", { class: seat.kind === "open" ? "free" : null }, seatBadge(game, seat.seat, "small"),
    el("span", {}, seat.kind === "open" ? say("free_seat") : calledSeat(game, seat.seat)), " ", el("span", { class: "quiet" }, said(seat)));
  return el("ul", { class: "sitting", "aria-label": say("seats") }, game.seats.map(entry));
}
