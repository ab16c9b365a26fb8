// Plays a seat to the end of its game: `node play.js BASE GAME=TOKEN`. One stream, and one request for each command.
import createClient from "openapi-fetch";
import { argv } from "node:process";
import type { components, paths } from "./api.js";

type Turn = components["schemas"]["Turn"];
type Line = components["schemas"]["Event"] | { turn: Turn };

const [base = "", seat = ""] = argv.slice(2);
const [id = "", token = ""] = seat.split("=");
const client = createClient<paths>({ baseUrl: base });
const asked = { params: { path: { id } }, headers: { Authorization: `Bearer ${token}` } };

// Every turn that the stream of the seat announces, until the game is over. Other lines are events.
async function* turns(): AsyncGenerator<Turn> {
  const { data } = await client.GET("/v1/games/{id}/events", {
    params: { path: { id }, query: { after: "latest", legal: true } },
    headers: { ...asked.headers, Accept: "application/x-ndjson" },
    parseAs: "stream",
  });
  if (!data) throw new Error(`${id} cannot be followed`);
  let rest = "";
  for await (const part of data.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.filter((one) => one !== "")) {
      const told: Line = JSON.parse(line);
      if (!("type" in told)) yield told.turn;
    }
  }
}

await client.GET("/v1/games/{id}/board", asked);
await client.GET("/v1/games/{id}", asked);
for await (const turn of turns()) {
  if (!turn.must_act || !turn.legal) continue;
  const listed = turn.legal.actions.map((action) => action.command);
  const commands = listed.length > 0 ? listed : turn.legal.templates.map((template) => template.example);
  const body = commands[Math.floor(Math.random() * commands.length)];
  if (body) await client.POST("/v1/games/{id}/commands", { ...asked, body });
}
