/**
 * A bot that plays every ruleset. `node bot.js URL GAME...` takes a seat in each game and plays it to the end;
 * `node bot.js URL RULESET` makes a game against two agents first.
 */
import { argv } from "node:process";
import { Longroad } from "longroad-client";

const [url = "http://127.0.0.1:8000", ...names] = argv.slice(2);
const longroad = new Longroad(url);

/** @param {import("longroad-client").Schemas["LegalActions"]} legal */
function choose({ actions, templates }) {
  const listed = actions.map((action) => action.command);
  const commands = listed.length > 0 ? listed : templates.map((template) => template.example);
  const building = commands.filter((command) => command.type.includes("Build"));
  const among = building.length > 0 ? building : commands;
  const chosen = among[Math.floor(Math.random() * among.length)];
  if (!chosen) throw new Error("nothing is legal, though the game waits");
  return chosen;
}

/** @param {string} name */
async function seated(name) {
  if (/^(sbx_)?[0-9a-f]{12,}$/.test(name)) return longroad.sitDown(name, { name: "bot.js" });
  const { mine } = await longroad.createGame({ ruleset: name, seats: [{ kind: "human" }, { kind: "ai" }, { kind: "ai" }] });
  return mine[0];
}

await Promise.all(names.map(async (name) => {
  const seat = await seated(name);
  const { id, result } = await seat.playGame(choose);
  console.log(JSON.stringify({ game: id, seat: seat.seat, winners: result.winners, points: result.points }));
}));
