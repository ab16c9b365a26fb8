/** A seat of a game: what it sees, what it may do, and its streams, which outlive broken connections. */

import { LogReset, Problem } from "./problem.js";
import { filled, uniqueKey } from "./sending.js";
import { follow } from "./streaming.js";

/** @typedef {import("./typing.js").Schemas} Schemas */

/** @typedef {(legal: Schemas["LegalActions"]) => Schemas["Command"] | undefined | Promise<Schemas["Command"] | undefined>} Answer */

/**
 * @typedef {object} SeatOf
 * @property {string} game
 * @property {number} seat
 * @property {string} [token] without it the key of the client acts for the seat: a player's token, for example
 * @property {boolean} [isHandedOn] true if somebody else has the token too
 * @property {(token: string) => void} [onToken] called with the new token after it was renewed
 */

export class Seat {
  #client;
  #handedOn;
  #onToken;
  /** @type {Promise<void> | undefined} */
  #ready;
  /** @type {Promise<Schemas["Board"]> | undefined} */
  #board;

  /**
   * @param {import("./client.js").Longroad} client
   * @param {SeatOf} of
   */
  constructor(client, { game, seat, token, isHandedOn = false, onToken = () => {} }) {
    this.game = game;
    this.seat = seat;
    this.token = token;
    this.#client = client.with(token === undefined ? { token, actingSeat: seat } : { token, actingSeat: undefined });
    this.#handedOn = isHandedOn;
    this.#onToken = onToken;
  }

