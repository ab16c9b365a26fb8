// What `longroad-client` promises, tried on a server (BASE), partly through a network that cuts much of it (CUT).
import assert from "node:assert/strict";
import { env } from "node:process";
import { test } from "node:test";
import { Longroad, Problem, ScaledBoard, SeatGone, SLUGS, Unreachable, Unverified, verified } from "longroad-client";

const longroad = new Longroad(env.BASE);
const throughCuts = new Longroad(env.CUT);
const TWO = [{ kind: "human" }, { kind: "human" }];
const refusedAs = (slug) => (fault) => fault instanceof Problem && fault.is(slug);
const first = ({ actions, templates }) => actions[0]?.command ?? templates[0].example;

async function next(things) {
  for await (const thing of things) return thing;
}

async function act(seats) {
  for (const seat of seats) {
    const legal = await seat.legal();
    if (legal.must_act) return seat.act(first(legal));
  }
  throw new Error("nobody must act");
}

test("events come whole and in order, however often the stream is cut", async () => {
  const { id, mine } = await longroad.createGame({ ruleset: "goofspiel", seats: TWO });
  const seen = [];
  const reading = (async () => {
    const watching = throughCuts.seat({ game: id, seat: 0, token: mine[0].token });
    for await (const event of watching.events({ after: 0 })) seen.push(event);
  })();
  await Promise.all(mine.map((seat) => seat.playGame(first)));
  await reading;
  const { events } = await longroad.call("get", "/v1/games/{id}/events", { path: { id }, query: { limit: 1000 } });
  assert.deepEqual(seen.map(({ version, index, type }) => [version, index, type]), events.map(({ version, index, type }) => [version, index, type]));
});

test("events go on after a cursor that was kept", async () => {
  const { mine } = await longroad.createGame({ ruleset: "goofspiel", seats: TWO });
  const opened = await next(mine[0].events({ after: 0 }));
  const second = await next(mine[0].events({ lastId: opened.cursor }));
  assert.deepEqual([opened, second].map(({ version, index }) => [version, index]), [[1, 0], [1, 1]]);
  const coming = next(mine[0].events());
  const { version } = await act(mine);
  assert.equal((await coming).version, version);
});

test("refusals are problems with their types", async () => {
  const { id, mine } = await longroad.createGame({ ruleset: "catan-dice", seats: TWO });
  const { version } = await mine[0].legal();
  await assert.rejects(mine[0].act({ type: "DiceBuildRoad", road: 0 }), refusedAs("refused"));
  await assert.rejects(mine[0].act({ type: "DiceRollDice" }, { ifMatch: version + 1 }), refusedAs("stale_version"));
  await assert.rejects(longroad.call("get", "/v1/games/{id}", { path: { id: "none" } }), refusedAs("not_found"));
  const ours = longroad.with({ token: "wrong", language: "es" });
  await assert.rejects(ours.call("get", "/v1/games/{id}", { path: { id } }), (fault) => fault.status === 401 && /[áéíóúñ]/.test(fault.message));
  assert.deepEqual([...SLUGS].sort(), env.SLUGS.split(" ").sort());
});

test("a server that is not there is reported when patience ends", async () => {
  const nobody = new Longroad("http://127.0.0.1:9", { patienceMs: 300 });
  await assert.rejects(nobody.call("get", "/v1"), Unreachable);
});

test("Retry-After is waited for", async () => {
  let asked = 0;
  const told = () => new Response("{}", { status: ++asked < 3 ? 429 : 200, headers: { "Retry-After": "1", "Content-Type": "application/json" } });
  const began = Date.now();
  await new Longroad("http://example", { fetch: async () => told() }).call("get", "/v1");
  assert.equal(asked, 3);
  assert.ok(Date.now() - began >= 2000);
});

test("a handed-on seat is renewed before it is used, and its old token dies", async () => {
  const { id, mine: [seat] } = await longroad.createGame({ ruleset: "goofspiel", seats: TWO });
  const kept = [];
  const own = throughCuts.seat({ game: id, seat: 0, token: seat.token, isHandedOn: true, onToken: (token) => kept.push(token) });
  const [view] = await Promise.all([own.view(), own.legal()]);
  assert.equal(view.seats[0].held, true);
  assert.deepEqual(kept, [own.token]);
  assert.notEqual(own.token, seat.token);
  await assert.rejects(seat.view(), refusedAs("unauthorized"));
});

test("a command that comes too late is let go, and one that was never legal is not", async () => {
  const { mine } = await longroad.createGame({ ruleset: "goofspiel", seats: TWO });
  const again = longroad.seat({ game: mine[0].game, seat: 0, token: mine[0].token });
  let late = 0;
  const hasty = async (legal) => {
    if (late++ < 2) await again.act(first(legal));
    return first(legal);
  };
  const [game] = await Promise.all([mine[0].playGame(hasty), mine[1].playGame(first)]);
  assert.equal(game.status, "finished");
  const other = await longroad.createGame({ ruleset: "catan-dice", seats: TWO });
  const ending = new AbortController();
  const { signal } = ending;
  const wrong = () => ({ type: "DiceBuildRoad", road: 0 });
  await assert.rejects(Promise.race(other.mine.map((seat) => seat.playGame(wrong, { signal }))), refusedAs("refused"));
  ending.abort();
});

