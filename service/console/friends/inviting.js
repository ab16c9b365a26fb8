/** How friends come to a table that waits for them. */

import { el, redraw } from "../shared/dom.js";
import { drawLooks, lookOf } from "../lobby/looks.js";
import { calledSeat } from "../shared/people.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { joinLink, linkBox, watchLink } from "./links.js";

/** The panel with the links; it hides once the game goes on. */
export function invitePanel(table) {
  const body = el("div", { class: "columns" });
  const look = el("div", { class: "look", "aria-hidden": "true" });
  const element = el("section", { class: "card inviting", id: "inviting", hidden: true }, look, el("h2", {}, say("invite_friends")), body);
  let shown = "";
  const draw = () => {
    const { head } = table;
    const open = head.seats.filter((seat) => seat.kind === "open").length;
    const { invite } = holding(table.id);
    element.hidden = head.status !== "open" || !open || (head.private && !invite) || table.isPast;
    if (!element.hidden && !look.dataset.look) {
      look.dataset.look = lookOf(head);
      drawLooks(element);
    }
    const wanted = JSON.stringify([open, invite, head.private]);
    if (wanted === shown) return; // somebody may be copying
    shown = wanted;
    redraw(body,
      linkBox(say("invite_note", { count: open }), joinLink(table.id, { invite, ...introduction(table) })),
      ...(head.private ? [] : [linkBox(say("watch_link"), watchLink(table.id))]));
  };
  return { element, draw };
}

/** What a link to a private table tells its guest, whom the server shows nothing yet: who invites, and to which game. */
function introduction({ id, head }) {
  const host = head.seats[holding(id).as];
  return head.private && host ? { by: calledSeat(head, host.seat), of: head.ruleset } : {};
}
