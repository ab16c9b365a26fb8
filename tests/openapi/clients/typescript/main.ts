// Draws games as their seats see them: `node main.js BASE DIRECTORY GAME=TOKEN...` writes GAME.svg for each.
import createClient from "openapi-fetch";
import { writeFileSync } from "node:fs";
import { argv } from "node:process";
import type { components, paths } from "./api.js";
import { draw } from "./draw.js";

type Command = components["schemas"]["Command"];

const [base = "", directory = "", ...games] = argv.slice(2);
const client = createClient<paths>({ baseUrl: base });

for (const game of games) {
  const [id = "", token = ""] = game.split("=");
  const asked = { params: { path: { id } }, headers: { Authorization: `Bearer ${token}` } };
  const board = (await client.GET("/v1/games/{id}/board", asked)).data;
  const view = (await client.GET("/v1/games/{id}", asked)).data;
  const legal = (await client.GET("/v1/games/{id}/legal-actions", asked)).data;
  if (!board || !view || !legal) throw new Error(`${id} cannot be seen`);
  if (board.ruleset === "goofspiel") throw new Error(`${id} has no board`);
  const commands: Command[] = legal.actions.map((action) => action.command);
  writeFileSync(`${directory}/${id}.svg`, draw(board, view.state, commands));
}
