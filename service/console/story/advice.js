/** What an engine thinks of the position: chances to win, the best commands, and why. */

import { withoutIds } from "../board/plan.js";
import { el, form } from "../shared/dom.js";
import { work } from "../shared/jobs.js";
import * as paths from "../shared/paths.js";
import { calledSeat, withNames } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { percent, say } from "../words/words.js";

const MOST = 5;

/** The panel of the advice; what was said goes away when the position changes. */
export function advicePanel(table) {
  const progress = el("div", { "aria-live": "polite" });
  const said = el("div", { id: "advice-said" });
  const ask = form({}, () => look(table, progress, said), el("button", { id: "ask-advice" }, say("ask_engine")));
  const element = el("details", { class: "card", id: "advice" }, el("summary", {}, say("advice")), ask, progress, said);
  let about = "";
  const draw = () => {
    const now = `${table.view.version} ${table.token}`;
    if (now !== about) said.replaceChildren();
    about = now;
    element.hidden = table.head.status === "open" || (table.head.status === "running" && table.head.analyses === "finished");
  };
  return { element, draw };
}

const look = (table, progress, said) => attempt(async () => {
  const { version } = table.view;
  const { result } = await work(paths.analyses(table.id), { version }, table.token, progress);
  if (version === table.view.version) said.replaceChildren(...opinion(result, table.view));
});

function opinion(result, view) {
  const chances = (result.win_probability ?? []).map((one) => chance(calledSeat(view, one.seat), one));
  const best = (result.ranked ?? []).slice(0, MOST).map((one) => el("li", {}, withNames(view, withoutIds(one.summary)), " ", el("span", { class: "quiet" }, percent(one.win_probability))));
  const reasons = (result.reasons ?? []).map((one) => el("li", { class: "quiet" }, withNames(view, withoutIds(one.summary))));
  return [
    el("div", { class: "chances" }, chances),
    best.length ? el("ol", {}, best) : null,
    reasons.length ? el("ul", {}, reasons) : null,
    el("p", { class: "quiet" }, say("by_engine", { agent: result.agent, samples: result.samples })),
  ].filter(Boolean);
}

function chance(name, { probability, low, high }) {
  const told = `${percent(probability)} (${percent(low)} – ${percent(high)})`;
  return el("label", {}, el("span", {}, name), el("meter", { min: 0, max: 1, value: probability }), el("span", { class: "quiet" }, told));
}
