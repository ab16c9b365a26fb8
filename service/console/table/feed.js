/** The newest events as they happen, read from the stream; each has the table look again. */

import { heardEvent } from "../bench/tap.js";
import { pause, request, Refusal } from "../shared/api.js";
import { el } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { holding } from "../shared/purse.js";
import { showProblem } from "../shared/problems.js";
import { say } from "../words/words.js";
import { logOf } from "../story/log.js";
import { tabsOf } from "../story/tabs.js";

const BEFORE = 10; // versions that happened before one came
const PAUSE_MS = 2000;
const SILENCE_MS = 40_000; // the server says something every 15 s
const BEAT_MS = 20_000; // a page that wakes up after so long does not wait for more
const GATHER_MS = 60;
const PACE_MS = 700; // between two looks while others play and one has nothing to do
const VOTES = new Set(["VoteOpened", "VoteCast", "VoteClosed"]);
const BUSY = 429;
const LOST = new Set([401, 404]); // the seat is no longer one's own

/** The panel of the events; `around` are the cards of all seats, on a tab beside the log. */
export function feedPanel(table, around) {
  const log = logOf(table);
  const state = el("span", { class: "badge", id: "stream-state", role: "status" });
  const tabs = tabsOf(table, log.element, around);
  const element = el("section", { class: "card feed" }, el("h2", { class: "unseen" }, say("log")), el("div", { class: "feed-head" }, tabs.list, state), tabs.panels);
  let line = new AbortController();
  const tell = (key) => { state.textContent = say(key); };
  const onEvent = (event) => {
    log.add(event);
    heardEvent(table.id, event);
    table.hear(event);
    const isVote = VOTES.has(event.type);
    table.votesChanged ||= isVote;
    if (isVote || event.version > table.head.version) lookSoon(table);
  };
  const onTurn = (turn) => {
    table.turns.tell(turn);
    if (turn.version > table.head.version) lookSoon(table, GATHER_MS);
  };
  const onPresence = (there) => {
    table.there = there;
    table.panels.strip.draw();
    table.panels.friends.draw();
  };
  const follow = () => {
    line.abort();
    table.there = undefined;
    table.turns.forget();
    line = new AbortController();
    log.clear();
    table.stage.begin();
    log.show(table.view.version);
    keepReading(table, line.signal, { onEvent, onTurn, onPresence, onPhrase: table.panels.talk.hear }, tell);
  };
  /** The log tells nothing that the board is yet to show. */
  const draw = async () => {
    const { version } = table.view;
    await table.panels.picture.draw();
    if (version === table.view.version) await Promise.all([log.show(version), tabs.draw()]);
  };
  return { element, draw, follow, choose: tabs.choose, note: log.note, stop: () => line.abort() };
}

/** Look again, but not for every single event of others who play quickly. */
function lookSoon(table, within = PACE_MS - (performance.now() - table.lastLook)) {
  const due = performance.now() + Math.max(GATHER_MS, within);
  if (table.soon?.due <= due) return;
  clearTimeout(table.soon?.timer);
  const look = () => {
    table.soon = undefined;
    if (!table.left && !table.acting) table.refresh();
  };
  table.soon = { due, timer: setTimeout(look, due - performance.now()) };
}

/** Read until nothing more comes; after a break look again at what was missed, after a reset at all of it. */
async function keepReading(table, signal, heard, tell) {
  const cursor = { after: Math.max(0, table.head.version - BEFORE), last: null };
  let broken = false;
  const onOpen = () => {
    tell("live");
    table.panels.talk.catchUp();
    if (broken) {
      table.pace.cut(); // what one missed is not played back
      lookSoon(table);
    }
    broken = false;
  };
  while (!signal.aborted) {
    if (await read(table, cursor, signal, heard, onOpen)) return tell("ended");
    if (signal.aborted) return undefined;
    if (cursor.isReset) return table.changeEyes();
    broken = true;
    tell("reconnecting");
    await pause(PAUSE_MS);
  }
  return undefined;
}

/** Read one stream to its end; tells whether nothing will come any more. */
async function read(table, cursor, signal, heard, onOpen) {
  const silence = new AbortController();
  const { token } = table;
  const wake = () => { if (!document.hidden && Date.now() - cursor.heard > BEAT_MS) silence.abort(); };
  cursor.heard = Date.now();
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  try {
    const resumed = cursor.last ? { "Last-Event-ID": cursor.last } : {};
    const headers = { Accept: "application/x-ndjson", ...resumed };
    const query = { after: cursor.after, summaries: true, legal: true, phrases: table.head.phrases, presence: hasPart(table) };
    const either = AbortSignal.any([signal, silence.signal]);
    const answer = await request("GET", paths.events(table.id), { token, query, headers, signal: either });
    if (answer.status === 204) return true;
    onOpen();
    return await readLines(answer.body, cursor, heard, silence);
  } catch (fault) {
    if (signal.aborted || silence.signal.aborted || fault instanceof TypeError) return false;
    if (!(fault instanceof Refusal)) throw fault;
    if (token !== table.token) return false; // another tab renewed it meanwhile
    return isFinal(fault.problem, token);
  } finally {
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", wake);
  }
}

/** Whether the server tells this tab who is there: a seat that was not resigned, or the owner. */
const hasPart = ({ id, head, token }) => Boolean(token) && head.seats[holding(id).as]?.left !== "resigned";

/** Whether asking again is no use: the game is gone, or the token was taken away; then the page begins anew with what is left. */
function isFinal(problem, token) {
  const final = problem.status >= 400 && problem.status < 500 && problem.status !== BUSY;
  if (final && token && LOST.has(problem.status)) dispatchEvent(new Event("hashchange"));
  else if (final) showProblem(problem);
  return final;
}

async function readLines(body, cursor, { onEvent, onTurn, onPhrase, onPresence }, silence) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const patience = setTimeout(() => silence.abort(), SILENCE_MS);
    const { value, done } = await reader.read().finally(() => clearTimeout(patience));
    if (done) return false;
    cursor.heard = Date.now();
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const event of lines.filter((text) => text.trim()).map((text) => JSON.parse(text))) {
      if (!event.type) {
        onTurn(event.turn);
        continue;
      }
      if (event.type === "phrase") {
        onPhrase(event.said);
        continue;
      }
      if (event.type === "presence") {
        onPresence(event.presence);
        continue;
      }
      if (event.type === "end") return true;
      if (event.type === "reset") cursor.isReset = true;
      if (["lagging", "seat", "reset"].includes(event.type)) return false;
      cursor.last = event.cursor;
      onEvent(event);
    }
  }
}
