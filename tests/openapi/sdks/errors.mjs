// Checks what the client throws, and when it gives up a server that is not there; no server is needed.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { LogReset, Longroad, LongroadError, Problem, SeatGone, SeatLost, Unreachable, Unverified } from "longroad-client";

const FAULTS = [
  { pointer: "/ruleset", code: "choice", detail: "must be one of: catan", nearest: ["catan"] },
  { pointer: "/limit", parameter: "limit", code: "range", detail: "must be a whole number from 1 to 100" },
  { pointer: "/Last-Event-ID", header: "Last-Event-ID", code: "cursor", detail: "must be a cursor from an earlier answer" },
];
const invalid = { type: "/problems/invalid_body", title: "Invalid request", status: 422, detail: "See errors.", instance: "/" };
const answering = (status, document) => async () =>
  new Response(JSON.stringify(document), { status, headers: { "Content-Type": "application/problem+json", "X-Request-Id": "a1b2" } });

test("an exception says what, where and under which request", async () => {
  const longroad = new Longroad("http://example", { fetch: answering(422, { ...invalid, errors: [...FAULTS, FAULTS[1]], more: 5 }) });
  await assert.rejects(longroad.call("get", "/v1/games"), (fault) => {
    assert.equal(
      fault.message,
      "Invalid request: See errors. /ruleset must be one of: catan (nearest: catan); " +
        "parameter limit must be a whole number from 1 to 100; " +
        "header Last-Event-ID must be a cursor from an earlier answer; and 6 more (request a1b2)",
    );
    return fault.requestId === "a1b2";
  });
  const refused = new Problem({ ...invalid, type: "/problems/refused", title: "Refused", detail: "No.", rule: "catan.road.cost" });
  assert.equal(refused.message, "Refused: No. (rule catan.road.cost)");
});

test("all that is thrown has one base", () => {
  for (const each of [Problem, Unreachable, SeatGone, LogReset, Unverified]) assert.ok(each.prototype instanceof LongroadError);
  assert.equal(SeatLost, SeatGone);
});

test("a connection that is refused at first is given up soon", async () => {
  const gone = createServer().listen(0, "127.0.0.1");
  await once(gone, "listening");
  const base = `http://127.0.0.1:${gone.address().port}`;
  gone.close();
  await assert.rejects(new Longroad(base, { patienceMs: 3_600_000 }).call("get", "/v1"), (fault) => {
    assert.ok(fault instanceof Unreachable);
    return fault.message.startsWith(`no answer from ${base}: connect ECONNREFUSED`);
  });
});

test("a server that has answered once is waited for", async () => {
  let asked = 0;
  const flaky = async () => {
    asked += 1;
    if (asked > 1 && asked < 6) throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
    return new Response("{}", { headers: { "Content-Type": "application/json" } });
  };
  const longroad = new Longroad("http://example", { fetch: flaky });
  await longroad.call("get", "/v1");
  await longroad.with({ token: "t" }).call("get", "/v1");
  assert.equal(asked, 6);
});

test("an empty id is refused before it is sent", async () => {
  const longroad = new Longroad("http://example", { fetch: () => assert.fail("it was sent") });
  await assert.rejects(longroad.call("get", "/v1/games/{id}", { path: { id: "" } }), /id in \/v1\/games\/\{id\} is empty/);
});

test("what cannot be meant is refused before it is sent", async () => {
  assert.throws(() => new Longroad("127.0.0.1:8000"), /127.0.0.1:8000 is no address of a server: it must begin with https?:/);
  const seat = new Longroad("http://example", { fetch: () => assert.fail("it was sent") }).seat({ game: "g", seat: 0, token: "t" });
  await assert.rejects(seat.act(undefined), /there is no command to send/);
  const whole = new Problem({ ...invalid, errors: [{ pointer: "", code: "type", detail: "must be an object" }] });
  assert.equal(whole.message, "Invalid request: See errors. the body must be an object");
});

test("pages page by themselves", async () => {
  const pages = { "": { games: [{ id: "a" }], next: "n" }, n: { games: [{ id: "b" }] } };
  const asked = [];
  const fetch = async (address) => {
    asked.push(address.searchParams.get("ruleset"));
    return new Response(JSON.stringify(pages[address.searchParams.get("after") ?? ""]), { headers: { "Content-Type": "application/json" } });
  };
  const found = [];
  for await (const { id } of new Longroad("http://example", { fetch }).allGames({ ruleset: "catan" })) found.push(id);
  assert.deepEqual([found, asked], [["a", "b"], ["catan", "catan"]]);
});

test("former names still work", async () => {
  const seat = new Longroad("http://example").seat({ game: "g", seat: 0, token: "t" });
  seat.act = async (...told) => told;
  seat.playGame = async (...told) => told;
  assert.deepEqual(await seat.play({ type: "RollDice" }), [{ type: "RollDice" }, {}]);
  assert.deepEqual((await seat.playToTheEnd(String))[0], String);
});
