/** What is said over the board while somebody is away, and the list of all friends in the drawer. */

import { ask, Refusal } from "../shared/api.js";
import { button, el, field, redraw, signed } from "../shared/dom.js";
import { serverNow } from "../shared/now.js";
import * as paths from "../shared/paths.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { heldPlayer, holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { awayOf, helpFor, isAsked, mayHelp, nextDue, othersOf, presenceOf } from "./away.js";

const ELSEWHERE = "presence_elsewhere";
const SOON_MS = 500;
const LONGEST_MS = 86_400_000; // timers know no month

/** The card over the board: an agent plays here, or the others wait for somebody who is overdue, absent, or left a free seat. It can be put away. */
export function waitingCard(table) {
  const body = el("div");
  const element = el("section", { class: "card asks", id: "away", hidden: true, role: "status" }, body);
  let shown = "";
  let timer = 0;
  const draw = () => {
    const told = tellable(table);
    const wanted = JSON.stringify([told.map(([seat, why]) => [seat.seat, why, calledSeat(table.head, seat.seat), isAsked(table, seat.seat)]), holding(table.id).invite]);
    clearTimeout(timer);
    const due = nextDue(table) - serverNow();
    if (due < Infinity && !table.left) timer = setTimeout(draw, Math.min(due + SOON_MS, LONGEST_MS));
    if (wanted === shown) return; // somebody may be copying a link
    shown = wanted;
    element.hidden = !told.length;
    const put = button(signed("×", say("put_away")), () => { element.hidden = true; }, { id: "put-away", class: "close" });
    redraw(body, put, ...told.map(([seat, why]) => sentence(table, seat, why)));
  };
  return { element, draw, stop: () => clearTimeout(timer) };
}

/** The seats that the card tells of, with the reason; one's own is `own` while an agent plays there. */
function tellable(table) {
  const { head } = table;
  const own = ownLent(table);
  if (own) return [[own, "own"]];
  if (!mayHelp(table) || head.paused) return [];
  return othersOf(table).map((seat) => [seat, awayOf(table, seat)]).filter(([, why]) => why && why !== "resigned");
}

/** The seat that this tab looks as, where an agent plays until its player comes back. */
function ownLent({ id, head, isPast }) {
  const seat = head.seats[holding(id).as];
  return head.status === "running" && !isPast && ["absent", "lent"].includes(seat?.left) ? seat : null;
}

function sentence(table, seat, why) {
  const told = el("p", {}, seatBadge(table.head, seat.seat, "small"), " ", say(`away_${why}`, { name: calledSeat(table.head, seat.seat) }));
  if (why !== "own") return el("div", { "data-seat": seat.seat }, told, el("div", { class: "help" }, helpFor(table, seat, why)));
  const back = () => table.act(paths.seats(table.id), { seat: seat.seat });
  return el("div", { "data-seat": seat.seat }, told, el("p", { class: "row" }, button(say("come_back"), back, { class: "main", id: "play-again" })));
}

/** The list of friends in the drawer, each with what can be done. */
export function friendsList(table) {
  const rows = el("ul", { class: "players", id: "friends" });
  const switching = presenceSwitch(table);
  const element = el("section", { class: "card", hidden: true }, el("h2", {}, say("friends_here")), rows, switching.element);
  let shown = "";
  const draw = () => {
    switching.draw();
    const others = othersOf(table).map((seat) => [seat, awayOf(table, seat)]).filter(([seat, why]) => seat.kind !== "open" || why);
    element.hidden = !others.length || table.head.status !== "running";
    const wanted = JSON.stringify([others, others.map(([{ seat }]) => presenceOf(table, seat)), others.map(([{ seat }]) => isAsked(table, seat)), mayHelp(table), holding(table.id).invite]);
    if (wanted === shown || element.hidden) return;
    shown = wanted;
    redraw(rows, ...others.map(([seat, why]) => el("li", {}, seatBadge(table.head, seat.seat),
      el("div", { class: "who" }, el("strong", {}, calledSeat(table.head, seat.seat)), " ", el("span", { class: "quiet" }, why ? say(`is_${why}`) : presenceOf(table, seat.seat)?.said)), helpFor(table, seat, why))));
  };
  return { element, draw };
}

/** A box to tick by whoever lets the others see whether they are there; at first nobody does. What was chosen stands until the news says the same, seconds later; what is refused goes back. */
function presenceSwitch(table) {
  const seat = () => Number(holding(table.id).as);
  const note = el("p", { class: "quiet", id: "presence-note", role: "status" });
  let chosen;
  let told;
  const show = async () => {
    const presence = box.checked;
    let said = ELSEWHERE;
    chosen = { seat: seat(), presence };
    const isAnswered = await attempt(async () => { said = await agree(table, seat(), { presence }); });
    note.textContent = isAnswered && said ? say(said) : "";
    if (said !== ELSEWHERE) return;
    chosen = undefined;
    box.checked = !presence;
  };
  const box = el("input", { type: "checkbox", id: "show-presence", onchange: show });
  const element = el("div", { hidden: true }, field(say("show_presence"), box), note);
  const draw = () => {
    element.hidden = !table.token || Number.isNaN(seat());
    if (told === table.there || !table.there) return;
    told = table.there;
    const presence = told.seats.some((one) => one.seat === seat());
    if (chosen?.seat === seat() && chosen.presence !== presence) return;
    chosen = undefined;
    box.checked = presence;
  };
  return { element, draw };
}

/** Agree for a seat, or for all seats of the player of this browser, if the seat is that player's; returns the key of what is to be said of it, if anything. */
async function agree(table, seat, body) {
  try {
    await ask("PATCH", paths.seat(table.id, seat), { token: table.token, body });
    return null;
  } catch (fault) {
    if (!(fault instanceof Refusal) || fault.problem.errors?.[0]?.pointer !== "/presence") throw fault;
  }
  const player = heldPlayer();
  if (!player) return ELSEWHERE;
  const headers = { "X-Api-Key": player.token };
  const { games } = await ask("GET", paths.player(player.id), { headers, query: { limit: 50 } });
  if (!games.some((one) => one.game === table.id && one.seat === seat)) return ELSEWHERE;
  await ask("PATCH", paths.player(player.id), { headers, body });
  return "presence_of_player";
}
