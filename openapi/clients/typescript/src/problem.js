/** What the server refuses, as its problem document (RFC 9457) says it, and what can go wrong before it answers. */

/** @typedef {import("./api.js").components["schemas"]["Problem"]} ProblemDocument */

/** The types of problems that were known when this client was written; a server may have more. */
export const SLUGS = /** @type {const} */ ([
  "bad_request", "bad_json", "api_version", "unauthorized", "forbidden", "not_found", "unknown_path",
  "method_not_allowed", "not_acceptable", "refused", "idempotency_key_at_work", "written_by_newer_version",
  "log_damaged", "reset", "stale_version", "too_large", "uri_too_long", "unsupported_media_type", "misdirected",
  "invalid_body", "invalid_configuration", "idempotency_key_reused", "idempotency_key_too_short", "cursor_ahead",
  "too_many_requests", "too_many_connections", "too_many_streams", "headers_too_large", "internal_error", "job_failed",
  "busy", "store_unavailable", "archive_unavailable", "outcome_unknown", "storage_full",
  "store_replaced", "too_long",
]);

/** @typedef {typeof SLUGS[number]} Slug */

/** A request that the server refused. `document` has all that it said, in the language of the client. */
export class Problem extends Error {
  /**
   * @param {ProblemDocument} document
   * @param {string} [requestId] the `X-Request-Id` of the answer, to look it up in the server's log
   */
  constructor(document, requestId) {
    super(document.detail || document.title);
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
export class Unreachable extends Error {
  /** @param {unknown} cause */
  constructor(cause) {
    super(`no answer from the server: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "Unreachable";
  }
}

/** The seat of a stream is not the client's any more: its token was renewed, or the seat left, resigned or handed on. */
export class SeatLost extends Error {
  constructor() {
    super("the seat's token does not belong to its seat any more");
    this.name = "SeatLost";
  }
}

/** The server lost versions that the client has seen: fetch the game again, and its events from the first or latest. */
export class LogReset extends Error {
  constructor() {
    super("the server lost versions that were sent before: fetch the game again");
    this.name = "LogReset";
  }
}
