/** Connect a bot: what to save and to run, filled in with the game of the page. */

import { ask } from "../shared/api.js";
import { button, el } from "../shared/dom.js";
import { game, games } from "../shared/paths.js";
import { attempt, load } from "../shared/problems.js";
import { holdCreated, holding, tokenOf } from "../shared/purse.js";
import { site } from "../shared/site.js";
import { say } from "../words/words.js";
import { copyButton, pretty } from "./entries.js";
import { gameHere } from "./here.js";
import { clean } from "./mask.js";

const GATHER_MS = 1000; // between two looks while others play
const CHOOSE = `import random


def choose(legal):
    """Return one of the legal commands."""
    commands = [one["command"] for one in legal["actions"]]
    return random.choice(commands or [one["example"] for one in legal["templates"]])


def answer(legal):
    """Decline offers; do nothing else out of turn."""
    commands = [one["command"] for one in legal["actions"]]
    return next((one for one in commands if one["type"] == "DeclineOffer"), None)
`;

/** The panel of the bot; it looks at the game again whenever it is shown, and while a seat is free, when something happens there. */
export function botPanel() {
  const element = el("div", {});
  let soon = null;
  const show = () => load(async () => {
    const id = gameHere();
    const view = id ? await ask("GET", game(id), { token: tokenOf(id) }) : null;
    element.replaceChildren(...(view ? toldOf(view) : [el("p", {}, say("bench_needs_game")), begin()]));
  });
  const hear = () => {
    if (soon || !element.querySelector("#copy-run")) return;
    soon = setTimeout(() => { soon = null; show(); }, GATHER_MS);
  };
  return { element, show, hear };
}

/** Open a private table where the bot can play an agent, and only be watched by whoever opens it. */
const begin = () => button(say("bench_bot_begin"), () => attempt(async () => {
  const created = await ask("POST", games(), { body: { ruleset: "catan-dice", private: true, seats: [{ kind: "open" }, { kind: "ai" }] } });
  holdCreated(created);
  location.hash = `#/games/${created.id}`;
}), { class: "main", id: "bot-begin" });

function toldOf(view) {
  const free = view.seats.filter(({ kind }) => kind === "open").length;
  if (!free) return [el("p", { id: "bot-full" }, say("bench_bot_full")), begin()];
  const { invite } = holding(view.id);
  const run = [`longroad bot bot.py --url ${site} --game ${view.id}`, ...(view.private && invite ? [`--invite ${invite}`] : [])].join(" ");
  return [
    el("p", {}, say("bench_bot_free", { count: free })), el("p", { class: "quiet" }, say("bench_bot_note")),
    ...part("choose", CHOOSE, "Python"), ...part("run", run, "shell"),
    el("p", { class: "quiet" }, say("bench_bot_clients")), ...part("script", scriptOf(view, invite), "JavaScript"),
  ];
}

function part(name, text, what) {
  return [el("h3", {}, say(`bench_bot_${name}`)), pretty(clean(text)), copyButton(say("bench_copy", { what }), () => text, { id: `copy-${name}` })];
}

function scriptOf({ id, private: isPrivate }, invite) {
  const wish = { name: "bot", ...(isPrivate && invite ? { invite } : {}) };
  return `import { Longroad } from "longroad-client";

const longroad = new Longroad("${site}");
const seat = await longroad.sitDown("${id}", ${JSON.stringify(wish)});
const game = await seat.playGame(({ actions, templates }) => {
  const commands = actions.length ? actions.map((one) => one.command) : templates.map((one) => one.example);
  return commands[Math.floor(Math.random() * commands.length)];
});
console.log("won by", game.result.winners);
`;
}
