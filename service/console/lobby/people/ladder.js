/** The ladder of people: those who agreed to be shown, in the server's list, and whether this player agrees. */

import { ask } from "../../shared/api.js";
import { el, field, redraw, select } from "../../shared/dom.js";
import { nameOf } from "../../shared/glossary.js";
import * as paths from "../../shared/paths.js";
import { attempt, load } from "../../shared/problems.js";
import { heldPlayer } from "../../shared/purse.js";
import { say } from "../../words/words.js";
import { asOwner, asPlayer } from "./identity.js";
import { measured } from "./mine.js";

const MOST = 10;
const SPEEDS = ["untimed", "fast", "slow", "correspondence"];

/** The panel; `draw` asks anew. */
export function ladderPanel(rulesets) {
  const ruleset = select(rulesets.map((one) => [one.id, nameOf(one)]), rulesets[0].id, { id: "ladder-ruleset" });
  const speed = select(SPEEDS.map((id) => [id, say(`speed_${id}`)]), SPEEDS[0], { id: "ladder-speed" });
  const rows = el("ol", { id: "ladder" });
  const listed = el("input", { type: "checkbox", id: "listed" });
  const agree = field(say("show_me"), listed);
  let presses = 0;
  const show = () => load(async () => {
    const { ratings = [] } = await ask("GET", paths.ladder(ruleset.value), { query: { speed: speed.value, limit: MOST } });
    redraw(rows, ...(ratings.length ? ratings.map((one) => el("li", {}, el("strong", {}, one.name || say("you")), " ", measured(one))) : [el("li", { class: "quiet" }, say("nobody_listed"))]));
  });
  const draw = async () => {
    agree.hidden = !heldPlayer() || !asOwner();
    await Promise.all([show(), agree.hidden ? null : load(async () => {
      const before = presses; // what was asked before a press does not undo it
      const { listed: is } = await ask("GET", paths.player(heldPlayer().id), { headers: asPlayer(), query: { limit: 1 } });
      if (presses === before) listed.checked = Boolean(is);
    })]);
  };
  listed.addEventListener("change", () => attempt(async () => {
    presses += 1;
    await ask("PATCH", paths.player(heldPlayer().id), { headers: asOwner(), body: { listed: listed.checked } });
    await show();
  }));
  for (const control of [ruleset, speed]) control.addEventListener("change", show);
  const element = el("section", { class: "card" }, el("h3", {}, say("ladder")), el("div", { class: "row" }, field(say("ruleset"), ruleset), field(say("pace_of_games"), speed)), rows, agree);
  return { element, draw };
}
