/** The client: every operation of the contract by method and path, and what takes more than one request. */

import { followSeeks, Player } from "./player.js";
import { Problem } from "./problem.js";
import { Seat, tokenOf } from "./seat.js";
import { filled, send } from "./sending.js";
import { follow } from "./streaming.js";

/** @typedef {import("./typing.js").Schemas} Schemas */
/** @typedef {import("./typing.js").Method} Method */

/** The version of the API that this client was written for. */
export const API_VERSION = "2026-11-22";

const WAIT_S = 25;

/**
 * @template {import("./typing.js").PathOf<"get">} P
 * @typedef {import("./typing.js").QueryOf<P>} Query
 */

/**
 * @typedef {object} Configuration
 * @property {string} [key] an API key, to which the seats belong that this client takes
 * @property {string} [token] a seat's token or an owner's
 * @property {number} [actingSeat] the number of the seat for which the key acts, in whatever game
 * @property {string} [language] of summaries, titles and problems: `en` (the default) or `es`
 * @property {number} [patienceMs] how long to try again while answers are lost, 429 or 503; 60,000 by default
 * @property {number} [timeoutMs] how long one try may take until its answer begins; 45,000 by default
 * @property {typeof fetch} [fetch]
 * @property {{ isKnown: boolean }} [reach] whether the server has ever answered; `with` hands it on
 */

export class Longroad {
  /**
   * @param {string} base the address of the server, such as `https://longroad.example`
   * @param {Configuration} [configuration]
   */
  constructor(base, configuration = {}) {
    if (!/^https?:\/\//.test(base)) {
      throw new TypeError(`${base} is no address of a server: it must begin with http:// or https://`);
    }
    const { key, token, actingSeat, language = "en", patienceMs = 60_000, timeoutMs = 45_000 } = configuration;
    this.configuration = configuration;
    /** @type {Record<string, string>} */
    const headers = { "Accept-Language": language, "X-Longroad-Version": API_VERSION };
    if (key !== undefined) headers["X-Api-Key"] = key;
    if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
    if (actingSeat !== undefined) headers["X-Seat"] = String(actingSeat);
    /** @type {import("./sending.js").Sending} */
    this.sending = {
      base: base.replace(/\/+$/, ""),
      headers,
      fetch: configuration.fetch ?? ((...request) => fetch(...request)),
      patienceMs,
      timeoutMs,
      reach: configuration.reach ?? { isKnown: false },
    };
  }

  /**
   * Return a client that differs in some of its configuration, such as its token.
   * @param {Configuration} changed
   */
  with(changed) {
    return new Longroad(this.sending.base, { ...this.configuration, reach: this.sending.reach, ...changed });
  }

  /**
   * Request an operation of the contract: `call("get", "/v1/games/{id}", { path: { id } })`.
   *
   * @template {Method} M
   * @template {import("./typing.js").PathOf<M>} P
   * @param {M} method
   * @param {P} path
   * @param {import("./typing.js").Rest<import("./typing.js").Operation<M, P>>} rest
   * @returns {Promise<import("./typing.js").Answer<import("./typing.js").Operation<M, P>>>}
   * @throws {import("./problem.js").Problem} if the server refuses
   */
  async call(method, path, ...rest) {
    const { path: parts = {}, ifMatch, waitS, ...wanted } = /** @type {AnyOptions} */ (rest[0] ?? {});
    const headers = {
      "If-Match": typeof ifMatch === "number" ? `"${ifMatch}"` : ifMatch,
      Prefer: waitS === undefined ? undefined : `wait=${waitS}`,
    };
    return send(this.sending, method.toUpperCase(), filled(path, parts), { ...wanted, headers }, contentOf);
  }

