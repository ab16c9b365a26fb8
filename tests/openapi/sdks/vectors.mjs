// Prints test vectors of fair chance, as docs/fairness.md describes them, from what the checker computes.
import { createHmac } from "node:crypto";
import { chainOf, commitmentOf, drawn, keyOf } from "longroad-client/fairness";

const SEEDS = ["00".repeat(32), "0123456789abcdef".repeat(4), "6f6e65"];
const ENTROPIES = [[], ["ñandú"], ["one", "two"], ["\u{1F3B2}"]];
const WEIGHTS = [Array(36).fill(1), [2 ** 53], [0, 1, 0], [3, 0, 2, 5], Array(9).fill(10 ** 15 - 7)];
const STREAMS = ["dice", "robber", "deck", "of no game"];
const EVENTS = [
  { type: "DiceRolled", schema: 1, seat: 2, dice: [3, 4] },
  { type: "TableOpened", schema: 12, name: "a \"b\" \\ \b\t\n\f\r \u0001 \u007f ñ \u2028 \u{1F3B2}", nested: { b: [true, false, null], a: {} } },
  { type: "HeadMoved", schema: 2, to: 2 ** 53, under_score: [], Upper: [[]], "": -1 },
];

const OFTEN_AGAIN = 2n ** 64n / 2049n + 1n; // of the numbers below 2^64 nearly one in 2,049 is above its multiples

/** Return the number of a draw of which the first attempt is rejected. */
function rejected(seed, stream) {
  const highest = (2n ** 64n / OFTEN_AGAIN) * OFTEN_AGAIN;
  for (let number = 0; ; number += 1) {
    const mac = createHmac("sha256", Buffer.from(seed, "hex")).update(`${stream}:${number}:0`).digest();
    if (mac.readBigUInt64BE() >= highest) return number;
  }
}

const draws = [];
for (const [at, weights] of [...WEIGHTS, ...WEIGHTS].entries()) {
  const [seed, entropies, stream] = [SEEDS[at % 3], ENTROPIES[at % 4], STREAMS[at % 4]];
  const [version, number] = [at % 5 === 0 ? 1 : at + 2, at * at];
  const outcome = await drawn(await keyOf(seed, entropies, version), stream, number, weights);
  draws.push({ seed, entropies, version, stream, number, weights, outcome });
}
const [seed, stream] = [SEEDS[1], "dice"];
const again = { seed, entropies: [], version: 2, stream, number: rejected(seed, stream), weights: [2 ** 52, Number(OFTEN_AGAIN) - 2 ** 52] };
draws.push({ ...again, outcome: await drawn(await keyOf(seed, [], 2), stream, again.number, again.weights) });
const chains = [];
let previous = "0".repeat(32);
for (const [version, events] of [[1, EVENTS], [2, []], [3, EVENTS.slice(1, 2)], [2 ** 40, EVENTS.slice(2)]]) {
  const chain = chainOf(previous, version, events);
  chains.push({ previous, version, events, chain });
  previous = chain;
}
const commitments = [];
for (const [seed, salt] of [[SEEDS[0], ""], [SEEDS[2], SEEDS[1]]]) {
  commitments.push({ seed, salt, commitment: await commitmentOf(seed, salt) });
}
const lines = Object.entries({ draws, chains, commitments }).map(
  ([name, list]) => `"${name}": [\n${list.map((one) => JSON.stringify(one)).join(",\n")}\n]`,
);
console.log(`{\n${lines.join(",\n")}\n}`);
