/** What can be done with versions: undo, redo, branches, replays; and leaving the game. */

import { ask } from "../shared/api.js";
import { button, confirmed, el, field, form, redraw, select } from "../shared/dom.js";
import { work } from "../shared/jobs.js";
import * as paths from "../shared/paths.js";
import { calledSeat } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { forget, holdCreated, holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { saved } from "./records.js";

const FORMATS = ["text", "json", "ndjson", "svg", "gif"];

/** The panel of the versions. */
export function travelPanel(table) {
  const tools = el("div", { class: "row", id: "tools" });
  const progress = el("div", { "aria-live": "polite" });
  const charts = el("div", { class: "charts" });
  const heading = el("h2");
  const element = el("section", { class: "card" }, heading, charts, tools, replayForm(table, progress), progress);
  const draw = () => {
    heading.textContent = say(table.head.status === "finished" ? "course" : "time_travel");
    redraw(tools, ...controls(table, progress));
  };
  return { element, draw, charts };
}

function controls(table, progress) {
  const { head, view } = table;
  const mine = holding(table.id).as;
  const moves = head.status === "running" && head.undo_policy !== "off" && mine;
  const travel = (path, body) => attempt(async () => {
    await work(path, body, table.token, progress);
    table.at = null;
  }).then(() => table.refresh());
  const undo = table.isPast ? [say("undo_to", { version: view.version }), { to_version: view.version }] : [say("undo"), {}];
  const plays = /^\d+$/.test(mine ?? "");
  return [
    moves && (table.isPast || head.undo) ? button(undo[0], () => travel(paths.undo(table.id), undo[1]), { id: "undo" }) : null,
    moves ? button(say("redo"), () => travel(paths.redo(table.id), {}), { id: "redo" }) : null,
    head.status === "open" ? null : button(say("branch", { version: view.version }), () => branchAt(table, view.version), { id: "branch" }),
    head.status === "running" && plays ? leaving(table, mine) : null,
    head.status === "finished" && mine && !head.imported ? button(say("rematch"), () => meetAgain(table), { id: "rematch", class: "main" }) : null,
    mine === "owner" ? button(say("remove"), () => remove(table), { id: "remove", class: "grave" }) : null,
  ].filter(Boolean);
}

/** What ends the game for oneself or for all is not beside what is pressed often. */
function leaving(table, seat) {
  return el("details", { class: "leaving", id: "leaving" }, el("summary", {}, say("leave_game")), el("div", { class: "row" },
    button(say("resign"), () => leaveBy(table, paths.resign(table.id), say("resign_sure", { name: calledSeat(table.head, seat) }), "resign"), { id: "resign", class: "grave" }),
    button(say("abandon"), () => leaveBy(table, paths.abandon(table.id), say("abandon_sure"), "abandon"), { id: "abandon", class: "grave" })));
}

/** Begin a game at a version of this one; it has the same players by name. */
export const branchAt = (table, version) => enter(table, paths.branches(table.id), { version, seats: table.head.seats.map(sameSeat) });

const sameSeat = ({ kind, left, name, agent, level }) => ({
  kind: left ? "human" : kind,
  ...(name ? { name } : {}), ...(agent && !left ? { agent } : {}), ...(level && !left ? { level } : {}),
});

/** Open a rematch, or join the one that somebody else opened. */
export const meetAgain = (table) => enter(table, paths.rematch(table.id), {});

/** Make a game of this one, and go there. */
const enter = (table, path, body) => attempt(async () => {
  const created = await ask("POST", path, { token: table.token, body });
  holdCreated(created);
  location.hash = `#/games/${created.id}`;
});

/** Do what cannot be taken back, once somebody is sure; then the board is in sight, where a vote on it is shown. */
async function leaveBy(table, path, question, deed) {
  if (await confirmed(question, say(deed)) && await table.act(path)) table.folds.drawer.shut();
}

const remove = (table) => attempt(async () => {
  if (!await confirmed(say("remove_sure"), say("remove"))) return;
  await ask("DELETE", paths.game(table.id), { token: table.token });
  forget(table.id);
  location.hash = "#/";
});

function replayForm(table, progress) {
  const format = select(FORMATS.map((name) => [name, say(`format_${name}`)]), FORMATS[0], { id: "format" });
  const made = el("div", { id: "record" });
  const replay = () => attempt(async () => {
    made.replaceChildren();
    const job = await work(paths.replays(table.id), { format: format.value }, table.token, progress);
    made.replaceChildren(...saved(job.result.record, format.value, table.id));
  });
  return el("details", {}, el("summary", {}, say("replay")),
    form({ class: "row" }, replay, field(say("format"), format), el("button", { id: "replay" }, say("make_replay"))), made);
}

/** Go to the story of a finished game, and have it told if it was not yet. */
export function goToStory() {
  document.querySelector("#story .ask:not([hidden]) #tell-story")?.click(); // then the page is as it stays
  document.getElementById("story")?.scrollIntoView({ block: "start" });
}
