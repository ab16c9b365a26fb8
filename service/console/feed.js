/** The newest events as they happen, read from the stream; each has the table look again. */

import { request, Refusal } from "./api.js";
import { el } from "./dom.js";
import * as paths from "./paths.js";
import { plain, say } from "./words.js";

const KEPT = 60;
const BEFORE = 10; // versions that happened before one came
const PAUSE_MS = 2000;
const GATHER_MS = 60;
const LONGEST = 160;
const KNOWN = new Set(["version", "index", "type", "time", "seat"]);
const HOUSEKEEPING = new Set(["AgendaSet"]);

/** The panel of the events. */
export function feedPanel(table) {
  const list = el("ol", { class: "events", id: "events", reversed: true });
  const state = el("span", { class: "badge" });
  const element = el("section", { class: "card feed" }, el("h2", {}, say("events"), " ", state), list);
  let line = new AbortController();
  const tell = (key) => { state.textContent = say(key); };
  const onEvent = (event) => {
    show(list, event);
    if (event.version > table.head.version) lookSoon(table);
  };
  const follow = () => {
    line.abort();
    line = new AbortController();
    list.replaceChildren();
    keepReading(table, line.signal, onEvent, tell);
  };
  return { element, draw: () => {}, follow, stop: () => line.abort() };
}

function lookSoon(table) {
  table.soon ??= setTimeout(() => {
    table.soon = undefined;
    if (!table.left) table.refresh();
  }, GATHER_MS);
}

async function keepReading(table, signal, onEvent, tell) {
  const cursor = { after: Math.max(0, table.head.version - BEFORE), last: null };
  while (!signal.aborted) {
    if (await read(table, cursor, signal, onEvent, tell)) return tell("ended");
    if (signal.aborted) return undefined;
    tell("reconnecting");
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return undefined;
}

/** Read one stream to its end; tells whether nothing will come any more. */
async function read(table, cursor, signal, onEvent, tell) {
  try {
    const resumed = cursor.last ? { "Last-Event-ID": cursor.last } : {};
    const options = { token: table.token, query: { after: cursor.after }, headers: { Accept: "application/x-ndjson", ...resumed }, signal };
    const answer = await request("GET", paths.events(table.id), options);
    if (answer.status === 204) return true;
    tell("live");
    return await readLines(answer.body, cursor, onEvent);
  } catch (fault) {
    if (signal.aborted || fault instanceof Refusal || fault instanceof TypeError) return false;
    throw fault;
  }
}

async function readLines(body, cursor, onEvent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const event of lines.filter((text) => text.trim()).map((text) => JSON.parse(text))) {
      if (event.type === "end") return true;
      if (event.type === "lagging") return false;
      cursor.last = `${event.version}-${event.index}`;
      onEvent(event);
    }
  }
}

function show(list, event) {
  if (HOUSEKEEPING.has(event.type)) return;
  const more = Object.entries(event).filter(([name]) => !KNOWN.has(name)).map(([name, value]) => `${plain(name).toLowerCase()} ${told(value)}`);
  list.prepend(el("li", {},
    el("span", { class: "at" }, event.version),
    event.seat === undefined || event.seat === null ? null : el("span", { class: "number small" }, event.seat),
    el("span", {}, plain(event.type), " ", el("span", { class: "quiet" }, cut(more.join(", "))))));
  while (list.children.length > KEPT) list.lastChild.remove();
}

const cut = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

function told(value) {
  if (value === null) return "–";
  if (Array.isArray(value)) return value.map(told).join(" ") || "–";
  if (typeof value === "object") return Object.entries(value).map(([name, one]) => `${told(one)} ${name}`).join(" + ") || "–";
  return String(value);
}
