/** A player of an application: seeks others, sits down with them, and looks at its games and ratings. */

import { LongroadError, SeekEnded } from "./problem.js";
import { Seat } from "./seat.js";
import { pause } from "./sending.js";
import { follow } from "./streaming.js";

/** @typedef {import("./typing.js").Schemas} Schemas */

const FIRST_LOOK_MS = 200;
const LONGEST_LOOK_MS = 2_000; // each look keeps the seek open for a minute
const MOST_GAMES = 50;

export class Player {
  /**
   * @param {import("./client.js").Longroad} client
   * @param {string} token the player's own, which an application asks for with its key
   */
  constructor(client, token) {
    /** Calls with the player's token, for what has no method here. */
    this.client = client.with({ key: token, token: undefined });
    this.id = token.split(".")[0] ?? "";
  }

  /**
   * Return the player with its ratings, and a page of its games, the newest first.
   * @param {{ after?: string, limit?: number }} [query]
   */
  async show(query = {}) {
    return this.client.call("get", "/v1/players/{id}", { path: { id: this.id }, query });
  }

  /**
   * Yield all games in which the player has a seat, the newest first.
   * @returns {AsyncGenerator<Schemas["PlayedGame"], void, void>}
   */
  async *games() {
    for (let from = {}; ; ) {
      const { games, next } = await this.show({ limit: MOST_GAMES, ...from });
      yield* games;
      if (next === undefined) return;
      from = { after: next };
    }
  }

  /**
   * Return the player's seat in a game, played with the player's token.
   * @param {string} game
   */
  async seat(game) {
    for await (const played of this.games()) {
      if (played.game === game) return new Seat(this.client, { game, seat: played.seat });
    }
    throw new LongroadError(`${this.id} has no seat in game ${game}`);
  }

  /**
   * Seek others for a game, wait until it begins, and return the seat. To be able to withdraw the seek, or to find it
   * again after the page was closed, post it by `client.call("post", "/v1/seeks", ...)`, keep its `id`, and wait by `awaitSeek`.
   *
   * @param {Schemas["SeekDraft"]} seek
   * @param {{ signal?: AbortSignal }} [options]
   * @throws {SeekEnded} if nobody came in time
   */
  async sitDown(seek, options = {}) {
    return this.awaitSeek(await this.client.call("post", "/v1/seeks", { body: seek, ...options }), options);
  }

  /**
   * Wait until a seek is filled, and return the seat in its game.
   *
   * @param {Pick<Schemas["Seek"], "id"> & Partial<Schemas["Seek"]>} seek
   * @param {{ signal?: AbortSignal }} [options]
   * @throws {SeekEnded} if it ends without a game
   */
  async awaitSeek(seek, options = {}) {
    const { id } = seek;
    for (let pauseMs = FIRST_LOOK_MS, known = seek; ; pauseMs = Math.min(2 * pauseMs, LONGEST_LOOK_MS)) {
      const { status = "open", game } = known;
      if (status === "filled" && game !== undefined) return this.seat(game);
      if (status !== "open") throw new SeekEnded({ ...known, id, status });
      await pause(pauseMs, options.signal);
      known = await this.client.call("get", "/v1/seeks/{id}", { path: { id }, ...options });
    }
  }

  /**
   * Yield the player's open seeks, then what becomes of each, without end; meanwhile they stay open.
   * @param {{ signal?: AbortSignal }} [options]
   */
  seeks(options = {}) {
    return this.client.seeks({ mine: true, ...options });
  }

  /**
   * Yield what happens in all games of the player, without end.
   * @param {{ after?: string, lastId?: string, signal?: AbortSignal }} [options]
   */
  events(options = {}) {
    return this.client.myEvents(options);
  }

  /**
   * Yield every seat of the player that has to act or may act, as it comes up, without end.
   * @param {{ after?: string, signal?: AbortSignal }} [options]
   */
  pending(options = {}) {
    return this.client.pending(options);
  }
}

/**
 * Yield open seeks, then each that is opened or ends, but for those that end while the stream is broken.
 *
 * @param {import("./sending.js").Sending} sending
 * @param {{ ruleset?: string, mine?: boolean, signal?: AbortSignal }} options
 * @returns {AsyncGenerator<Schemas["OpenSeek"] | Schemas["Seek"], void, void>}
 */
export async function* followSeeks(sending, { signal, mine, ...query }) {
  for await (const { event, data } of follow(sending, "/v1/seeks", { query: { ...query, ...(mine && { mine }) }, signal })) {
    if (event === "message") yield JSON.parse(data);
  }
}
