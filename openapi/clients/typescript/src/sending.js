/** Sends requests until they are answered: the same POST again is done once, because it has an Idempotency-Key. */

import { codeOf, Problem, Unreachable } from "./problem.js";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const FIRST_ANSWER_MS = 1_000; // how long a client that never had an answer tries to connect where nobody accepts
const NOBODY = new Set(["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH"]);
const AGAIN = new Set([429, 502, 503, 504]);
const ONCE = new Set(["POST", "DELETE"]);
const GONE = new Set([401, 404]);

/**
 * @typedef {object} Sending
 * @property {string} base the address of the server, without a path
 * @property {Record<string, string>} headers what every request carries
 * @property {typeof fetch} fetch
 * @property {number} patienceMs how long a request is tried again
 * @property {number} timeoutMs how long one try may take until its answer begins
 * @property {{ isKnown: boolean }} reach whether the server has ever answered
 */

/**
 * @typedef {object} Wanted
 * @property {Record<string, unknown>} [query] members that are undefined are left out
 * @property {unknown} [body] becomes JSON
 * @property {Record<string, string | undefined>} [headers]
 * @property {string} [idempotencyKey] by default a new one for each call
 * @property {AbortSignal} [signal] ends the request and all repetitions
 */

/**
 * Return a path of the contract with its parts filled in; an empty one is refused, since its path is another one's.
 * @param {string} path
 * @param {Record<string, string | number>} parts
 */
export const filled = (path, parts) =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    if (parts[name] === "" || parts[name] === undefined) throw new TypeError(`${name} in ${path} is empty`);
    return encodeURIComponent(String(parts[name]));
  });

/** Return 32 random hexadecimal digits. */
export function uniqueKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Send a request, again and again while its answer is lost or says "later", and return what `read` makes of the answer.
 *
 * @template T
 * @param {Sending} sending
 * @param {string} method
 * @param {string} path
 * @param {Wanted} wanted
 * @param {(answer: Response) => Promise<T> | T} read called within the try: a body that breaks off is asked for again
 * @returns {Promise<T>}
 * @throws {Problem} if the server refuses
 * @throws {Unreachable} if there is no answer within `patienceMs`
 */
export async function send(sending, method, path, wanted, read) {
  const address = new URL(sending.base + path);
  for (const [name, value] of Object.entries(wanted.query ?? {})) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const request = { method, headers: headersOf(sending, method, wanted), body: textOf(wanted.body) };
  const began = Date.now();
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(sending, address, request, wanted.signal, read);
    if ("value" in outcome) return outcome.value;
    const { failure, afterMs } = outcome;
    wanted.signal?.throwIfAborted();
    if (tries > 1 && method === "DELETE" && failure instanceof Problem && GONE.has(failure.status)) {
      return read(new Response(null, { status: 204 })); // an earlier try did it, and its answer was lost
    }
    const pauseMs = Math.max(afterMs ?? 0, jittered(tries));
    if (afterMs === undefined || Date.now() + pauseMs > began + patienceFor(failure, sending)) throw failure;
    await pause(pauseMs, wanted.signal);
  }
}

/**
 * Return how long to try again: not for long where nobody accepts the first connection of all.
 * @param {unknown} failure
 * @param {Sending} sending
 */
function patienceFor(failure, { patienceMs, reach }) {
  const isNobody = !reach.isKnown && failure instanceof Unreachable && NOBODY.has(String(codeOf(failure.cause)));
  return isNobody ? Math.min(patienceMs, FIRST_ANSWER_MS) : patienceMs;
}

/**
 * Try once; a failure has `afterMs` if it is worth another try.
 *
 * @template T
 * @param {Sending} sending
 * @param {URL} address
 * @param {RequestInit} request
 * @param {AbortSignal | undefined} signal
 * @param {(answer: Response) => Promise<T> | T} read
 * @returns {Promise<{ value: T } | { failure: unknown, afterMs?: number }>}
 */
async function attempt(sending, address, request, signal, read) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer in ${sending.timeoutMs} ms`)), sending.timeoutMs);
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  try {
    const answer = await sending.fetch(address, { ...request, signal: either, cache: "no-store", credentials: "omit" });
    sending.reach.isKnown = true;
    if (answer.ok || answer.status === 304) return { value: await read(answer) };
    return refusal(answer, await answer.text());
  } catch (fault) {
    return { failure: signal?.aborted ? fault : new Unreachable(fault, sending.base), afterMs: 0 };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Return the problem of an answer, and after how long it is worth another try, if it is.
 * @param {Response} answer
 * @param {string} text
 */
function refusal(answer, text) {
  const failure = new Problem(documentOf(answer, text), answer.headers.get("X-Request-Id") ?? undefined);
  const isLater = AGAIN.has(answer.status) || failure.is("idempotency_key_at_work");
  return isLater ? { failure, afterMs: 1000 * Number(answer.headers.get("Retry-After") ?? 0) || 0 } : { failure };
}

/**
 * Return the problem document of an answer, or one made up for the answer of some proxy.
 * @param {Response} answer
 * @param {string} text
 * @returns {import("./problem.js").ProblemDocument}
 */
function documentOf(answer, text) {
  if (answer.headers.get("Content-Type")?.startsWith("application/problem+json")) return JSON.parse(text);
  const title = `${answer.status} ${answer.statusText}`.trim();
  return { type: "about:blank", title, status: answer.status, detail: text.slice(0, 200), instance: "" };
}

/**
 * @param {Sending} sending
 * @param {string} method
 * @param {Wanted} wanted
 */
function headersOf(sending, method, wanted) {
  const headers = new Headers(sending.headers);
  if (wanted.body !== undefined) headers.set("Content-Type", "application/json");
  if (ONCE.has(method)) headers.set("Idempotency-Key", wanted.idempotencyKey ?? uniqueKey());
  for (const [name, value] of Object.entries(wanted.headers ?? {})) {
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** @param {unknown} body */
const textOf = (body) => (body === undefined ? undefined : JSON.stringify(body));

/** @param {number} tries */
const jittered = (tries) => Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);

/**
 * Wait, unless the signal ends it.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", () => { clearTimeout(timer); fail(signal.reason); }, { once: true });
  });
}
