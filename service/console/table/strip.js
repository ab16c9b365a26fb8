/** The strip above the board: who leads, who holds how many cards, whose turn it is, and how long it lasts; all of the version on show, as the hand is. */

import { button, el, redraw } from "../shared/dom.js";
import { nameOf } from "../shared/glossary.js";
import { icon } from "../shared/icons.js";
import { serverNow } from "../shared/now.js";
import { calledSeat, inPoints, paintOf, seatBadge } from "../shared/people.js";
import { holding } from "../shared/purse.js";
import { site } from "../shared/site.js";
import { language, say } from "../words/words.js";
import { clockOf, tickAll } from "./clocks.js";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const AWARDS = [["longest_road", "has_longest", "road"], ["largest_army", "has_army", "knight"]];
const STILL_MIN = 2; // whoever thinks for less is not spoken of

/** The panel of the strip; `open` shows the side with the log and the cards of all seats. */
export function stripPanel(table, { open, buttons }) {
  const seats = el("ol", { class: "seat-strip", "aria-label": say("seats") });
  const brand = el("a", { class: "brand", href: "#/", "aria-label": say("lobby"), title: say("lobby") }, el("img", { src: `${site}/console/icon.svg`, alt: "", width: 28, height: 28 }));
  const title = el("h1", { class: "unseen" });
  const element = el("header", { class: "strip" }, title, brand, seats, el("div", { class: "strip-buttons" }, buttons));
  let shown = "";
  let told = "";
  const draw = () => {
    const view = table.now;
    title.textContent = `${nameOf(table.ruleset)}, ${say(`status_${table.head.status}`)}`;
    const waits = waitsOf(table);
    told = JSON.stringify(waits);
    const wanted = JSON.stringify([view.version, view.status, view.seats, view.awaiting, view.result, holding(table.id).as, told, table.there]);
    if (wanted === shown) return;
    shown = wanted;
    redraw(seats, ...view.seats.map((seat) => el("li", {}, chip(table, view, seat, { waits, open }))));
    tickAll(seats);
  };
  const tick = () => {
    tickAll(seats);
    if (JSON.stringify(waitsOf(table)) !== told) draw();
  };
  const ticking = setInterval(tick, SECOND_MS);
  return { element, draw, stop: () => clearInterval(ticking) };
}

/** What is told of seats that keep the others waiting at the newest version: `late` ones are overdue, `still` ones have not moved for so many minutes; whether they are there, only they can let be told. */
function waitsOf(table) {
  const { head } = table;
  const known = table.isPast || table.isBehind ? [] : head.awaiting.filter(({ overdue_at: at }) => at);
  const past = ({ overdue_at: at }) => serverNow() - Date.parse(at);
  const minutes = (one) => Math.floor(past(one) / MINUTE_MS + head.overdue_after_s / 60);
  const others = head.overdue_after_s ? known.filter(({ seat }) => !holding(table.id).seats[seat]) : [];
  return {
    late: known.filter((one) => past(one) >= 0).map(({ seat }) => seat),
    still: others.map((one) => [one.seat, minutes(one)]).filter(([, count]) => count >= STILL_MIN),
  };
}

/** How many points a seat has, as far as one knows. */
function pointsOf({ state, result }, seat) {
  const held = state?.seats?.[seat];
  return held?.own_points ?? held?.points ?? result?.points[seat];
}

/** Whether nobody has more points than a seat, and somebody has fewer. */
function isAhead(view, seat) {
  const all = view.seats.map((one) => pointsOf(view, one.seat));
  return view.status === "running" && all[seat] === Math.max(...all) && all[seat] > Math.min(...all);
}

function chip(table, view, seat, { waits, open }) {
  const held = view.state?.seats?.[seat.seat];
  const points = pointsOf(view, seat.seat);
  const leads = isAhead(view, seat.seat);
  const hidden = held?.own_points > held?.points ? held.own_points - held.points : 0; // of cards that only their seat sees
  const cards = cardsOf(held);
  const owed = view.awaiting.filter((one) => one.seat === seat.seat);
  const isAwaited = view.status === "running" && owed.some((one) => one.must !== false);
  const deadline = table.isPast || table.isBehind ? null : owed.find((one) => one.deadline)?.deadline;
  const thinking = owed.find((one) => one.agent_state)?.agent_state;
  const isLate = waits.late.includes(seat.seat);
  const still = waits.still.find(([one]) => one === seat.seat)?.[1];
  const there = notedOf(table, seat.seat);
  const state = isLate ? say("agent_late") : seat.left ? say(`left_${seat.left}`) : thinking ? say(`agent_${thinking}`) : seat.kind === "open" ? say("kind_open") : goneOf(there) || (still ? say("no_move", { minutes: still }) : "");
  const awards = AWARDS.filter(([member]) => view.state?.[member] === seat.seat);
  const isWinner = view.result?.winners.includes(seat.seat);
  const told = [
    calledSeat(view, seat.seat), points === undefined ? null : inPoints(points), hidden ? say("hidden_points", { count: hidden }) : null, leads && say("leads"),
    cards.length ? say("holds_cards", { count: cards[0] }) : null, cards.length > 1 ? say("holds_development", { count: cards[1] }) : null,
    ...awards.map(([, key]) => say(key)), isWinner ? say("winner") : isAwaited ? say("is_awaited") : null, state || null, there?.here && say("here"),
  ].filter(Boolean).join(", ");
  const classes = ["chip-seat", isAwaited && "awaited", isWinner && "won", leads && "leads", seat.left && "away", isLate && "away late", String(seat.seat) === holding(table.id).as && "own"].filter(Boolean);
  const seen = [
    seatBadge(view, seat.seat, "small"), el("span", { class: `name ${paintOf(view, seat.seat)}` }, there?.here && "● ", calledSeat(view, seat.seat)),
    el("b", { class: "points" }, hidden ? `${held.points}+${hidden}` : (points ?? "")),
    el("span", { class: "cards" }, cards.map((count, at) => el("span", { class: at ? "held development" : "held" }, count))),
    el("span", { class: "told" }, deadline ? clockOf(deadline) : state || awards.map(([, , sign]) => icon(sign))),
  ];
  for (const one of seen) one.setAttribute("aria-hidden", "true"); // it is told in words
  return button([...seen, el("span", { class: "unseen" }, told)], open, { class: classes.join(" "), id: `strip-${seat.seat}`, "data-seat": seat.seat, title: told });
}

/** What is known of whether somebody is here who has agreed that it is told; undefined for all others. */
const notedOf = (table, seat) => (table.isPast || table.head.status !== "running" ? null
  : table.there?.seats.find((one) => one.seat === seat && (one.here || String(seat) !== holding(table.id).as)));

/** Since when another player is gone; empty for all others. */
function goneOf(there) {
  if (there?.here !== false) return "";
  const time = there.seen && new Date(there.seen).toLocaleTimeString(language, { timeStyle: "short" });
  return time ? say("gone_since", { time }) : say("gone");
}

/** How many cards a seat holds: those of its hand, and development cards where there are any. */
function cardsOf(held) {
  if (held?.resource_count !== undefined) return [held.resource_count, held.development_card_count];
  const counted = held?.hand ?? held?.cards?.length;
  return counted === undefined ? [] : [counted];
}
