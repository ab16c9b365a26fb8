/** Games that begin with one click: a card for each, with a picture, how strong the others play, and a friend if one likes. */

import { ask } from "../shared/api.js";
import { button, el, field, select } from "../shared/dom.js";
import { nameOf } from "../shared/glossary.js";
import * as paths from "../shared/paths.js";
import { AGENT_NAMES } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { holdCreated, wish, wished } from "../shared/purse.js";
import { site } from "../shared/site.js";
import { say } from "../words/words.js";

const PICTURED = ["catan", "catan-dice", "elasund"]; // the games with a picture here; the others are set up by hand
const USUAL_SEATS = 4;

/** The cards, and a field for one's name above them. */
export function playNow(rulesets, agents) {
  const name = el("input", { id: "own-name", maxlength: 40, autocomplete: "nickname", value: wished("name") ?? "", placeholder: say("you") });
  name.addEventListener("change", () => wish("name", name.value.trim()));
  const cards = PICTURED.map((id) => rulesets.find((one) => one.id === id)).filter(Boolean)
    .map((ruleset) => card(ruleset, agents.filter((agent) => agent.rulesets.includes(ruleset.id)), name));
  return el("section", { class: "play-now", "aria-labelledby": "play-now" },
    el("h2", { id: "play-now" }, say("play_now")), el("p", {}, say("welcome")), field(say("your_name"), name),
    el("div", { class: "choose-game" }, cards));
}

function card(ruleset, agents, name) {
  const levels = levelsOf(agents);
  const level = select(levels.map(([id]) => [id, say(`level_${id}`)]), wished(`level ${ruleset.id}`) ?? levels[Math.floor(levels.length / 2)][0], { id: `level-${ruleset.id}` });
  level.addEventListener("change", () => wish(`level ${ruleset.id}`, level.value));
  const begin = (withFriend) => attempt(async () => {
    const others = Object.fromEntries(levels)[level.value];
    const created = await ask("POST", paths.games(), { body: table(ruleset, others, name.value.trim() || say("you"), withFriend) });
    holdCreated(created);
    location.hash = `#/games/${created.id}`;
  });
  return el("article", { class: "card game-card" },
    el("img", { src: `${site}/console/lobby/play_${ruleset.id.replaceAll("-", "_")}.svg`, alt: "", width: 320, height: 180 }),
    el("h3", {}, nameOf(ruleset)), el("p", { class: "quiet" }, say(`about_${ruleset.id.replaceAll("-", "_")}`)),
    field(say("opponents"), level),
    el("div", { class: "row" },
      button(say("play"), () => begin(false), { class: "main begin", id: `play-${ruleset.id}` }),
      button(say("with_friend"), () => begin(true), { id: `friend-${ruleset.id}` })));
}

/** A table of the usual size: oneself, perhaps a friend who comes by a link, and agents. A table with a friend is private. */
function table(ruleset, others, name, withFriend) {
  const size = Math.max(ruleset.seats.minimum, Math.min(ruleset.seats.maximum, USUAL_SEATS));
  const friend = withFriend ? [{ kind: "open" }] : [];
  const agents = AGENT_NAMES.slice(0, size - 1 - friend.length).map((called) => ({ kind: "ai", name: called, ...others }));
  return { ruleset: ruleset.id, seats: [{ kind: "human", name }, ...friend, ...agents], ...(withFriend ? { private: true } : {}), seat_order: "random" };
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