  /** Return a client with the seat's own token, renewed if it was handed on. */
  async client() {
    await (this.#ready ??= this.#handedOn ? this.renew() : Promise.resolve());
    return this.#client;
  }

  /** Renew the token: the old one, which others may know, stops working. */
  async renew() {
    const path = { id: this.game, seat: this.seat };
    const options = { path, body: {}, idempotencyKey: uniqueKey() };
    const token = tokenOf(await this.#client.call("post", "/v1/games/{id}/seats/{seat}/token", options));
    this.token = token;
    this.#client = this.#client.with({ token });
    this.#onToken(token);
  }

  /**
   * Return the game as the seat sees it, now or as it was right after a version.
   * @param {number} [version]
   */
  async view(version) {
    const query = version === undefined ? {} : { version };
    return (await this.client()).call("get", "/v1/games/{id}", { path: { id: this.game }, query });
  }

  /** Return the board, which never changes and is fetched once. */
  async board() {
    const client = await this.client();
    this.#board ??= client.call("get", "/v1/games/{id}/board", { path: { id: this.game } });
    return this.#board;
  }

  /** Return all that the seat may do now. */
  async legal() {
    return (await this.client()).call("get", "/v1/games/{id}/legal-actions", { path: { id: this.game } });
  }

  /**
   * Give a command, or several that are accepted all or none. It is done once, however often its answer is lost.
   *
   * @param {Schemas["Command"] | Schemas["Command"][]} command
   * @param {{ ifMatch?: number | string, idempotencyKey?: string }} [options]
   * @returns {Promise<Schemas["Accepted"]>}
   */
  async act(command, options = {}) {
    if (command === undefined || command === null) throw new TypeError("there is no command to send");
    const body = bodyOf(command);
    return (await this.client()).call("post", "/v1/games/{id}/commands", { path: { id: this.game }, body, ...options });
  }

  /**
   * @deprecated the former name of `act`
   * @param {Schemas["Command"] | Schemas["Command"][]} command
   * @param {{ ifMatch?: number | string, idempotencyKey?: string }} [options]
   */
  async play(command, options = {}) {
    return this.act(command, options);
  }

  /**
   * Return what a command would do, as far as the seat can know, and change nothing.
   *
   * @param {Schemas["Command"] | Schemas["Command"][]} command
   * @returns {Promise<Schemas["DryRun"]>}
   */
  async tryOut(command) {
    return (await this.client()).call("post", "/v1/games/{id}/dry-runs", { path: { id: this.game }, body: bodyOf(command) });
  }

  /**
   * Yield the seat's turns, with all that is legal, until the game is over.
   *
   * @param {{ signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<Schemas["Turn"] & { legal: Schemas["LegalActions"] }, void, void>}
   */
  async *turns({ signal } = {}) {
    for (;;) {
      try {
        for await (const message of await this.#follow({ after: "latest", legal: true }, undefined, signal)) {
          if (message.event === "turn") yield JSON.parse(message.data);
        }
        return;
      } catch (fault) {
        if (!(fault instanceof LogReset)) throw fault; // a turn says what holds now, whatever was lost
      }
    }
  }

  /**
   * Yield the game's events as the seat may see them, as they happen, until the game is over.
   *
   * @param {{ after?: string | number, lastId?: string, summaries?: boolean, signal?: AbortSignal }} [options] `after` a
   * version or a cursor, by default only new events; `lastId` is the `cursor` of an event to go on from
   * @returns {AsyncGenerator<Schemas["Event"] & { cursor: string }, void, void>}
   * @throws {LogReset} if versions were lost that the client has seen
   */
  async *events(options = {}) {
    yield* (await this.client()).events(this.game, options);
  }

  /**
   * @param {Record<string, unknown>} query
   * @param {string | undefined} lastId
   * @param {AbortSignal | undefined} signal
   */
  async #follow(query, lastId, signal) {
    const { sending } = await this.client();
    return follow(sending, filled("/v1/games/{id}/events", { id: this.game }), { query, lastId, signal });
  }

  /**
   * Play until the game is over: whenever the game waits for the seat, give the command that `choose` returns. `answer`
   * is called where the seat may act but need not, as when somebody offers a trade; it returns a command or nothing.
   *
   * @param {(legal: Schemas["LegalActions"]) => Schemas["Command"] | Promise<Schemas["Command"]>} choose
   * @param {{ signal?: AbortSignal, answer?: Answer }} [options]
   * @returns {Promise<Schemas["Game"] & { result: Schemas["Result"] }>} the game, which is over
   * @throws {Problem} if the rules refuse a command in the position for which it was chosen
   */
  async playGame(choose, options = {}) {
    let played = 0;
    for await (const turn of this.turns(options)) {
      // a turn from before what the seat has done may be over, unless the server has lost that
      const legal = turn.version < played ? await this.legal() : turn.legal;
      const command = await (legal.must_act ? choose(legal) : options.answer?.(legal));
      if (!command && !legal.must_act) continue;
      try {
        const { version } = await this.act(/** @type {Schemas["Command"]} */ (command));
        if (legal.must_act) played = version;
      } catch (fault) {
        if (!(fault instanceof Problem) || !fault.is("refused")) throw fault;
        if (legal.must_act && (await this.#isStillLegal(legal))) throw fault;
        // it came too late: the next turn is on its way
      }
    }
    const game = await this.view();
    if (game.result === undefined) throw new Error(`game ${this.game} is not over`);
    return { ...game, result: game.result };
  }

  /**
   * @deprecated the former name of `playGame`
   * @param {(legal: Schemas["LegalActions"]) => Schemas["Command"] | Promise<Schemas["Command"]>} choose
   * @param {{ signal?: AbortSignal }} [options]
   */
  async playToTheEnd(choose, options = {}) {
    return this.playGame(choose, options);
  }

  /**
   * Return whether the seat may still do what it might do then.
   * @param {Schemas["LegalActions"]} then
   */
  async #isStillLegal(then) {
    const now = await this.legal();
    return JSON.stringify([now.actions, now.templates]) === JSON.stringify([then.actions, then.templates]);
  }

  /** Return the standing orders of the seat, which nobody else can read, and those that ended last. */
  async orders() {
    return (await this.client()).call("get", "/v1/games/{id}/seats/{seat}/orders", { path: { id: this.game, seat: this.seat } });
  }

  /**
   * Set a standing order: something that the seat does by itself. Returns all that stand then.
   * @param {Schemas["StandingOrder"]} order
   */
  async order(order) {
    const path = { id: this.game, seat: this.seat };
    return (await this.client()).call("post", "/v1/games/{id}/seats/{seat}/orders", { path, body: order });
  }

  /**
   * End standing orders of the seat by their ids, or all of them, and return those that stand then.
   * @param {...string} ids
   */
  async endOrders(...ids) {
    const client = await this.client();
    const path = { id: this.game, seat: this.seat };
    if (ids.length === 0) return client.call("delete", "/v1/games/{id}/seats/{seat}/orders", { path });
    for (const order of ids) {
      await client.call("delete", "/v1/games/{id}/seats/{seat}/orders/{order}", { path: { ...path, order } });
    }
    return this.orders();
  }

  /**
   * Take back the seat's newest command, or all since a version: at once, or by a vote of the others.
   *
   * @param {{ to_version?: number, expected_version?: number }} [wish]
   */
  async undo(wish = {}) {
    const client = await this.client();
    return ended(client, await client.call("post", "/v1/games/{id}/undo", { path: { id: this.game }, body: wish, waitS: 25 }));
  }

  /** Go back to where the newest undo began, as long as no command has followed it. */
  async redo() {
    const client = await this.client();
    return ended(client, await client.call("post", "/v1/games/{id}/redo", { path: { id: this.game }, body: {}, waitS: 25 }));
  }
}

/**
 * Return the token of a seat that was taken or renewed.
 * @param {Schemas["Seated"]} seated
 */
export function tokenOf({ seat, token }) {
  if (token === undefined) throw new Error(`the server gave no token for seat ${seat}`);
  return token;
}

/**
 * @param {Schemas["Command"] | Schemas["Command"][]} command
 * @returns {Schemas["CommandBody"]}
 */
function bodyOf(command) {
  return Array.isArray(command) ? { commands: command } : command;
}

/**
 * @param {import("./client.js").Longroad} client
 * @param {Schemas["Moved"]} moved
 * @returns {Promise<Schemas["Moved"]>}
 */
async function ended(client, moved) {
  return moved.job ? { ...moved, job: await client.finished(moved.job) } : moved;
}
