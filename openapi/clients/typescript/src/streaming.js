/** Follows streams of events (Server-Sent Events over fetch), which browsers and Node read alike, across every break. */

import { LogReset, SeatGone } from "./problem.js";
import { pause, send } from "./sending.js";

const SILENCE_MS = 40_000; // the server says something every 15 s
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * @typedef {{ event: string, id?: string, data: string }} Message
 */

/**
 * Yield the messages of a stream, from its bytes; comments and an unfinished message at the end are left out.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<Message, void, void>}
 */
export async function* messages(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await soon(reader.read());
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).replace(/\r\n/g, "\n").split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const message = messageOf(part);
        if (message) yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/**
 * @param {string} part
 * @returns {Message | undefined}
 */
function messageOf(part) {
  /** @type {Record<string, string>} */
  const members = {};
  for (const line of part.split("\n")) {
    const [, name, value = ""] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name) members[name] = name === "data" && "data" in members ? `${members.data}\n${value}` : value;
  }
  const { event = "message", id, data } = members;
  return data === undefined ? undefined : { event, data, ...(id === undefined ? {} : { id }) };
}

/**
 * Fail when a stream is silent for so long that nobody can be at its other end.
 * @template T
 * @param {Promise<T>} read
 * @returns {Promise<T>}
 */
async function soon(read) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const silence = new Promise((_, fail) => { timer = setTimeout(() => fail(new Error("the stream fell silent")), SILENCE_MS); });
  try {
    return /** @type {T} */ (await Promise.race([read, silence]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Yield the messages of a stream of the server until it says that no more will come; a stream that breaks is resumed.
 *
 * @param {import("./sending.js").Sending} sending
 * @param {string} path
 * @param {{ query?: Record<string, unknown>, lastId?: string, signal?: AbortSignal }} wanted `lastId` is where to resume
 * @returns {AsyncGenerator<Message, void, void>}
 * @throws {SeatGone} if the token of the stream stops to belong to its seat
 * @throws {LogReset} if versions were lost that were sent before
 */
export async function* follow(sending, path, { query = {}, lastId, signal } = {}) {
  let pauseMs = PAUSE_MS;
  for (let at = lastId; ; ) {
    const headers = { Accept: "text/event-stream", "Last-Event-ID": at };
    const answer = await send(sending, "GET", path, { query, headers, ...(signal && { signal }) }, (got) => got);
    if (answer.status === 204 || !answer.body) return;
    let isLagging = false;
    try {
      for await (const message of messages(answer.body)) {
        pauseMs = PAUSE_MS;
        if (message.event === "end") return;
        if (message.event === "seat") throw new SeatGone();
        if (message.event === "reset") throw new LogReset();
        isLagging ||= message.event === "lagging";
        if (isLagging) continue;
        at = message.id ?? at;
        yield message;
      }
    } catch (fault) {
      signal?.throwIfAborted();
      if (fault instanceof SeatGone || fault instanceof LogReset) throw fault;
    }
    if (!isLagging) await pause(pauseMs, signal);
    pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
  }
}
