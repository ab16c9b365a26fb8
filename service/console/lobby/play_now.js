/** Games that begin with one press: a card for each, with a picture of it, and for all of them one's name and how strong the others play. */

import { ask } from "../shared/api.js";
import { button, el, field, select, shape } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { AGENT_NAMES, PATIENCE_S } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { holdCreated, wish, wished } from "../shared/purse.js";
import { say } from "../words/words.js";
import { drawLooks } from "./looks.js";

/** What can be begun at once: the pictures of `games.svg` by their names, and what makes such a game. */
const GAMES = [
  { id: "catan", ruleset: "catan", seats: 4 },
  { id: "catan-dice", ruleset: "catan-dice", seats: 4 },
  { id: "elasund", ruleset: "elasund", seats: 4 },
  { id: "new-york", ruleset: "catan", seats: 4, map: "new-york", modules: ["erie-canal"] },
  { id: "mallorca", ruleset: "catan", seats: 4, map: "mallorca" },
  { id: "six", ruleset: "catan", seats: 6, modules: ["favors", "helpers"] },
  { id: "goofspiel", ruleset: "goofspiel", seats: 3 },
];
const LEVELS = ["easy", "normal", "hard"];
const USUAL = "normal";

/** The cards, and above them a field for one's name and the strength of the others; `agents` are yet to come. */
export function playNow(agents) {
  const name = el("input", { id: "own-name", maxlength: 40, autocomplete: "nickname", value: wished("name") ?? "", placeholder: say("you") });
  const level = select(LEVELS.map((id) => [id, say(`level_${id}`)]), wished("level") ?? USUAL, { id: "level" });
  const keep = () => {
    wish("name", name.value.trim());
    wish("level", level.value);
  };
  for (const control of [name, level]) control.addEventListener("change", keep);
  const begun = (game) => (withFriend) => {
    keep(); // a page that fills in the name may say nothing of it
    return begin(agents, game, withFriend);
  };
  const cards = el("div", { class: "choose-game" }, [...GAMES.map((game) => card(game, begun(game))), boardCard()]);
  drawLooks(cards);
  return el("section", { class: "play-now", "aria-labelledby": "play-now" },
    el("h1", { id: "play-now", "data-tab": say("lobby") }, say("play_now")), el("p", {}, say("welcome")),
    el("div", { class: "row wishes" }, field(say("your_name"), name), field(say("opponents"), level)), cards);
}

/** Begin a game under the name and against the strength that were chosen last, and go to its table; `agents` may be yet to come. */
export const begin = (agents, game, withFriend) => attempt(async () => {
  const levels = levelsOf((await agents).filter((agent) => agent.rulesets.includes(game.ruleset)));
  const others = (levels.findLast(([id]) => LEVELS.indexOf(id) <= LEVELS.indexOf(wished("level") ?? USUAL)) ?? levels[0])[1];
  const created = await ask("POST", paths.games(), { body: table(game, others, wished("name") || say("you"), withFriend) });
  holdCreated(created);
  location.hash = `#/games/${created.id}`;
});

/** Take the cards away whose rulesets the server does not have. */
export function offerOnly(section, rulesets) {
  const ids = rulesets.map(({ id }) => id);
  for (const game of GAMES.filter(({ ruleset }) => !ids.includes(ruleset))) section.querySelector(`#game-card-${game.id}`).remove();
  if (!ids.includes("catan")) section.querySelector("#game-card-own").remove();
}

function card(game, begin) {
  const id = game.id.replaceAll("-", "_");
  return el("article", { class: "card game-card", id: `game-card-${game.id}` },
    el("div", { class: "look", "data-look": game.id, "aria-hidden": "true", onclick: () => document.getElementById(`play-${game.id}`).click() }),
    el("h2", {}, say(`called_${id}`)), el("p", { class: "quiet" }, say(`about_${id}`)),
    el("div", { class: "row" },
      button(say("play"), () => begin(false), { class: "main begin", id: `play-${game.id}`, "aria-label": `${say("play")} ${say(`called_${id}`)}` }),
      button(say("with_friend"), () => begin(true), { id: `friend-${game.id}`, "aria-label": `${say("with_friend")}: ${say(`called_${id}`)}` })));
}

/** The card of the editor: an island that is still to be drawn. */
function boardCard() {
  const hexes = [[-26, -15], [26, -15], [0, 30]].map(([x, y], at) => shape("polygon", { points: "-26,-15 0,-30 26,-15 26,15 0,30 -26,15", transform: `translate(${x} ${y})`, class: `plot-${at}` }));
  return el("article", { class: "card game-card", id: "game-card-own" },
    el("div", { class: "look", "aria-hidden": "true", onclick: () => document.getElementById("draw-board").click() }, shape("svg", { viewBox: "-96 -60 192 120" }, hexes, shape("path", { d: "M0 20V40M-10 30H10", class: "plus" }))),
    el("h2", {}, say("called_own")), el("p", { class: "quiet" }, say("about_own")),
    el("div", { class: "row" }, el("a", { class: "button begin", id: "draw-board", href: "#board=" }, say("own_board"))));
}

/** A table: oneself, perhaps a friend who comes by a link, and agents. A table with a friend is private, lets them talk by phrases, and does not wait for anybody for long. */
function table({ ruleset, seats, map, modules }, others, name, withFriend) {
  const friend = withFriend ? [{ kind: "open" }] : [];
  const agents = AGENT_NAMES.slice(0, seats - 1 - friend.length).map((called) => ({ kind: "ai", name: called, ...others }));
  return { ruleset, ...(map ? { map } : {}), ...(modules ? { modules } : {}), seats: [{ kind: "human", name }, ...friend, ...agents], ...(withFriend ? { private: true, phrases: true, overdue_after_s: PATIENCE_S } : {}), seat_order: "random" };
}

/** How strong the others can play, the weakest first: `[id, members of their seats]`. The strongest is what the server chooses. */
export function levelsOf(agents) {
  const graded = agents.find((agent) => agent.levels?.length > 2);
  const weaker = graded ? byLevel(graded) : byStrength(agents);
  const ids = weaker.length > 1 ? ["easy", "normal"] : ["easy"];
  return [...ids.slice(0, weaker.length).map((id, n) => [id, weaker[n]]), ["hard", {}]];
}

/** Of the levels up to the usual one, which are meant for people: one near the lowest, and the middle one. */
function byLevel({ id, levels, usual_level: usual }) {
  const played = levels.filter(({ level }) => level <= usual);
  return [Math.floor((played.length - 1) / 4), Math.floor(played.length / 2)].map((n) => ({ agent: id, level: played[n].level }));
}

/** Of the agents that play at all, the weakest and one between it and the strongest. */
function byStrength(agents) {
  const strengths = [...new Map(agents.filter((one) => one.level > 0).sort((one, other) => one.level - other.level).map((one) => [one.level, one])).values()];
  return strengths.slice(0, -1).map(({ id }) => ({ agent: id }));
}
