/**
 * Checks the chance of a finished game with nothing but its record. The recipe is `docs/fairness.md` of Longroad, in
 * whose order the checks stand here. What is not a record is refused, so its members are of any type.
 */

import { blake2b, bytesOf, canonical, hex, joined, sha256, utf8, wide } from "./bytes.js";

/** @typedef {any} Json */
/** @typedef {{ stream: string, outcome: (event: Json) => number, weights?: (event: Json) => number[] }} Row */

/** @type {(stream: string, member: string, words: string[]) => Row} */
const named = (stream, member, words) => ({ stream, outcome: (event) => words.indexOf(event[member]) });
const RESOURCES = ["brick", "lumber", "wool", "grain", "ore"];
const FACES = [...RESOURCES, "gold"];
const CARD = named("deck", "card", ["knight", "road_building", "year_of_plenty", "monopoly", "victory_point"]);
const TOKEN = named("favors", "token", ["wagon", "ship", "shovel", "book", "compass"]);
const COLOR = named("influence", "color", ["red", "green", "blue"]);
const STOLEN = named("robber", "resource", RESOURCES);
const TWO_DICE = range(36).map((at) => String([Math.floor(at / 6) + 1, (at % 6) + 1]));
/** @type {Row} */
const DICE = { stream: "dice", outcome: ({ dice }) => TWO_DICE.indexOf(String(dice)), weights: () => range(36).map(() => 1) };
/** @type {Row} */
const ROLLED = {
  stream: "dice",
  outcome: ({ rolled }) => resultsOf(rolled).findIndex((result) => String(result) === String(countsOf(rolled))),
  weights: ({ rolled }) => resultsOf(rolled).map((result) => result.reduce((ways, n) => ways / factorial(n), factorial(sum(result)))),
};
/** The events that show a draw, by ruleset. @type {Record<string, Record<string, Row>>} */
const SHOWN = {
  catan: { DiceRolled: DICE, CardStolen: STOLEN, DevelopmentCardBought: CARD, TopCardSeen: CARD, FavorDrawn: TOKEN, ExchangeBegun: TOKEN },
  "catan-dice": { DiceDiceRolled: ROLLED, DiceRolled: ROLLED },
  elasund: { DiceRolled: DICE, StartRolled: DICE, InfluenceDrawn: COLOR },
};

/** Says that a record does not hold: the name of the check that fails, and the version. */
export class Unfair extends Error {
  constructor(/** @type {string} */ check, /** @type {number} */ version, /** @type {string} */ reason) {
    super(`${check}, version ${version}: ${reason}`);
    this.check = check;
    this.version = version;
  }
}

/** Return how many draws of a record hold, or throw Unfair; `noted` is the commitment from before the game. */
export async function check(/** @type {Json} */ record, /** @type {string=} */ noted) {
  try {
    need(record.record === 1 && record.status === "finished", "shape", 0, "this is no finished game");
    checkChain(record);
    await checkCommitment(record, noted);
    checkOrder(record.versions);
    const entropies = entropiesOf(record.versions);
    for (const version of record.versions) await checkDraws(record, version, entropies);
    return sum(record.versions.map((/** @type {Json} */ { draws = [] }) => draws.length));
  } catch (fault) {
    throw fault instanceof Unfair ? fault : new Unfair("shape", 0, `this is no record: ${fault}`);
  }
}

function checkChain(/** @type {Json} */ { versions, chain }) {
  let last = "0".repeat(32);
  for (const [at, version] of versions.entries()) {
    need(version.version === at + 1, "shape", at + 1, "it is missing or out of place");
    last = chainOf(last, version.version, version.events);
    need(version.chain === last, "chain", at + 1, "its events do not give its chain");
  }
  need(chain === last, "chain", versions.length, "the record has another chain");
}

async function checkCommitment(/** @type {Json} */ { seed, salt = "", commitment, versions }, /** @type {string=} */ noted) {
  const [opened] = versions[0].events;
  const found = await commitmentOf(seed, salt);
  need(found === commitment && found === opened.commitment, "commitment", 1, "seed and salt do not give it");
  need(found === (noted ?? found).toLowerCase(), "commitment", 1, "another one was noted before the game");
  const told = [opened.type, opened.seed, opened.salt ?? ""];
  need(String(told) === String(["TableOpened", seed, salt]), "commitment", 1, "the table was opened with others");
  need(salt ? salt.length === 64 : seed.length === 64 || opened.unfair === true, "commitment", 1, "of unclear lengths");
}

function checkOrder(/** @type {Json[]} */ versions) {
  const after = [new Map()];
  let isBranch = false;
  for (const { version, events, draws = [] } of versions) {
    const moves = events.filter((/** @type {Json} */ event) => event.type === "HeadMoved");
    const isKnown = (/** @type {Json} */ { to }) => Number.isInteger(to) && to > 0 && to < version;
    need(moves.every(isKnown), "order", version, "it leads to no version before");
    isBranch ||= events.some((/** @type {Json} */ event) => event.type === "PositionSet");
    const counts = new Map(after[moves.at(-1)?.to ?? version - 1]);
    for (const { stream, number } of draws) {
      const due = counts.get(stream) ?? (isBranch ? number : 0);
      need(number === due, "order", version, `draw ${due} of ${stream} is due`);
      counts.set(stream, due + 1);
    }
    after.push(counts);
  }
}

