// Plays with the functions of @hey-api/openapi-ts: `node play.js BASE`.
import { client } from "./hey/client.gen";
import type { Auth } from "./hey/core/auth.gen";
import { createBranch, createGame, getLegalActions, listEvents, postCommands, requestUndo, tryCommands } from "./hey/sdk.gen";
import type { Command, EventPage, GameDraft } from "./hey/types.gen";

client.setConfig({ baseUrl: process.argv[2] as "/" });
// A token is no API key: without the question it would be sent as both.
const as = (token: string) => ({ auth: (asked: Auth) => (asked.scheme === "bearer" ? token : undefined), throwOnError: true as const });

async function made(ruleset: string, seats: number): Promise<{ id: string; tokens: string[] }> {
  const body: GameDraft = { ruleset, undo: "free", seats: Array.from({ length: seats }, () => ({ kind: "human" as const })) };
  const { data } = await createGame({ body, throwOnError: true });
  return { id: data.id, tokens: data.seats.map((seat) => seat.token ?? "") };
}

async function next(id: string, tokens: string[]): Promise<{ token: string; command: Command } | undefined> {
  for (const token of tokens) {
    const { data } = await getLegalActions({ path: { id }, ...as(token) });
    const command = data.actions[0]?.command ?? data.templates[0]?.example;
    if (data.must_act && command) return { token, command };
  }
  return undefined;
}

async function play(id: string, tokens: string[], most: number): Promise<string> {
  let last = "";
  for (let count = 0; count < most; count++) {
    const move = await next(id, tokens);
    if (!move) break;
    await postCommands({ path: { id }, body: move.command, ...as(move.token) });
    last = move.token;
  }
  return last;
}

async function page(id: string, token: string, after: string): Promise<EventPage | undefined> {
  const { data } = await listEvents({ path: { id }, query: { after, limit: 5 }, ...as(token) });
  return data || undefined; // 204 is the end of a stream
}

async function events(id: string, token: string): Promise<number> {
  let count = 0;
  for (let after: string | undefined = "0"; after !== undefined; ) {
    const told: EventPage | undefined = await page(id, token, after);
    count += told?.events.length ?? 0;
    after = told?.next;
  }
  return count;
}

async function main(): Promise<void> {
  const dice = await made("catan-dice", 2);
  await play(dice.id, dice.tokens, 1000);
  const { id, tokens } = await made("catan", 3);
  const last = await play(id, tokens, 10);
  const move = await next(id, tokens);
  if (!move) throw new Error("nobody is to move");
  const path = { id };
  const dry = (await tryCommands({ path, body: move.command, ...as(move.token) })).data;
  const undo = (await requestUndo({ path, body: {}, headers: { Prefer: "wait=30" }, ...as(last) })).data;
  const branch = (await createBranch({ path, body: { version: 5 }, ...as(last) })).data;
  console.log(JSON.stringify({ dice: dice.id, catan: id, legal: dry.legal, undo: undo.job?.status, branch: branch.id, events: await events(id, last) }));
}

main().catch((fault: unknown) => {
  console.error(fault);
  process.exit(1);
});
