/** The story of a finished game: who won, how the chances went, where it turned, what was lost, and who was lucky. */

import { withoutIds } from "../board/plan.js";
import { button, el, form } from "../shared/dom.js";
import { work } from "../shared/jobs.js";
import * as paths from "../shared/paths.js";
import { calledSeat, inPoints, seatBadge, withNames } from "../shared/people.js";
import { attempt, load } from "../shared/problems.js";
import { branchAt } from "../table/travel.js";
import { say, signedPercent } from "../words/words.js";
import { lineChart } from "./chart.js";
import { mistakeList } from "./mistakes.js";
import { drawPoints } from "./points.js";
import { shareBox } from "./share.js";
import { standingsOf } from "./standings.js";

/** The panel of the story of a finished game, below the table; the charts are those of the versions. */
export function storyPanel(table) {
  const charts = [];
  const draw = () => charts.forEach((chart) => chart.mark(table.view.version));
  const onChart = (chart) => {
    charts.push(chart);
    draw();
  };
  const place = el("div", { class: "columns" });
  const told = el("div", { class: "story tale" });
  const progress = el("div", { "aria-live": "polite" });
  const ask = form({ class: "ask" }, () => tell(table, { ask, told, progress, onChart, place }), el("button", { class: "main", id: "tell-story" }, say("tell_story")), progress);
  table.panels.travel.charts.append(place, told);
  const element = el("section", { class: "card story", id: "story" }, ...ending(table), el("div", { class: "row" }, ask, shareBox(table)));
  load(() => drawPoints(table, place, onChart));
  return { element, draw };
}

/** Who won, with all points. */
function ending({ head }) {
  const names = (head.result?.winners ?? []).map((seat) => calledSeat(head, seat)).join(", ");
  return [
    el("h2", {}, names ? say("won_by", { names }) : say("result")),
    el("ol", { class: "standings" }, standingsOf(head).map(({ seat, points }) => el("li", {}, seatBadge(head, seat), el("span", {}, calledSeat(head, seat)), el("strong", {}, inPoints(points))))),
  ];
}

/** Tell the story: the chances and the turns of it as soon as they are known, the rest when it is done. */
const tell = (table, { ask, told, progress, onChart, place }) => attempt(async () => {
  let isBegun = false;
  const room = el("div", { class: "room" }, progress); // the chart comes late: what is below moves at the press already
  room.style.minHeight = `${place.firstElementChild?.offsetHeight ?? 0}px`;
  place.append(room);
  const begin = (part) => {
    if (isBegun || !part) return;
    isBegun = true;
    const points = part.graph.map(({ version, probability }) => ({ version, values: probability }));
    const chart = lineChart(table.head, points, say("chances_over_time"), (version) => table.lookAt(version));
    ask.append(progress);
    if (room.isConnected) room.replaceWith(chart.element);
    else place.append(chart.element);
    told.replaceChildren(...turns(table, part), el("p", { class: "quiet", id: "rest" }, say("rest_follows")));
    onChart(chart);
    place.scrollIntoView({ block: "nearest" });
  };
  const { result } = await work(paths.reviews(table.id), {}, table.token, progress, ({ part }) => begin(part)).finally(() => { ask.append(progress); room.remove(); });
  ask.hidden = true;
  begin(result);
  told.querySelector("#rest").replaceWith(...mistakeList(table, result.mistakes, ({ version }) => lookAndTry(table, version, version - 1)), ...players(table, result));
});

function turns(table, { turning_points: points }) {
  if (!points.length) return [];
  const entry = (point) => {
    const most = point.changes.reduce((best, change, seat) => (Math.abs(change) > Math.abs(point.changes[best]) ? seat : best), 0);
    const changed = say("turned", { turn: point.turn, name: calledSeat(table.head, most), change: signedPercent(point.changes[most]) });
    return el("li", {}, el("details", {}, el("summary", {}, el("strong", {}, changed)),
      lookAndTry(table, point.version, point.from_version),
      el("ul", {}, point.summaries.map((sentence) => el("li", { class: "quiet" }, withNames(table.head, withoutIds(sentence)))))));
  };
  return [el("h3", {}, say("turning_points")), el("ol", { class: "turns" }, points.map(entry))];
}

/** See how it was, or begin a game of one's own where it could have gone another way. */
function lookAndTry(table, version, before) {
  return el("span", { class: "row" },
    button(say("look"), () => lookUp(table, version), { "data-version": version }),
    button(say("try_from_here"), () => branchAt(table, before), { "data-from": before }));
}

/** Show a version, and the board with it. */
async function lookUp(table, version) {
  await table.lookAt(version);
  table.panels.picture.element.scrollIntoView({ block: "nearest" });
}

function players(table, { players: all }) {
  const row = ({ seat, accuracy, choices, luck }) => el("tr", {},
    el("th", { scope: "row" }, seatBadge(table.head, seat, "small"), " ", calledSeat(table.head, seat)),
    el("td", {}, accuracy === undefined ? el("span", { class: "quiet" }, say("few_choices")) : [`${Math.round(accuracy)} `, el("span", { class: "quiet" }, say("of_choices", { count: choices }))]),
    el("td", {}, luck ? `${luck.dice.cards} / ${luck.dice.expected_cards.toFixed(1)} (${signedPercent(luck.dice.probability)})` : "–"),
    el("td", {}, luck ? signedPercent(luck.draws.probability) : "–"));
  return [el("h3", {}, say("play_and_luck")), el("table", { class: "figures" },
    el("thead", {}, el("tr", {}, ["player", "accuracy", "dice_luck", "draw_luck"].map((id) => el("th", { scope: "col" }, say(id))))),
    el("tbody", {}, all.map(row)))];
}
