/** One's own games and ratings, and how to be forgotten; hidden as long as this browser has no player. */

import { button, el } from "../../shared/dom.js";
import { nameOf } from "../../shared/glossary.js";
import { attempt, load } from "../../shared/problems.js";
import { heldPlayer } from "../../shared/purse.js";
import { day, say } from "../../words/words.js";
import { forgetOneself, shownPlayer, takeSeat } from "./identity.js";

const MOST = 10;

/** The panel; `draw` asks anew. */
export function minePanel(rulesets) {
  const body = el("div");
  const element = el("section", { class: "card", id: "mine-and-ratings", hidden: true }, el("h3", {}, say("mine_and_ratings")), body);
  const draw = () => load(async () => {
    element.hidden = !heldPlayer();
    if (element.hidden) return;
    const { ratings, games } = await shownPlayer(MOST);
    const forget = button(say("forget_me"), () => attempt(async () => { await forgetOneself(); await draw(); }), { id: "forget-me", class: "grave" });
    body.replaceChildren(
      el("ul", { id: "own-ratings" }, ratings.length ? ratings.map((one) => el("li", {}, called(rulesets, one.ruleset), ", ", say(`speed_${one.speed}`), ": ", measured(one))) : el("li", { class: "quiet" }, say("no_ratings"))),
      el("ul", { class: "seeks", id: "played" }, games.map((one) => row(rulesets, one))),
      el("details", {}, el("summary", {}, say("forget_me")), el("p", { class: "quiet" }, say("forget_me_note")), forget));
  });
  return { element, draw };
}

const called = (rulesets, id) => {
  const found = rulesets.find((one) => one.id === id);
  return found ? nameOf(found) : id;
};

/** A rating with its uncertainty, and of how many games. */
export const measured = ({ rating, deviation, games }) => `${rating} ± ${deviation} (${say(games === 1 ? "of_one_game" : "of_games", { count: games })})`;

function row(rulesets, { game, ruleset, status, seat, created, ended, winners = [] }) {
  const won = winners.includes(seat) ? [el("span", { class: "badge open" }, say("won_it"))] : [];
  return el("li", { class: "row" },
    el("span", {}, called(rulesets, ruleset), " ", el("span", { class: `badge ${status}` }, say(`status_${status}`)), " ", won, " ", el("span", { class: "quiet" }, day(ended ?? created))),
    button(say("look"), () => attempt(() => takeSeat(game, seat)), { "aria-label": `${say("look")}: ${called(rulesets, ruleset)}, ${day(ended ?? created)}` }));
}
