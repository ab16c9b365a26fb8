/** Requests to the API: the credential in a header, the language of the page, problems as exceptions. */

import { considered, heard } from "../bench/tap.js";
import { language } from "../words/words.js";
import { learnTime } from "./now.js";
import { apiKey } from "./purse.js";
import { successorOf } from "./renewals.js";
import { site } from "./site.js";
import { waitFor } from "./waiting.js";

const PATIENCE_MS = 120_000; // for a POST whose answer is lost; its Idempotency-Key has it done once
const PAUSE_MS = 1500;
const UNKNOWN = new Set([401, 404]); // what a token is answered that was replaced
let answered = 0; // when the newest question was sent that has an answer, in ms of the page's own clock

/** What the server refused, as its problem document tells it. */
export class Refusal extends Error {
  constructor(problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/** Ask, and get the answer itself; raises Refusal for every problem. */
export async function request(method, path, wish = {}) {
  const { token, body, query = {}, headers = {}, signal } = await considered(method, path, wish);
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const address = given.length ? `${path}?${new URLSearchParams(given)}` : path;
  const options = { method, headers: { ...common(token, body), ...headers }, body: written(body), signal };
  const answer = await waitFor(method === "POST" ? sentOnce(address, options) : sent(address, options));
  if (answer.ok) return answer;
  const newer = method === "GET" && UNKNOWN.has(answer.status) ? await successorOf(token) : null;
  if (newer) return request(method, path, { ...wish, token: newer });
  throw new Refusal(await problemOf(answer));
}

/** Ask for JSON. */
export async function ask(method, path, options) {
  const answer = await request(method, path, options);
  return answer.status === 204 ? null : answer.json();
}

/** Send a request again while its answer is lost; the server does it once. */
async function sentOnce(address, options) {
  const sure = { ...options, headers: { ...options.headers, "Idempotency-Key": unique() } };
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await sent(address, sure);
    } catch (fault) {
      if (performance.now() > until || !(fault instanceof Refusal)) throw fault;
      await pause(PAUSE_MS);
    }
  }
}

/** Whether the server has answered what was asked after a time, in ms of the page's own clock. */
export const hasAnsweredSince = (time) => answered > time;

async function sent(address, options) {
  const told = heard(address, options);
  const began = performance.now();
  try {
    const answer = await fetch(site + address, { cache: "no-cache", credentials: "omit", ...options });
    told?.answered(answer);
    answered = Math.max(answered, began);
    learnTime(answer.headers.get("Date"));
    return answer;
  } catch (fault) {
    told?.failed(fault);
    if (fault.name === "AbortError") throw fault;
    throw new Refusal({ title: "", detail: "", unreachable: true });
  }
}

/** Wait for a while. */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

const unique = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function common(token, body) {
  const headers = { "Accept-Language": language };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (apiKey()) headers["X-Api-Key"] = apiKey();
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return headers;
}

function written(body) {
  return body === undefined ? undefined : JSON.stringify(body);
}

async function problemOf(answer) {
  try {
    return await answer.json();
  } catch {
    return { title: String(answer.status), status: answer.status, detail: "" };
  }
}
