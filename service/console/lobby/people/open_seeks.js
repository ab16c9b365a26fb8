/** Who else looks for people: a list, each with a button to sit down with them. */

import { ask } from "../../shared/api.js";
import { button, el, redraw } from "../../shared/dom.js";
import * as paths from "../../shared/paths.js";
import { load } from "../../shared/problems.js";
import { heldPlayer } from "../../shared/purse.js";
import { say } from "../../words/words.js";
import { describe } from "./seek.js";

const MOST = 10;
const TAKEN = ["ruleset", "seats", "maps", "modules", "clock"];

/** The panel; `join` posts a seek that agrees with one of the list. */
export function openSeeksPanel(rulesets, join) {
  const rows = el("ul", { class: "seeks", id: "open-seeks" });
  const draw = () => load(async () => {
    const { seeks } = await ask("GET", paths.seeks(), { query: { limit: MOST } });
    const others = seeks.filter(({ player }) => player !== heldPlayer()?.id);
    redraw(rows, ...(others.length ? others.map((seek) => row(rulesets, seek, join)) : [el("li", { class: "quiet" }, say("nobody_seeks"))]));
  });
  const element = el("section", { class: "card" }, el("h3", {}, say("who_seeks")), rows, button(say("refresh"), draw, { id: "look-again" }));
  return { element, draw };
}

function row(rulesets, seek, join) {
  const name = seek.name || say("you");
  const draft = { ...Object.fromEntries(TAKEN.filter((key) => seek[key] !== undefined).map((key) => [key, seek[key]])), ...(seek.rated ? { rated: true } : {}) };
  return el("li", { class: "row" }, el("span", {}, el("strong", {}, name), " ", el("span", { class: "quiet" }, describe(rulesets, seek))),
    button(say("sit_with"), () => join(draft), { "aria-label": say("sit_with_name", { name }) }));
}
