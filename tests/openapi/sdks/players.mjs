// What `longroad-client` promises to players, tried on a server (BASE).
import assert from "node:assert/strict";
import { env } from "node:process";
import { test } from "node:test";
import { Longroad, LongroadError, Problem, SeekEnded } from "longroad-client";

const server = new Longroad(env.BASE);
const WISH = { ruleset: "goofspiel", seats: 2, among: "application" };

async function application() {
  const { key } = await server.call("post", "/v1/keys", { body: { scopes: ["games", "me", "seats"] } });
  return server.with({ key });
}

async function admit(app, name) {
  const { id } = await app.call("post", "/v1/players", { body: { name } });
  return server.player((await app.call("post", "/v1/players/{id}/token", { path: { id }, body: {} })).token);
}

async function two() {
  const app = await application(); // of its own, so that no seek of another test is met
  return Promise.all([admit(app, "Ana"), admit(app, "Bea")]);
}

async function together() {
  const players = await two();
  return { players, seats: await Promise.all(players.map((player) => player.sitDown(WISH))) };
}

async function next(things) {
  for await (const thing of things) return thing;
}

test("two who seek sit down and play with their own tokens", async () => {
  const { players: [ana], seats: [anas, beas] } = await together();
  assert.equal(anas.game, beas.game);
  assert.equal((await anas.legal()).seat, anas.seat);
  assert.equal((await (await ana.seat(anas.game)).view()).seats[anas.seat].name, "Ana");
  assert.equal((await next(ana.games())).game, anas.game);
  assert.equal((await ana.show()).name, "Ana");
  assert.equal((await next(ana.pending())).seat, anas.seat);
  assert.equal((await next(ana.events({ after: "first" }))).game, anas.game);
  await assert.rejects(ana.seat("nowhere"), LongroadError);
});

test("own games are exported, those that go on only if asked for", async () => {
  const { players: [ana], seats: [anas] } = await together();
  const line = await next(ana.client.myRecords({ status: "all" }));
  assert.deepEqual([line.game, line.record.status], [anas.game, "running"]);
  assert.equal(await next(ana.client.myRecords()), undefined);
});

test("a seek is found again, and one that ends without a game says how", async () => {
  const [ana, bea] = await two();
  const { id } = await ana.client.call("post", "/v1/seeks", { body: WISH });
  const { game } = await bea.sitDown(WISH);
  assert.equal((await ana.awaitSeek({ id })).game, game);
  const posted = await ana.client.call("post", "/v1/seeks", { body: WISH });
  await ana.client.call("delete", "/v1/seeks/{id}", { path: { id: posted.id } });
  await assert.rejects(ana.awaitSeek(posted), (fault) => fault instanceof SeekEnded && fault.seek.status === "withdrawn");
});

test("waiting for a seek ends by a signal", async () => {
  const [ana] = await two();
  const stop = new AbortController();
  const waiting = ana.sitDown(WISH, { signal: stop.signal });
  setTimeout(() => stop.abort(), 300);
  await assert.rejects(waiting, { name: "AbortError" });
});

test("a stream tells of open seeks and what became of own ones", async () => {
  const [ana, bea] = await two();
  const { id } = await ana.client.call("post", "/v1/seeks", { body: WISH });
  const told = ana.seeks();
  assert.equal((await told.next()).value.id, id);
  const { game } = await bea.sitDown(WISH);
  assert.equal((await told.next()).value.game, game);
  await told.return();
});

test("orders are set, listed and ended, by their holder alone", async () => {
  const { players: [, bea], seats: [seat] } = await together();
  const { orders: [first] } = await seat.order({ kind: "pass" });
  await seat.order({ kind: "pass", frame: "bid" });
  assert.deepEqual((await seat.endOrders(first.id)).ended.map(({ id }) => id), [first.id]);
  assert.equal((await seat.orders()).orders.length, 1);
  assert.equal((await seat.endOrders()).orders.length, 0);
  const { game, seat: number } = seat;
  const others = bea.client.with({ actingSeat: number });
  const path = { id: game, seat: number };
  await assert.rejects(others.call("get", "/v1/games/{id}/seats/{seat}/orders", { path }), (fault) => fault instanceof Problem && fault.status === 401);
});
