/** The last requests and events of the page: a bounded number of them, cut where they are long, and without secrets. */

import { clean } from "./mask.js";

const KEPT = 200;
const LONGEST = 6000; // characters of a body
const STREAM = "application/x-ndjson";
const SECRET = ["Authorization", "X-Api-Key", "Idempotency-Key", "Accept-Language", "Content-Type"];

/** A list of bounded length that tells whoever watches what is new or has changed, and what left it. */
function bounded() {
  const entries = [];
  const watchers = new Set();
  const tell = (entry, gone) => watchers.forEach((watcher) => watcher(entry, gone));
  return {
    entries,
    watch(watcher) { watchers.add(watcher); },
    add(entry) {
      entries.push(entry);
      tell(entry, entries.length > KEPT ? entries.shift() : null);
      return entry;
    },
    changed: (entry) => tell(entry, null),
    clear() { entries.length = 0; },
  };
}

export const requests = bounded();
export const events = bounded();

/** Whether a text was too long to be kept whole. */
export const isCut = (text) => text.length > LONGEST;

/** A text as it is kept: the secrets are taken out first, so that none is cut in two. */
function kept(text) {
  const open = clean(text);
  return isCut(open) ? `${open.slice(0, LONGEST)}…` : open;
}

/** Keep a request that is sent; its answer is added when it comes. */
export function keepRequest(address, { method, headers, body }) {
  const started = performance.now();
  const entry = requests.add({
    method, address: clean(address), body: body ? kept(body) : "", status: null, answer: "",
    hasToken: "Authorization" in headers, hasKey: "X-Api-Key" in headers,
    headers: Object.entries(headers).filter(([name]) => !SECRET.includes(name)),
  });
  const ended = (status) => {
    entry.status = status;
    entry.ms = Math.round(performance.now() - started);
    requests.changed(entry);
  };
  return {
    answered(answer) {
      ended(answer.status);
      keepAnswer(entry, answer).catch(() => {}); // the page left it unread, as when a stream is closed
    },
    failed: (fault) => ended(fault.name === "AbortError" ? "aborted" : "unreachable"),
  };
}

async function keepAnswer(entry, answer) {
  const type = answer.headers.get("Content-Type") ?? "";
  if (type.startsWith(STREAM)) entry.isStream = true; // it does not end, and its events are kept one by one
  else entry.answer = kept(await answer.clone().text());
  requests.changed(entry);
}

/** Keep an event that a stream of a game brought. */
export function keepEvent(game, event) {
  const { type, version, summary } = event;
  events.add({ game, type, version, summary, text: kept(JSON.stringify(event)) });
}
