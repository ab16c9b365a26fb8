/** The moves of others, shown one after the other at a chosen pace, with hands, offers and frames of the same version; where an answer is wanted within a time, the newest is shown at once. */

import { el } from "../shared/dom.js";
import { serverNow } from "../shared/now.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { paceMs } from "./wishes.js";

const MOST = 40; // versions; whoever is farther behind sees the newest at once
const SHORT_MS = 600_000; // a time to answer that is so short has begun to run
const BREAKS = new Set(["HeadMoved", "GamePaused", "GameClosed"]); // what cannot be shown step by step
const QUIET = new Set([
  "AgendaSet", "TimeUsed", "TurnStarted", "TurnEnded", "TradeOffered", "OfferAccepted", "OfferDeclined", "OfferWithdrawn", "OfferExpired", "OffersLapsed",
  "StealDeclined", "NothingStolen", "RollingStopped", "VoteOpened", "VoteCast", "VoteClosed", "SeatRenamed", "TokenRenewed",
]); // of which nothing is seen on the board

/** The pace of a table: `hear` an event, `follow` the newest version, `reach` a version at once, `skip` to the newest. */
export function paceOf(table) {
  const heard = new Map(); // by version: who acted, and whether it is seen on the board
  let floor = 0; // the version of the last own move, which waits for nothing
  let due = 0; // when the next one may be shown, in ms of the page's own clock
  let isCut = false; // whether the next version to follow is shown at once
  let isRunning = false;
  let wake = () => {};

  const hear = ({ version, seat, type }) => {
    const known = heard.get(version) ?? { seat, isQuiet: true, isBreak: false };
    known.isQuiet &&= QUIET.has(type);
    known.isBreak ||= BREAKS.has(type);
    heard.set(version, known);
  };
  const isOwn = (seat) => seat !== undefined && seat !== null && seat in holding(table.id).seats;
  const isStep = (known) => !known || !(known.isQuiet || isOwn(known.seat));
  const between = () => {
    const { head, view } = table;
    return Array.from({ length: Math.max(0, head.version - view.version - 1) }, (_, n) => view.version + 1 + n);
  };
  const canStep = () => {
    const { head, view } = table;
    return paceMs() > 0 && !isCut && !document.hidden && !isUrgent(table) && head.version - view.version <= MOST && ![...between(), head.version].some((version) => heard.get(version)?.isBreak);
  };
  const next = () => (floor > table.view.version ? Math.min(floor, table.head.version) : (between().find((version) => isStep(heard.get(version))) ?? table.head.version));
  const waits = (version) => (version <= floor || isOwn(heard.get(version)?.seat) || !isSeen(version) ? 0 : due - performance.now());
  /** Whether anything is seen on the board of what leads to a version. */
  const isSeen = (version) => [...between(), version].some((one) => one <= version && isStep(heard.get(one)));
  const rest = (milliseconds) => new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    wake = () => { clearTimeout(timer); done(); };
  });
  const show = (view) => {
    table.view = view;
    due = performance.now() + paceMs();
    for (const version of heard.keys()) if (version <= view.version) heard.delete(version);
  };
  const viewAt = (version) => (version >= table.head.version ? table.head : table.past.view(version).catch(() => table.head));
  const step = async () => {
    const version = canStep() ? next() : table.head.version;
    if (canStep() && waits(version) > 0) {
      if (version < table.head.version) table.past.ahead([version]);
      await rest(waits(version));
    }
    if (table.left || !table.isBehind) return;
    const wanted = canStep() ? version : table.head.version;
    const view = await viewAt(wanted);
    if (table.left || !table.isBehind || view.version <= table.view.version) return;
    show(view);
    await table.drawView();
  };
  const run = async () => {
    if (isRunning) return wake();
    isRunning = true;
    try {
      while (table.isBehind && !table.left) await step();
    } finally {
      isRunning = false;
    }
  };
  return {
    hear,
    /** Show the newest version, or begin to show one after the other what leads to it. */
    follow() {
      if (isRunning && canStep()) return;
      const version = canStep() ? next() : table.head.version;
      if (version < table.head.version || (canStep() && waits(version) > 0)) return run();
      isCut = false;
      show(table.head);
      return wake();
    },
    /** What leads to an own move is not shown any more. */
    reach(version) {
      floor = version;
      wake();
    },
    /** Show the next version to follow at once. */
    cut() {
      isCut = true;
      wake();
    },
    /** Show the newest version now. */
    async skip() {
      if (!table.isBehind) return;
      show(table.head);
      wake();
      await table.drawView();
    },
    stop: () => wake(),
  };
}

/** Whether somebody at this page is to answer within a time that has begun to run. */
function isUrgent({ id, head }) {
  const me = Number(holding(id).as || NaN);
  const isShort = (time) => Boolean(time) && new Date(time) - serverNow() < SHORT_MS;
  const isAwaited = head.awaiting.some(({ seat, expires, deadline }) => seat === me && (isShort(expires) || isShort(deadline)));
  return isAwaited || (head.state?.offers ?? []).some((offer) => offer.to.includes(me) && isShort(offer.expires_at));
}

/** The button that skips what is still to be shown. It lies on the board, so that nothing moves when it comes and goes; End does the same. */
export function skipPanel(table) {
  const many = el("span", { class: "many-moves" });
  const element = el("button", { type: "button", id: "skip-moves", hidden: true, "aria-keyshortcuts": "End", onclick: () => table.pace.skip() }, say("skip_moves"), " ", many);
  const listen = (event) => {
    const isTyped = event.target.closest?.("input, select, textarea, [role=menu], dialog");
    if (event.key !== "End" || !table.isBehind || isTyped || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    table.pace.skip();
  };
  document.addEventListener("keydown", listen);
  const draw = () => {
    const held = element === document.activeElement;
    element.hidden = !table.isBehind;
    if (held && element.hidden && !table.panels.picture.focusFirst()) document.getElementById("turn")?.focus({ preventScroll: true });
    many.textContent = table.isBehind ? table.head.version - table.view.version : "";
  };
  return { element, draw, stop: () => document.removeEventListener("keydown", listen) };
}