test("a stream says that its seat is lost", async () => {
  const { mine: [seat] } = await longroad.createGame({ ruleset: "goofspiel", seats: TWO });
  const turns = longroad.seat({ game: seat.game, seat: 0, token: seat.token }).turns();
  assert.equal((await turns.next()).value.must_act, true);
  await seat.renew();
  await assert.rejects(turns.next(), SeatGone);
});

test("a key's seats hear what they owe, and an undo waits for its job", async () => {
  const { key } = await longroad.call("post", "/v1/keys", { body: {} });
  const { mine } = await longroad.with({ key }).createGame({ ruleset: "catan-dice", seats: TWO, undo: "free", hot_seat: true });
  const debts = throughCuts.with({ key }).pending();
  const { value } = await debts.next();
  assert.deepEqual([value.game, value.must], [mine[0].game, true]);
  const { version } = await mine[value.seat].act(first(await mine[value.seat].legal()));
  const { job } = await mine[value.seat].undo();
  assert.equal(job.status, "finished");
  assert.equal((await mine[0].view()).head, version - 1);
});

test("what happens in all games comes as one feed", async () => {
  const { key } = await longroad.call("post", "/v1/keys", { body: {} });
  const keyed = longroad.with({ key });
  const { id } = await keyed.createGame({ ruleset: "goofspiel", seats: TWO });
  for await (const { game, event } of keyed.events({ after: "first" })) {
    assert.deepEqual([game, event.version], [id, 1]);
    break;
  }
});

test("lists with pages page by themselves", async () => {
  const pages = {
    "/v1/admin/clients": { clients: [{ id: "a" }], next: "n" }, "/v1/admin/clients?after=n": { clients: [{ id: "b" }] },
    "/v1/admin/acts?on=g": { acts: [{ id: 1 }] }, "/v1/admin/games": { games: [{ id: "g" }] },
  };
  const answer = async (/** @type {string} */ url) => Response.json(pages[String(url).replace("http://example", "")]);
  const desk = new Longroad("http://example", { fetch: answer });
  const all = async (things) => { const found = []; for await (const { id } of things) found.push(id); return found; };
  assert.deepEqual(await all(desk.allClients()), ["a", "b"]);
  assert.deepEqual([await all(desk.allActs({ on: "g" })), await all(desk.allUnfinishedGames())], [[1], ["g"]]);
});

test("the record of a game is for when it is over", async () => {
  const { id, mine } = await longroad.createGame({ ruleset: "goofspiel", seats: TWO });
  await assert.rejects(mine[0].client().then((client) => client.record(id)), /not over/);
  await Promise.all(mine.map((seat) => seat.playGame(first)));
  assert.equal((await longroad.record(id)).status, "finished");
});

test("a seat answers where it need not act", async () => {
  const { mine } = await longroad.createGame({ ruleset: "goofspiel", seats: TWO });
  const turn = (version, name) => ({ version, legal: { name, must_act: name === "must" } });
  const seat = longroad.seat({ game: mine[0].game, seat: 0, token: mine[0].token });
  const given = [];
  seat.turns = async function* () { yield* [turn(1, "may"), turn(2, "must"), turn(2, "may"), turn(3, "none")]; };
  seat.act = async (command) => { given.push(command); return { version: 2 }; };
  seat.view = async () => ({ result: {} });
  await seat.playGame(({ name }) => `chosen: ${name}`, { answer: ({ name }) => (name === "may" ? `answered: ${name}` : undefined) });
  assert.deepEqual(given, ["answered: may", "chosen: must", "answered: may"]);
});

test("only what the server signed is believed", async () => {
  const { secret, headers, body } = JSON.parse(env.DELIVERY);
  const { id, notice } = await verified(secret, headers, body);
  assert.deepEqual([id, notice.type], [headers["webhook-id"], "turn"]);
  await verified(secret, new Headers(headers), body);
  const two = { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` };
  await verified(secret, two, body);
  const hour = Date.now() / 1000 + 3600;
  await assert.rejects(verified(secret, headers, body + " "), Unverified);
  await assert.rejects(verified("whsec_AAAA", headers, body), Unverified);
  await assert.rejects(verified(secret, headers, body, hour), Unverified);
  await assert.rejects(verified(secret, {}, body), Unverified);
});

test("boards of every game are to scale, and every place of a command lies on them", async () => {
  const games = [["catan", 3, "node"], ["catan-dice", 2], ["elasund", 2, "row"]];
  for (const [ruleset, seats] of games) {
    const { mine } = await longroad.createGame({ ruleset, seats: Array(seats).fill({ kind: "human" }) });
    const board = new ScaledBoard(await mine[0].board(), { width: 640, height: 480 });
    assert.ok(board.width <= 640.001 && board.height <= 480.001 && Math.max(board.width / 640, board.height / 480) > 0.999);
    for (const seat of mine) {
      for (const { command } of (await seat.legal()).actions) {
        const spot = board.place(command);
        const names = ["node", "edge", "tile", "square", "space", "row", "road"].some((name) => name in command);
        assert.equal(spot !== undefined, names, JSON.stringify(command));
        assert.ok(!spot || (spot.x >= 0 && spot.x <= board.width && spot.y >= 0 && spot.y <= board.height));
      }
    }
    if ("tiles" in board.board) assert.ok(Math.abs(distance(...board.corners(board.board.tiles[0])) - board.unit) < 1e-6);
    if ("edges" in board.board) assert.equal(board.ends(board.board.edges[0]).length, 2);
  }
});

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
