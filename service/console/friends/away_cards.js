/** What is said over the board while somebody is away, and the list of all friends in the drawer. */

import { ask } from "../shared/api.js";
import { button, el, field, redraw, signed } from "../shared/dom.js";
import { serverNow } from "../shared/now.js";
import * as paths from "../shared/paths.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { heldPlayer, holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { awayOf, helpFor, isAsked, mayHelp, nextDue, othersOf } from "./away.js";

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
    const wanted = JSON.stringify([others, others.map(([{ seat }]) => isAsked(table, seat)), mayHelp(table), holding(table.id).invite]);
    if (wanted === shown || element.hidden) return;
    shown = wanted;
    redraw(rows, ...others.map(([seat, why]) => el("li", {}, seatBadge(table.head, seat.seat),
      el("div", { class: "who" }, el("strong", {}, calledSeat(table.head, seat.seat)), " ", why ? el("span", { class: "quiet" }, say(`is_${why}`)) : null), helpFor(table, seat, why))));
  };
  return { element, draw };
}

/** A box to tick by whoever lets the others see whether they are there; at first nobody does. What was chosen stands until the news says the same, seconds later; what is refused goes back. */
function presenceSwitch(table) {
  const seat = () => Number(holding(table.id).as || NaN);
  const chosen = {};
  const show = async () => {
    const [mine, presence] = [seat(), box.checked];
    chosen[mine] = presence;
    if (await attempt(() => agree(table, mine, { presence }))) return;
    chosen[mine] = !presence;
    draw(); // perhaps as another seat by now
  };
  const box = el("input", { type: "checkbox", id: "show-presence", onchange: show });
  const element = field(say("show_presence"), box);
  const draw = () => {
    element.hidden = !(seat() >= 0);
    const shown = Boolean(table.there?.seats.some((one) => one.seat === seat()));
    if (chosen[seat()] === shown) delete chosen[seat()];
    box.checked = chosen[seat()] ?? shown;
  };
  return { element, draw };
}

/** Agree for a seat, or for all seats of this browser's player, if the seat is one of its newest. */
async function agree(table, seat, body) {
  const player = heldPlayer();
  const options = { headers: { "X-Api-Key": player?.token } };
  const known = player && await ask("GET", paths.player(player.id), options).catch(() => null);
  if (known?.games.some((one) => one.game === table.id && one.seat === seat)) return ask("PATCH", paths.player(player.id), { ...options, body });
  return ask("PATCH", paths.seat(table.id, seat), { token: table.token, body });
}
