/** The log beside the board: what happened, the newest at the end, which stays in sight unless somebody reads what was before. The entry of the version that is shown is marked; a press on one shows its version. */

import { ask } from "../shared/api.js";
import { el } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { load } from "../shared/problems.js";
import { say } from "../words/words.js";
import { phrase, tellerOf } from "./telling.js";

const KEPT = 300;
const MOST = 900; // then the oldest go, all at once: what goes moves the others
const BEFORE = 30; // versions before the wanted one, when a part of the log is fetched
const PAGE = 300; // events
const NEAR_PX = 40; // from its end: whoever is there wants to see the newest
const BRINGS = new Set(["ResourcesProduced", "GoldProduced"]); // told in the sentence of the roll

/** The log of a table: `add` an event that just happened, `show` the part around a version, `clear` it. */
export function logOf(table) {
  const element = el("ol", { class: "events", id: "events", tabindex: 0, "aria-label": say("log"), onkeydown: goThrough });
  const teller = tellerOf(table);
  let rows = []; // the oldest first
  let range = null; // the versions of which all events are here: [first, last]; null before the first event
  let isOlder = false; // whether newer events are left out
  let reached = 0; // the version up to which the log tells what happened, as the board shows it
  let early = []; // events of later versions
  let isAtEnd = true; // whether the newest is in sight: then it stays, also where the log was folded away meanwhile
  const toEnd = () => { element.scrollTop = element.scrollHeight; };
  element.addEventListener("scroll", () => { if (element.clientHeight) isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX; });
  new ResizeObserver(() => { if (isAtEnd) toEnd(); }).observe(element);
  const put = (events) => {
    for (const event of events) {
      const last = rows.at(-1);
      if (BRINGS.has(event.type) && last?.type === "DiceRolled" && last.version === event.version) {
        last.add([": ", ...teller.gained(event.gains)]);
        continue;
      }
      const said = teller.told(event);
      if (!said) continue;
      const row = rowOf(table, event, said);
      rows.push(row);
      element.append(row.element);
    }
    if (isAtEnd) toEnd();
    if (rows.length <= MOST) return;
    while (rows.length > KEPT) {
      const gone = rows.shift();
      gone.element.remove();
      range[0] = gone.version + 1;
    }
  };
  const clear = () => {
    [rows, early] = [[], []];
    reached = table.view.version;
    range = null;
    isOlder = false;
    element.replaceChildren();
  };
  const add = (event) => {
    if (!table.isPast && event.version > reached) early = [...early, event];
    else tell(event);
  };
  /** Tell what led to the board on show; where one looks at the past, all that has happened. */
  const catchUp = (version) => {
    reached = version;
    const now = early.filter((event) => table.isPast || event.version <= version);
    early = early.filter((event) => !now.includes(event));
    now.forEach(tell);
  };
  const tell = (event) => {
    if (isOlder || (table.isPast && !range)) return;
    range = [range?.[0] ?? event.version, Math.max(event.version, range?.[1] ?? 0)];
    put([event]);
  };
  const fetched = async (version) => {
    const after = Math.max(0, version - BEFORE);
    const { events } = await ask("GET", paths.events(table.id), { token: table.token, query: { after, limit: PAGE, summaries: true } });
    clear();
    range = [after + 1, Math.max(version, events.at(-1)?.version ?? 0)];
    isOlder = range[1] < table.head.version;
    put(events);
  };
  /** Put in what the page did by itself. */
  const note = (version, seat, key) => {
    const row = rowOf(table, { version, seat, type: "note" }, phrase(key, { name: el("b", { class: "player" }, calledSeat(table.head, seat)) }));
    rows.push(row);
    element.append(row.element);
    toEnd();
  };
  let mine = 0;
  const show = (version) => load(async () => {
    const wanted = ++mine;
    catchUp(version);
    for (const one of element.querySelectorAll("[data-of]")) one.textContent = calledSeat(table.head, Number(one.dataset.of)); // who sat down meanwhile has a name
    const isHere = range && version >= range[0] && version <= range[1];
    if (!isHere && (table.isPast || isOlder)) await fetched(version);
    if (wanted === mine && !table.left) mark(element, rows, version, table.isPast || table.isBehind || table.head.status === "finished");
  });
  return { element, add, show, clear, note };
}

/** The log is one stop for the tabulator; arrow keys lead from entry to entry. */
function goThrough(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const entries = [...event.currentTarget.querySelectorAll(".at")];
  const next = step && entries[entries.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Mark what led to a version, and bring it into sight within the list; with the mark gone, the newest. */
function mark(element, rows, version, isWanted) {
  const wasMarked = rows.some((row) => row.element.classList.contains("shown"));
  const at = isWanted ? rows.filter((row) => row.version <= version).at(-1)?.version : null;
  for (const row of rows) row.look(row.version === at);
  const last = rows.filter((row) => row.version === at).at(-1)?.element;
  if (!last && wasMarked) element.scrollTop = element.scrollHeight;
  if (!last) return;
  const isOut = last.offsetTop < element.scrollTop || last.offsetTop + last.offsetHeight > element.scrollTop + element.clientHeight;
  if (isOut) element.scrollTop = last.offsetTop - element.clientHeight / 2;
}

function rowOf(table, event, said) {
  const { version, type, seat } = event;
  const go = el("button", { type: "button", class: "at", tabindex: -1, "aria-label": say("show_version", { version }) }, el("span", { class: "bench-only" }, version));
  const sentence = el("span", {}, said);
  const element = el("li", { class: type === "TurnStarted" ? "turn-begins" : null, "data-type": type, "data-version": version, onclick: () => { if (!getSelection().toString()) table.lookAt(version); } },
    go, seat === undefined || seat === null ? null : seatBadge(table.head, seat, "small"), sentence);
  const look = (isShown) => {
    element.classList.toggle("shown", isShown);
    if (isShown) go.setAttribute("aria-current", "true");
    else go.removeAttribute("aria-current");
  };
  return { version, type, element, look, add: (more) => sentence.append(...more) };
}
