/** People to play with, one's own games and ratings, and the ladder: one bundle, fetched by whoever looks for people. */

import { el } from "../../shared/dom.js";
import { learn } from "../../words/words.js";
import { PLAYERS } from "../../words/players.js";
import { ladderPanel } from "./ladder.js";
import { minePanel } from "./mine.js";
import { openSeeksPanel } from "./open_seeks.js";
import { seekPanel } from "./seek.js";

learn(PLAYERS);

/** Fill a place; answers how to leave it. */
export function showPeople(place, rulesets) {
  const mine = minePanel(rulesets);
  const ladder = ladderPanel(rulesets);
  const seek = seekPanel(rulesets, () => { mine.draw(); ladder.draw(); });
  const others = openSeeksPanel(rulesets, seek.join);
  place.append(el("div", { class: "columns" }, seek.element, others.element, mine.element, ladder.element));
  for (const panel of [mine, ladder, others]) panel.draw();
  return seek.leave;
}
