/** Who is away from a table of friends, and what the others can do: send the link again, let an agent play, free the seat by a vote. */

import { ask, Refusal } from "../shared/api.js";
import { button, el } from "../shared/dom.js";
import { serverNow } from "../shared/now.js";
import * as paths from "../shared/paths.js";
import { calledSeat } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { hold, holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { joinLink, linkBox, watchLink } from "./links.js";

const INVALID = 422;
const HELPED = { overdue: ["agent", "free"], absent: ["free"], resigned: ["free"], free: ["invite"] };
const needsInvite = ({ id, head }) => (head.private || Boolean(head.rematch_of)) && !holding(id).invite;

/** Why the others need not wait for a seat: `overdue`, `absent`, `resigned`, or `free` in a game that goes on; null where its player is there. */
export function awayOf({ head }, { seat, kind, left }, now = serverNow()) {
  if (head.status !== "running") return null;
  if (kind === "open") return "free";
  if (left && left !== "lent") return left;
  return dueOf(head, seat) <= now ? "overdue" : null;
}

/** When a seat is overdue, in ms; Infinity for one that need not act. */
const dueOf = (head, seat) => Math.min(...head.awaiting.filter((one) => one.seat === seat && one.must !== false)
  .map(({ overdue_at: overdue, deadline }) => Date.parse(overdue ?? deadline)).filter(Number.isFinite), Infinity);

/** When the next seat of another person will be overdue, in ms; Infinity if none will. */
export function nextDue(table, now = serverNow()) {
  return Math.min(...othersOf(table).map(({ seat }) => dueOf(table.head, seat)).filter((at) => at > now), Infinity);
}

/** The seats of people who do not play in this tab, and of those whom agents replaced. */
export function othersOf({ id, head }) {
  const { seats } = holding(id);
  return head.seats.filter(({ seat, kind, left }) => !seats[seat] && (kind !== "ai" || left));
}

/** Whether this tab may do anything about others: it plays a seat, or owns the game. */
export function mayHelp({ id, head, isPast }) {
  const { as, seats } = holding(id);
  return !isPast && (as === "owner" || Boolean(seats[as] && !head.seats[as]?.left));
}

/** What can be done about a seat: buttons, and the link to send again. A vote that is open is not asked for once more. */
export function helpFor(table, seat, why) {
  const name = calledSeat(table.head, seat.seat);
  const makes = { agent: letPlay, free: freeSeat, invite: freeSeat };
  const asked = isAsked(table, seat.seat);
  const helps = (mayHelp(table) ? HELPED[why] ?? [] : []).filter((help) => (help === "invite" ? needsInvite(table) : help !== "free" || !asked));
  const buttons = helps.map((help) => button(say(`help_${help}`), () => attempt(() => makes[help](table, seat.seat)), { id: `help-${help}-${seat.seat}`, class: help === "free" ? "" : "main" }));
  return [
    buttons.length ? el("div", { class: "row" }, buttons) : null,
    why === "free" ? freeLink(table) : sendAgain(table),
    helps.includes("free") ? el("p", { class: "quiet" }, say(why === "resigned" ? "free_by_vote" : "free_note", { name })) : null,
  ];
}

/** Whether a vote on freeing a seat is open. */
export const isAsked = ({ openVotes = [] }, seat) => openVotes.some((vote) => vote.kind === "seat" && vote.seat === seat);

const freeLink = (table) => (needsInvite(table) ? null : linkBox(say("invite_free"), joinLink(table.id, { invite: holding(table.id).invite })));

/** The invitation, or the game's link where this browser has none: both know their sitter by the browser. */
function sendAgain({ id }) {
  const { invite } = holding(id);
  return el("details", {}, el("summary", {}, say("send_again")), linkBox(say("send_again_note"), invite ? joinLink(id, { invite }) : watchLink(id)));
}

/** Put an agent on an overdue seat, or on one's own: the one that the server names as the usual one. */
export async function letPlay(table, seat, agent = table.ruleset.agents[0]) {
  try {
    await ask("PATCH", paths.seat(table.id, seat), { token: table.token, body: { agent } });
  } catch (fault) {
    const usual = fault instanceof Refusal && fault.problem.status === INVALID && fault.problem.errors?.[0]?.allowed?.[0];
    if (!usual || usual === agent) throw fault;
    return letPlay(table, seat, usual);
  }
  return table.refresh();
}

/** Ask all others to free a seat; a seat that is free already gets a link. */
async function freeSeat(table, seat) {
  const { invite } = await ask("PATCH", paths.seat(table.id, seat), { token: table.token, body: { open: true } });
  if (invite) hold(table.id, { invite });
  table.votesChanged = true;
  await table.refresh();
}
