// Checks a list of records from the standard input, and prints for each how many draws hold, or the check and version.
import { text } from "node:stream/consumers";
import { check, Unfair } from "longroad-client/fairness";

const outcomes = [];
for (const record of JSON.parse(await text(process.stdin))) {
  try {
    outcomes.push(await check(record));
  } catch (fault) {
    if (!(fault instanceof Unfair)) throw fault;
    outcomes.push([fault.check, fault.version]);
  }
}
console.log(JSON.stringify(outcomes));
