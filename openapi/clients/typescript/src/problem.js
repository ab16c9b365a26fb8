/** What the server refuses, as its problem document (RFC 9457) says it, and what can go wrong before it answers. */

/** @typedef {import("./api.js").components["schemas"]["Problem"]} ProblemDocument */

/** The types of problems that were known when this client was written; a server may have more. */
export const SLUGS = /** @type {const} */ ([
  "bad_request", "bad_json", "api_version", "unauthorized", "forbidden", "not_found", "unknown_path",
  "method_not_allowed", "not_acceptable", "refused", "idempotency_key_at_work", "written_by_newer_version",
  "log_damaged", "reset", "stale_version", "too_large", "uri_too_long", "unsupported_media_type", "misdirected",
  "invalid_body", "invalid_configuration", "idempotency_key_reused", "idempotency_key_too_short", "cursor_ahead",
  "too_many_requests", "too_many_connections", "too_many_streams", "headers_too_large", "internal_error", "job_failed",
  "busy", "agents_busy", "store_unavailable", "archive_unavailable", "outcome_unknown", "storage_full",
  "store_replaced", "too_long", "budget_used_up",
]);

/** @typedef {typeof SLUGS[number]} Slug */

const MOST_FAULTS = 3;

/** What the client throws because of the server: `Problem`, `Unreachable`, `SeatGone`, `SeekEnded`, `LogReset`, `Unverified`. */
export class LongroadError extends Error {}

/**
 * A request that the server refused. `document` has all that it said, in the language of the client; the message says
 * what was wrong, where, and the id of the request.
 */
export class Problem extends LongroadError {
  /**
   * @param {ProblemDocument} document
   * @param {string} [requestId] the `X-Request-Id` of the answer, to look it up in the server's log
   */
  constructor(document, requestId) {
    super(textOf(document, requestId));
    this.name = "Problem";
    this.document = document;
    this.requestId = requestId;
    this.status = document.status;
    /** The last part of `type`, such as `refused` or `stale_version`. */
    this.slug = document.type.split("/").at(-1) ?? "";
    /** The id of the rule that refused, if it was a rule. */
    this.rule = document.rule;
    /** The newest version of the game, where the refusal depends on it. */
    this.version = document.version;
  }

  /**
   * Return whether the problem is of one of these types.
   * @param {...Slug} slugs
   */
  is(...slugs) {
    return slugs.some((slug) => slug === this.slug);
  }
}

/** The server gave no answer for as long as the client has patience; `cause` is the last failure. */
export class Unreachable extends LongroadError {
  /**
   * @param {unknown} cause
   * @param {string} [address]
   */
  constructor(cause, address = "the server") {
    super(`no answer from ${address}: ${reasonOf(cause)}`, { cause });
    this.name = "Unreachable";
  }
}

/** The seat of a stream is not the client's any more: its token was renewed, or the seat left, resigned or handed on. */
export class SeatGone extends LongroadError {
  constructor() {
    super("the seat's token does not belong to its seat any more");
    this.name = "SeatGone";
  }
}

/** @typedef {SeatGone} SeatLost */
/** @deprecated the former name of `SeatGone` */
export const SeatLost = SeatGone;

/** A seek ended without a game: `seek` says how by its `status`, and by its `reason` if the game was refused. */
export class SeekEnded extends LongroadError {
  /** @param {import("./api.js").components["schemas"]["Seek"]} seek */
  constructor(seek) {
    super(`the seek ended without a game: it is ${seek.status}${seek.reason ? ` (${seek.reason})` : ""}`);
    this.name = "SeekEnded";
    this.seek = seek;
  }
}

/** The server lost versions that the client has seen: fetch the game again, and its events from the first or latest. */
export class LogReset extends LongroadError {
  constructor() {
    super("the server lost versions that were sent before: fetch the game again");
    this.name = "LogReset";
  }
}

/**
 * Return title and detail, the first faults with their places, the rule and the id of the request.
 * @param {ProblemDocument} document
 * @param {string | undefined} requestId
 */
function textOf({ title, detail, rule, errors = [], more = 0 }, requestId) {
  const left = errors.length - MOST_FAULTS + more;
  const faults = [...errors.slice(0, MOST_FAULTS).map(faultOf), ...(left > 0 ? [`and ${left} more`] : [])].join("; ");
  const notes = [rule && `rule ${rule}`, requestId && `request ${requestId}`].filter(Boolean).join(", ");
  return [[title, detail].filter(Boolean).join(": "), faults, notes && `(${notes})`].filter(Boolean).join(" ");
}

/**
 * Return where a fault is, what is wrong there, and the nearest of what is allowed.
 * @param {import("./api.js").components["schemas"]["Fault"]} fault
 */
function faultOf({ pointer, parameter, header, detail, nearest = [] }) {
  const place = header ? `header ${header}` : parameter ? `parameter ${parameter}` : pointer || "the body";
  const [, told = ""] = detail.split("nearest: ");
  const near = nearest.every((each) => told.includes(each)) ? "" : `(nearest: ${nearest.join(", ")})`;
  return [place, detail, near].filter(Boolean).join(" ");
}

/**
 * Return the innermost reason of a failure: `fetch` of Node hides what happened in its cause.
 * @param {unknown} cause
 * @returns {string}
 */
function reasonOf(cause) {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message || String(codeOf(cause));
}

/**
 * Return the code of a failure, such as `ECONNREFUSED`, which Node gives as a cause of `fetch failed`.
 * @param {unknown} fault
 * @returns {unknown}
 */
export function codeOf(fault) {
  if (!(fault instanceof Error)) return undefined;
  return "code" in fault ? fault.code : codeOf(fault.cause);
}
