/** The standing orders that a press can set, of each ruleset. */

import { say } from "../../words/words.js";

const CARDS = ["brick", "lumber", "wool", "grain", "ore"];
const BUILDS = ["BuildRoad", "BuildSettlement", "BuildCity", "BuyDevelopmentCard"];
const send = (type) => ({ kind: "send", commands: [{ type }], again: true });

/** Orders without a choice: the ruleset's, by their names. */
const PLAIN = {
  catan: {
    roll: () => send("RollDice"),
    end_turn: ({ options }) => ({ kind: "pass", frame: options?.combined_trade_build ? "trade_build" : "trade", unless: BUILDS }),
    accept_three: () => ({ kind: "answer", accept: true, at_least: 3 }),
  },
  "catan-dice": { roll: () => send("DiceRollDice") },
  elasund: { roll: () => send("RollDice") },
};

/** Orders about a kind of card. */
const OF_CARDS = {
  decline: (kind) => ({ kind: "answer", accept: false, give_any: [kind] }),
  keep: (kind) => ({ kind: "cards", command: "Discard", first: CARDS.filter((one) => one !== kind) }),
};

/** What can be set at a table: `id`, `text`, `kinds` to choose from, `make` for the order, and `nameOf` for one that was set so. */
export function offeredTo(table) {
  const { ruleset } = table.head;
  const plain = Object.entries({ ...PLAIN[ruleset], pass: () => ({ kind: "pass" }) }).map(([id, order]) => offer(id, say(`order_${id}`), () => order(table.head)));
  const kinds = CARDS.map((kind) => [kind, table.word("terms", kind)]);
  const chosen = Object.entries(ruleset === "catan" ? OF_CARDS : {}).map(([id, order]) => ({
    ...offer(id, say(`order_${id}`), order), kinds,
    nameOf: (known) => kinds.filter(([kind]) => isSame(order(kind), known)).map(([, name]) => `${say(`order_${id}`)} ${name}`)[0],
  }));
  return [...plain, ...chosen];
}

const offer = (id, text, make) => ({ id, text, make, nameOf: (known) => (isSame(make(), known) ? text : undefined) });

/** Whether an order that stands is one that was asked for; the server adds the members that were left out. */
const isSame = (asked, known) => fits(asked, known) && Object.entries(known).every(([name, value]) => name in asked || value === false || name === "amount");

const fits = (asked, known) => (asked instanceof Object
  ? known instanceof Object && asked.length === known.length && Object.entries(asked).every(([name, value]) => fits(value, known[name]))
  : asked === known);
