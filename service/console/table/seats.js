/** Who sits at the table, who is awaited, and as whom one looks at it. */

import { letPlay } from "../friends/away.js";
import { adopt } from "../friends/join.js";
import { joinLink, linkBox } from "../friends/links.js";
import { ask } from "../shared/api.js";
import { button, el, field, form, redraw, select } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { calledSeat, inPoints, seatBadge } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { forget, hold, holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { clockOf, tickAll } from "./clocks.js";

const SECOND_MS = 1000;

/** The panel of the seats. */
export function seatsPanel(table) {
  const rows = el("ul", { class: "players", id: "players" });
  const eyes = el("div", { class: "row" });
  const paste = pasteForm(table);
  const element = el("section", { class: "card" }, el("h2", {}, say("seats")), eyes, rows, paste);
  let shown = "";
  const draw = () => {
    const { seats, awaiting, result, version } = seen(table);
    const wanted = JSON.stringify([table.head.status, seats, awaiting, result, table.isPast && version, holding(table.id)]);
    if (wanted === shown) return; // somebody may be writing a name
    shown = wanted;
    redraw(eyes, ...identity(table));
    redraw(rows, ...seats.map((seat) => seatRow(table, seat)));
    tickAll(rows);
  };
  const ticking = setInterval(() => tickAll(rows), SECOND_MS);
  return { element, draw, stop: () => clearInterval(ticking) };
}

/** What is told belongs to the version on show. */
const seen = (table) => table.now;

function identity(table) {
  const held = holding(table.id);
  const seats = Object.keys(held.seats).map((seat) => [seat, calledSeat(table.head, seat)]);
  const choices = [...seats, ...(held.owner ? [["owner", say("owner")]] : []), ["", say("spectator")]];
  const list = select(choices, held.as ?? "", { id: "look-as" });
  list.addEventListener("change", () => {
    hold(table.id, { as: list.value });
    table.changeEyes();
  });
  const comes = seats.length || held.owner ? null : el("a", { id: "i-sit-here", href: `#/back/${table.id}` }, say("i_sit_here"));
  return [field(say("look_as"), list), comes];
}

function seatRow(table, seat) {
  const view = seen(table);
  const owes = view.awaiting.filter((one) => one.seat === seat.seat);
  const result = view.result;
  const won = result?.winners.includes(seat.seat);
  return el("li", { class: owes.some((one) => one.must) ? "awaited" : "" },
    seatBadge(view, seat.seat),
    el("div", { class: "who" },
      el("strong", {}, calledSeat(view, seat.seat)),
      " ", el("span", { class: "quiet" }, say(seat.left ? `left_${seat.left}` : `kind_${seat.kind}`)),
      owes.map((one) => owing(table, one)),
      result ? " " : null,
      result ? el("span", { class: won ? "badge open" : "quiet" }, `${won ? `${say("winner")}, ` : ""}${inPoints(result.points[seat.seat])}`) : null),
    seat.kind === "open" ? takeForm(table, seat.seat) : (comeBack(table, seat) ?? lend(table, seat) ?? handOn(table, seat) ?? ownerTools(table, seat)));
}

/** A link that gives a seat of this tab to somebody else: whoever opens it first has the seat, and the token here dies. */
function handOn(table, { seat, kind, held }) {
  const { seats, as } = holding(table.id);
  if (kind !== "human" || held || !seats[seat] || as === String(seat) || table.head.status === "finished") return null;
  return el("details", {}, el("summary", {}, say("hand_on_by_link")), linkBox(say("hand_on_note"), joinLink(table.id, { token: seats[seat] })));
}

function owing(table, one) {
  const usual = table.word("frames", one.frame);
  const notes = [one.frame === "discard" ? usual : say(one.frame === "trade" && table.head.ruleset === "catan" ? "owed_turn" : `owed_${one.frame}`, {}, usual), one.must === false && say("may"), one.agent_state && say(`agent_${one.agent_state}`)];
  const until = one.deadline && !table.isPast && !table.isBehind ? clockOf(one.deadline, true) : null;
  return el("span", { class: "badge running" }, notes.filter(Boolean).join(" · "), until ? [" · ", until] : null);
}

/** Whoever was absent or lent the seat takes it back from the agent. */
function comeBack(table, { seat, left }) {
  if (!(left === "absent" || left === "lent") || table.head.status !== "running" || holding(table.id).as !== String(seat)) return null;
  return el("div", { class: "row" }, button(say("come_back"), () => table.act(paths.seats(table.id), { seat }), { class: "main", id: "come-back" }));
}

/** Whoever has to go lends the seat to an agent, and takes it back at any moment. */
function lend(table, { seat, kind, left }) {
  if (kind !== "human" || left || table.head.status !== "running" || table.isPast || holding(table.id).as !== String(seat)) return null;
  const isAlone = !table.head.seats.some((one) => one.seat !== seat && one.kind === "human" && !one.left);
  return el("div", {}, el("div", { class: "row" }, button(say("lend_seat"), () => attempt(() => letPlay(table, seat)), { id: "lend-seat" })),
    isAlone ? el("p", { class: "quiet", id: "lend-note" }, say("lend_alone")) : null);
}

function takeForm(table, seat) {
  const name = el("input", { id: `name-${seat}`, maxlength: 40, autocomplete: "off" });
  const invite = el("input", { id: `invite-${seat}`, autocomplete: "off", value: holding(table.id).invite ?? "" });
  const take = () => attempt(async () => {
    const body = { seat, ...(name.value.trim() ? { name: name.value.trim() } : {}), ...(invite.value ? { invite: invite.value } : {}) };
    const seated = await ask("POST", paths.seats(table.id), { body });
    hold(table.id, { seats: { [seated.seat]: seated.token }, as: String(seated.seat) });
    await table.changeEyes();
  });
  return form({ class: "row" }, take, field(say("name"), name), table.head.private ? field(say("invite"), invite) : null, el("button", { class: "take" }, say("take")));
}

function ownerTools(table, seat) {
  if (holding(table.id).as !== "owner" || table.head.status === "finished" || seat.left || (seat.held && table.head.status === "running")) return null;
  const change = (body) => attempt(async () => {
    const changed = await ask("PATCH", paths.seat(table.id, seat.seat), { token: table.token, body });
    hold(table.id, changed.invite ? { invite: changed.invite } : {});
    await table.refresh();
  });
  const agent = table.head.seats.find((one) => one.agent)?.agent ?? table.ruleset.agents[0];
  return el("div", { class: "row" },
    seat.kind === "ai" ? null : button(say("hand_over"), () => change({ agent }), { id: `hand-${seat.seat}` }),
    button(say("open_seat"), () => change({ open: true }), { id: `open-${seat.seat}` }));
}

function pasteForm(table) {
  const token = el("input", { type: "password", autocomplete: "off", required: true });
  const use = () => attempt(async () => {
    await adopt(table.id, token.value.trim());
    token.value = "";
    await table.changeEyes();
  });
  const shown = el("div");
  const reveal = () => shown.replaceChildren(...heldLines(table.id));
  const drop = () => { forget(table.id); shown.replaceChildren(); return table.changeEyes(); };
  return el("details", {}, el("summary", {}, say("token")),
    form({ class: "row" }, use, field(say("paste"), token), el("button", {}, say("use"))),
    el("div", { class: "row" }, button(say("show_tokens"), reveal), button(say("forget"), drop)), shown);
}

function heldLines(id) {
  const { seats, owner, invite } = holding(id);
  const lines = [...Object.entries(seats).map(([seat, token]) => [say("seat", { seat: Number(seat) + 1 }), token]), [say("owner"), owner], [say("invite"), invite]];
  return lines.filter(([, token]) => token).map(([whose, token]) => el("p", { class: "secret" }, `${whose}: `, el("code", {}, token)));
}
