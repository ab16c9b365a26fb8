/**
 * Checks the chance of a game: `node fairness.js RECORD.json [COMMITMENT]`. The exit code is 0 if all holds, 1 if
 * something does not, 2 if there is no such file.
 */
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { check, Unfair } from "longroad-client/fairness";

const [path = "", noted] = argv.slice(2);
try {
  console.log(`${await check(JSON.parse(await readFile(path, "utf8")), noted)} draws hold`);
} catch (fault) {
  console.error(String(fault));
  exit(fault instanceof Unfair ? 1 : 2);
}
