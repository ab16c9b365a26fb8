/** The heading of a table: the game, what it is played with, and the games it came of or led to. */

import { hasLegend, openLegend } from "../board/picture.js";
import { button, el, redraw } from "../shared/dom.js";
import { mapName, nameOf, wordFor } from "../shared/glossary.js";
import { say } from "../words/words.js";

const LONG_S = 86_400;

/** The panel of the heading. */
export function headingPanel(table) {
  const element = el("div", { class: "heading" });
  const draw = () => {
    const { head } = table;
    redraw(element,
      el("h2", {}, nameOf(table.ruleset), " ", el("span", { class: `badge ${head.status}` }, say(`status_${head.status}`))),
      hasLegend(table) ? el("p", { class: "row" }, button(say("marks"), () => openLegend(table), { id: "legend-here" })) : null,
      el("p", { class: "quiet" }, agreed(table).join(" · "), el("span", { class: "bench-only" }, " · ", el("code", {}, table.id)), linked(head)),
    );
  };
  return { element, draw };
}

/** What the table is played with. */
function agreed({ head, ruleset }) {
  const clock = head.clock && say(`clock_told_${head.clock.kind ?? "move"}`, { ...head.clock, then: say(`timeout_${head.clock.on_timeout}`) });
  const delay = head.spectator_delay && say("delay_told", { much: Object.entries(head.spectator_delay).map(([unit, many]) => `${many} ${say(`unit_${unit}`)}`).join() });
  return [
    mapName(ruleset, head.map), ...head.modules.map((id) => wordFor(ruleset, "modules", id)),
    `${say("undo_policy")}: ${say(`undo_${head.undo_policy}`)}`,
    clock ?? patience(head), delay, head.private && say("private"), head.listed === false && say("unlisted"), head.sandbox ? say("sandbox") : head.parent ? say("branched") : head.unfair && say("unfair"), head.imported && say("imported"),
  ].filter(Boolean);
}

/** After how long friends may help whoever is away, where that is sooner than usual. */
const patience = ({ overdue_after_s: seconds }) => (seconds < LONG_S ? say("patience_told", { minutes: Math.ceil(seconds / 60) }) : null);

/** The games that this one came of, or led to. */
function linked(head) {
  const link = (key, id) => [" · ", say(key), " ", el("a", { id: `to-${key}`, href: `#/games/${id}` }, say("that_game"))];
  return [
    head.parent ? link("branch_of", head.parent.id) : null,
    head.rematch_of ? link("rematch_of", head.rematch_of) : null,
    head.rematch ? link("rematch_is", head.rematch) : null,
  ];
}