/** @type {(record: Json, version: Json, entropies: string[]) => Promise<void>} */
async function checkDraws(record, { version, events, draws = [] }, entropies) {
  need(events.every((/** @type {Json} */ { type }) => type !== "DrawsChosen"), "sandbox", version, "its owner chose draws");
  const key = await keyOf(record.seed, entropies, version);
  for (const { stream, number, weights, outcome } of draws) {
    const found = await drawn(key, stream, number, weights);
    need(outcome === found, "draw", version, `${stream} gives ${found}`);
  }
  const rows = new Map(Object.entries(SHOWN[record.ruleset] ?? {}));
  const streams = new Set([...rows.values()].map(({ stream }) => stream));
  const made = draws.filter((/** @type {Json} */ { stream }) => streams.has(stream));
  const shown = events.filter((/** @type {Json} */ { type }) => rows.has(type));
  const isSame = (/** @type {Json} */ event, /** @type {number} */ at) =>
    made[at].stream === rows.get(event.type)?.stream && made[at].outcome === rows.get(event.type)?.outcome(event);
  need(made.length === shown.length && shown.every(isSame), "shown", version, "what was drawn was not played");
  for (const [at, event] of record.modules.includes("dice-deck") ? [] : shown.entries()) {
    const weights = rows.get(event.type)?.weights?.(event) ?? made[at].weights;
    need(String(weights) === String(made[at].weights), "weights", version, "they are not those of dice");
  }
}

function entropiesOf(/** @type {Json[]} */ versions) {
  const events = versions.flatMap((version) => version.events);
  const filled = events.findIndex(({ type }) => type === "SeatsFilled");
  const before = filled < 0 ? events : events.slice(0, filled);
  return before.flatMap(({ type, entropy }) => (type === "SeatTaken" && entropy ? [entropy] : []));
}

/** Return the chain of a version after that of the one before. @type {(previous: string, version: number, events: Json[]) => string} */
export function chainOf(previous, version, events) {
  const written = events.map(({ type, schema, ...body }) => utf8(`${type}.${schema} ${canonical(body)}`));
  const parts = written.flatMap((bytes) => [wide(bytes.length, 4), bytes]);
  return hex(blake2b(joined([bytesOf(previous), wide(version, 8), ...parts]), 16));
}

/** Return the commitment to a seed, with a salt or an empty text. @type {(seed: string, salt: string) => Promise<string>} */
export const commitmentOf = async (seed, salt) => hex(await sha256(joined([bytesOf(salt), bytesOf(seed)])));

/** Return the key of the draws of a version. @type {(seed: string, entropies: string[], version: number) => ReturnType<typeof sha256>} */
export async function keyOf(seed, entropies, version) {
  const parts = entropies.flatMap((entropy) => [new Uint8Array(1), utf8(entropy)]);
  return version > 1 && parts.length > 0 ? sha256(joined([bytesOf(seed), ...parts])) : bytesOf(seed);
}

/** Return the outcome of a draw. @type {(key: Uint8Array<ArrayBuffer>, stream: string, number: number, weights: number[]) => Promise<number>} */
export async function drawn(key, stream, number, weights) {
  const total = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (weights.some((weight) => weight < 0) || total < 1n || total > 2n ** 53n) throw new RangeError("these are no weights");
  const secret = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let attempt = 0; ; attempt += 1) {
    const mac = await crypto.subtle.sign("HMAC", secret, utf8(`${stream}:${number}:${attempt}`));
    const value = new DataView(mac).getBigUint64(0);
    let rest = value % total;
    if (value < (2n ** 64n / total) * total) return weights.findIndex((weight) => (rest -= BigInt(weight)) < 0n);
  }
}

/** @type {(holds: boolean, check: string, version: number, reason: string) => void} */
function need(holds, check, version, reason) { if (!holds) throw new Unfair(check, version, reason); }

/** Return all results of so many dice, in ascending order. @type {(dice: number, faces: number) => number[][]} */
function results(dice, faces) {
  if (faces === 1) return [[dice]];
  return range(dice + 1).flatMap((count) => results(dice - count, faces - 1).map((rest) => [count, ...rest]));
}

const resultsOf = (/** @type {Json} */ rolled) => results(Math.min(sum(Object.values(rolled)), 6), FACES.length);
const countsOf = (/** @type {Json} */ rolled) => FACES.map((face) => rolled[face] ?? 0);
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, number) => all + number, 0);
const factorial = (/** @type {number} */ n) => range(n).reduce((product, factor) => product * (factor + 1), 1);
function range(/** @type {number} */ count) { return [...Array(count).keys()]; }
