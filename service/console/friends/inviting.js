/** The room in which a table waits for its friends: how they come, who is there, and how to begin without them. */

import { ask } from "../shared/api.js";
import { button, el, redraw } from "../shared/dom.js";
import { drawLooks, lookOf } from "../lobby/looks.js";
import * as paths from "../shared/paths.js";
import { calledSeat } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { joinLink, linkBox, watchLink } from "./links.js";
import { sittingList } from "./sitting.js";

/** The panel of the room; it hides once the game goes on. */
export function invitePanel(table) {
  const body = el("div", { class: "facts" });
  const look = el("div", { class: "look", "aria-hidden": "true" });
  const element = el("section", { class: "card inviting", id: "inviting", hidden: true }, look, body);
  let shown = "";
  const draw = () => {
    const { head } = table;
    const open = head.seats.filter((seat) => seat.kind === "open").length;
    const { invite } = holding(table.id);
    element.hidden = head.status !== "open" || !open || table.isPast;
    if (!element.hidden && !look.dataset.look) {
      look.dataset.look = lookOf(head);
      drawLooks(element);
    }
    const wanted = JSON.stringify([head.seats, invite, head.private]);
    if (wanted === shown) return; // somebody may be copying
    shown = wanted;
    const canInvite = !head.private || Boolean(invite);
    redraw(body, el("h2", {}, say(canInvite ? "invite_friends" : "waiting_sitter")),
      canInvite ? linkBox(say("invite_note", { count: open }), joinLink(table.id, { invite, ...introduction(table) })) : null,
      sittingList(head), beginning(table),
      head.private ? null : linkBox(say("watch_link"), watchLink(table.id)));
  };
  return { element, draw };
}

/** What the host can do who does not want to wait: computers take the free seats, and the game begins. */
function beginning(table) {
  const { owner } = holding(table.id);
  if (!owner) return null;
  const { seats } = table.head;
  const { agent, level } = seats.find((seat) => seat.agent) ?? {};
  const named = agent ? `${agent}${level ? `@${level}` : ""}` : table.ruleset.agents[0];
  const begin = () => attempt(async () => {
    for (const { seat } of seats.filter(({ kind }) => kind === "open")) await ask("PATCH", paths.seat(table.id, seat), { token: owner, body: { agent: named } });
    await table.refresh();
  });
  return el("p", { class: "row" }, button(say("begin_now"), begin, { id: "begin-now" }));
}

/** What a link to a private table tells its guest, whom the server shows nothing yet: who invites, to which game, and who sits there. */
function introduction({ id, head }) {
  const host = head.seats[holding(id).as];
  if (!head.private || !host) return {};
  const look = lookOf(head);
  const others = head.seats.filter(({ seat, kind }) => seat !== host.seat && kind !== "open").map(({ seat }) => calledSeat(head, seat));
  return { by: calledSeat(head, host.seat), of: head.ruleset, ...(look === head.ruleset ? {} : { look }), ...(others.length ? { at: others.join(", ") } : {}) };
}
