// Plays with the types of openapi-typescript and openapi-fetch: `node play.js BASE`.
import createClient from "openapi-fetch";
import { argv } from "node:process";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];

const client = createClient<paths>({ baseUrl: argv[2] ?? "" });
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

function told<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

async function made(ruleset: string, seats: number): Promise<{ id: string; tokens: string[] }> {
  const draft: Schemas["GameDraft"] = { ruleset, undo: "free", seats: Array.from({ length: seats }, () => ({ kind: "human" })) };
  const game = told(await client.POST("/v1/games", { body: draft }));
  return { id: game.id, tokens: game.seats.map((seat) => seat.token ?? "") };
}

async function next(id: string, tokens: string[]): Promise<{ token: string; command: Schemas["Command"] } | undefined> {
  for (const token of tokens) {
    const legal = told(await client.GET("/v1/games/{id}/legal-actions", { params: { path: { id } }, headers: as(token) }));
    const command = legal.actions[0]?.command ?? legal.templates[0]?.example;
    if (legal.must_act && command) return { token, command };
  }
  return undefined;
}

async function play(id: string, tokens: string[], most: number): Promise<string> {
  let last = "";
  for (let count = 0; count < most; count++) {
    const move = await next(id, tokens);
    if (!move) break;
    told(await client.POST("/v1/games/{id}/commands", { params: { path: { id } }, headers: as(move.token), body: move.command }));
    last = move.token;
  }
  return last;
}

async function events(id: string, token: string): Promise<number> {
  let count = 0;
  for (let after: string | undefined = "0"; after !== undefined; ) {
    const params = { path: { id }, query: { after, limit: 5 } };
    const page: Schemas["EventPage"] = told(await client.GET("/v1/games/{id}/events", { params, headers: as(token) }));
    count += page.events.length;
    after = page.next;
  }
  return count;
}

const dice = await made("catan-dice", 2);
await play(dice.id, dice.tokens, 1000);
const { id, tokens } = await made("catan", 3);
const last = await play(id, tokens, 10);
const move = await next(id, tokens);
if (!move) throw new Error("nobody is to move");
const of = { params: { path: { id } } };
const dry = told(await client.POST("/v1/games/{id}/dry-runs", { ...of, headers: as(move.token), body: move.command }));
const undo = told(await client.POST("/v1/games/{id}/undo", { params: { path: { id }, header: { Prefer: "wait=30" } }, headers: as(last), body: {} }));
const branch = told(await client.POST("/v1/games/{id}/branches", { ...of, headers: as(last), body: { version: 5 } }));
console.log(JSON.stringify({ dice: dice.id, catan: id, legal: dry.legal, undo: undo.job?.status, branch: branch.id, events: await events(id, last) }));