  /**
   * Create a game. `mine` of the answer has the seats whose tokens the caller was given.
   *
   * @param {Schemas["GameWish"]} wish
   * @returns {Promise<Schemas["Created"] & { mine: Seat[] }>}
   */
  async createGame(wish) {
    const created = await this.call("post", "/v1/games", { body: wish });
    return { ...created, mine: created.seats.flatMap((seat) => this.#own(created.id, seat)) };
  }

  /**
   * Take an open seat of a game. A `key` that is kept makes it safe to take it again after the process ended.
   *
   * @param {string} game
   * @param {Schemas["TakeSeat"]} [wish]
   * @param {{ idempotencyKey?: string }} [options]
   */
  async sitDown(game, wish = {}, options = {}) {
    const taken = await this.call("post", "/v1/games/{id}/seats", { path: { id: game }, body: wish, ...options });
    return new Seat(this, { game, seat: taken.seat, token: tokenOf(taken) });
  }

  /**
   * @deprecated the former name of `sitDown`
   * @param {string} game
   * @param {Schemas["TakeSeat"]} [wish]
   * @param {{ idempotencyKey?: string }} [options]
   */
  async takeSeat(game, wish = {}, options = {}) {
    return this.sitDown(game, wish, options);
  }

  /**
   * Return a seat by its token. If somebody handed it on (`isHandedOn`) it is renewed before it is used for the first
   * time, so that nobody else has it: keep the new one, which `onToken` is called with.
   *
   * @param {import("./seat.js").SeatOf} of
   */
  seat(of) {
    return new Seat(this, of);
  }

  /**
   * Return a player of an application, by its token.
   * @param {string} token
   */
  player(token) {
    return new Player(this, token);
  }

  /**
   * Yield open seeks, then each that is opened or ends, without end; with `mine` those of the player whose token is the
   * key. When a broken stream goes on it begins with all seeks that are open then.
   *
   * @param {{ ruleset?: string, mine?: boolean, signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<Schemas["OpenSeek"] | Schemas["Seek"], void, void>}
   */
  seeks(options = {}) {
    return followSeeks(this.sending, options);
  }

  /**
   * Yield what the client's seats may or must do, in all games, as it comes up; it needs an API key or a seat's token.
   *
   * @param {{ after?: string, signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<Schemas["Debt"], void, void>}
   */
  async *pending({ after, signal } = {}) {
    for (let cursor = after; ; ) {
      const query = { wait: WAIT_S, ...(cursor === undefined ? {} : { after: cursor }) };
      const answer = await this.call("get", "/v1/me/pending", { query, ...(signal && { signal }) });
      yield* answer.pending;
      cursor = answer.cursor;
    }
  }

  /**
   * Yield the events of a game as the client may see them, as they happen, until the game is over; without a game those
   * of all its games, which is called `myEvents` now.
   *
   * @overload
   * @param {string} game
   * @param {{ after?: string | number, lastId?: string, summaries?: boolean, signal?: AbortSignal }} [options] `after` a
   * version or a cursor, by default only new events; `lastId` is the `cursor` of an event to go on from
   * @returns {AsyncGenerator<Schemas["Event"] & { cursor: string }, void, void>}
   */
  /**
   * @deprecated without a game it is called `myEvents`
   * @overload
   * @param {{ after?: string, lastId?: string, signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<Schemas["MyEvent"], void, void>}
   */
  /**
   * @param {any} [game]
   * @param {{ after?: string | number, lastId?: string, summaries?: boolean, signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<any, void, void>}
   */
  async *events(game, { after = "latest", lastId, summaries = false, signal } = {}) {
    if (typeof game !== "string") return yield* this.myEvents(game);
    const place = filled("/v1/games/{id}/events", { id: game });
    const from = after === "latest" && lastId === undefined ? await this.#newestOf(game) : after;
    for await (const message of follow(this.sending, place, { query: { after: from, summaries }, lastId, signal })) {
      if (message.event === "message") yield { ...JSON.parse(message.data), cursor: message.id };
    }
  }

  /**
   * Return the cursor of a game's newest event, so that a stream which breaks before its first event misses none.
   * @param {string} game
   */
  async #newestOf(game) {
    const query = { after: "latest", limit: 1 };
    const page = await this.call("get", "/v1/games/{id}/events", { path: { id: game }, query });
    return /** @type {Schemas["EventPage"]} */ (page).cursor;
  }

  /**
   * Yield all public games, page after page; `query` filters them as that of `GET /v1/games` does.
   *
   * @param {Query<"/v1/games">} [query]
   * @returns {AsyncGenerator<Schemas["GameRow"], void, void>}
   */
  async *allGames(query = {}) {
    for await (const { games } of this.#pages("/v1/games", query)) yield* games;
  }

  /**
   * Yield all clients of the server, page after page; it needs the administrator's key.
   *
   * @param {Query<"/v1/admin/clients">} [query]
   * @returns {AsyncGenerator<Schemas["Client"], void, void>}
   */
  async *allClients(query = {}) {
    for await (const { clients } of this.#pages("/v1/admin/clients", query)) yield* clients;
  }

  /**
   * Yield all that was done with the administrator's key, page after page; it needs that key.
   *
   * @param {Query<"/v1/admin/acts">} [query]
   * @returns {AsyncGenerator<Schemas["Act"], void, void>}
   */
  async *allActs(query = {}) {
    for await (const { acts } of this.#pages("/v1/admin/acts", query)) yield* acts;
  }

  /**
   * Yield the unfinished games of all clients, page after page; it needs the administrator's key.
   *
   * @param {Query<"/v1/admin/games">} [query]
   * @returns {AsyncGenerator<Schemas["AdminGame"], void, void>}
   */
  async *allUnfinishedGames(query = {}) {
    for await (const { games } of this.#pages("/v1/admin/games", query)) yield* games;
  }

  /**
   * @param {import("./typing.js").PathOf<"get">} path
   * @param {Record<string, unknown>} query
   * @returns {AsyncGenerator<any, void, void>}
   */
  async *#pages(path, query) {
    const call = /** @type {(...of: any[]) => Promise<any>} */ (this.call.bind(this));
    for (let from = {}; ; ) {
      const page = await call("get", path, { query: { ...query, ...from } });
      yield page;
      if (page.next === undefined) return;
      from = { after: page.next };
    }
  }

  /**
   * Yield the events of all games of the client's seats, as they happen.
   *
   * @param {{ after?: string, lastId?: string, signal?: AbortSignal }} [options] `after` a cursor, `first` or, by default,
   * `latest`; `lastId` is the `cursor` of an entry to go on from
   * @returns {AsyncGenerator<Schemas["MyEvent"], void, void>}
   */
  async *myEvents({ after = "latest", lastId, signal } = {}) {
    const from = after === "latest" && lastId === undefined ? await this.#newest() : after;
    const query = from === "first" ? {} : { after: from };
    for await (const message of follow(this.sending, "/v1/me/events", { query, lastId, signal })) {
      yield JSON.parse(message.data);
    }
  }

  /**
   * Yield all games of the client's key, player or seat, the oldest first, by default only those that are over.
   *
   * @param {{ after?: string, status?: "finished" | "all" }} [options] `after` is the `cursor` of a game to go on from
   * @returns {AsyncGenerator<{ cursor: string, game: string, seat: number | null, record: any }, void, void>}
   */
  async *myRecords({ after, status } = {}) {
    for (let at = after; ; ) {
      const query = { limit: 20, ...(at === undefined ? {} : { after: at }), ...(status && { status }) };
      const lines = String(await this.call("get", "/v1/me/records", { query })).split("\n");
      const isWhole = lines.pop() === "";
      const read = lines.map((line) => JSON.parse(line));
      const games = read.filter((line) => line.record);
      if (!isWhole && !games.length) throw new Error("the server broke off in the middle of a game");
      yield* games;
      at = isWhole ? read.at(-1)?.next : games.at(-1).cursor;
      if (at === undefined) return;
    }
  }

  /** Return the cursor of the newest entry, so that a stream which breaks before its first one misses none. */
  async #newest() {
    const page = await this.call("get", "/v1/me/events", { query: { after: "latest", limit: 1 } });
    return /** @type {Schemas["MyEventPage"]} */ (page).cursor;
  }

  /**
   * Wait until a job has ended, and return it; if it failed it has a `problem`.
   *
   * @template {Schemas["Job"]} J
   * @param {J} job
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {Promise<J>}
   */
  async finished(job, options = {}) {
    let now = job;
    while (now.status === "queued" || now.status === "running") {
      const told = await this.call("get", "/v1/jobs/{id}", { path: { id: job.id }, waitS: WAIT_S, ...options });
      now = /** @type {J} */ (told);
    }
    return now;
  }

  /**
   * Return the record of a finished game, which proves all of it.
   *
   * @param {string} game
   * @returns {Promise<Schemas["GameRecord"]>}
   */
  async record(game) {
    const body = /** @type {const} */ ({ format: "json" });
    const asked = await this.call("post", "/v1/games/{id}/replays", { path: { id: game }, body, waitS: WAIT_S });
    const { result, problem } = /** @type {Schemas["ReplayJob"]} */ (await this.finished(asked));
    if (problem) throw new Problem(problem);
    const { record } = /** @type {Schemas["JsonReplay"]} */ (result);
    if (record.status !== "finished") throw new Error(`game ${game} is not over, so its record is not whole`);
    return /** @type {Schemas["GameRecord"]} */ (record);
  }

  /**
   * @param {string} game
   * @param {Schemas["SeatToken"]} made
   * @returns {Seat[]}
   */
  #own(game, { seat, token }) {
    return token === undefined ? [] : [new Seat(this, { game, seat, token })];
  }
}

/**
 * @typedef {object} AnyOptions
 * @property {Record<string, string | number>} [path]
 * @property {Record<string, unknown>} [query]
 * @property {unknown} [body]
 * @property {number | string} [ifMatch]
 * @property {number} [waitS]
 * @property {string} [idempotencyKey]
 * @property {AbortSignal} [signal]
 */

/**
 * @param {Response} answer
 * @returns {Promise<any>}
 */
async function contentOf(answer) {
  if (answer.status === 204) return undefined;
  return /\bjson\b/.test(answer.headers.get("Content-Type") ?? "") ? answer.json() : answer.text();
}
