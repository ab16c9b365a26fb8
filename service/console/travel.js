/** Back and forth: every version to look at, undo, redo, branches, replays, resigning. */

import { ask } from "./api.js";
import { button, el, field, form, redraw, select } from "./dom.js";
import { work } from "./jobs.js";
import * as paths from "./paths.js";
import { attempt } from "./problems.js";
import { forget, holdCreated, holding } from "./purse.js";
import { saved } from "./records.js";
import { say } from "./words.js";

const FORMATS = ["text", "json", "ndjson", "svg", "gif"];

/** The panel of the versions. */
export function travelPanel(table) {
  const slider = el("input", { type: "range", min: 1, id: "slider", "aria-label": say("version") });
  const shown = el("output", { for: "slider", id: "shown-version" });
  const tools = el("div", { class: "row", id: "tools" });
  const progress = el("div", { "aria-live": "polite" });
  const go = (version) => table.lookAt(Math.max(1, Math.min(version, table.head.version)));
  slider.addEventListener("input", () => { shown.value = slider.value; });
  slider.addEventListener("change", () => go(Number(slider.value)));
  const back = button("", () => go(table.view.version - 1), { "aria-label": say("earlier"), id: "earlier" });
  const on = button("", () => go(table.view.version + 1), { "aria-label": say("later"), id: "later" });
  const element = el("section", { class: "card" }, el("h2", {}, say("time_travel")),
    el("div", { class: "slider" }, back, slider, on, shown), tools, replayForm(table, progress), progress);
  const draw = () => {
    slider.max = table.head.version;
    slider.value = table.view.version;
    shown.value = `${table.view.version} / ${table.head.version}`;
    redraw(tools, ...controls(table, progress));
  };
  return { element, draw };
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
    moves ? button(undo[0], () => travel(paths.undo(table.id), undo[1]), { id: "undo" }) : null,
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
    button(say("resign"), () => resign(table, seat), { id: "resign", class: "grave" }),
    button(say("abandon"), () => abandon(table), { id: "abandon", class: "grave" })));
}

/** Begin a game at a version of this one; it has the same players by name. */
export const branchAt = (table, version) => enter(table, paths.branches(table.id), { version, seats: table.head.seats.map(sameSeat) });

const sameSeat = ({ kind, left, name, agent, level }) => ({
  kind: left ? "human" : kind,
  ...(name ? { name } : {}), ...(agent && !left ? { agent } : {}), ...(level && !left ? { level } : {}),
});

const meetAgain = (table) => enter(table, paths.rematch(table.id), {});

/** Make a game of this one, and go there. */
const enter = (table, path, body) => attempt(async () => {
  const created = await ask("POST", path, { token: table.token, body });
  holdCreated(created);
  location.hash = `#/games/${created.id}`;
});

async function resign(table, seat) {
  if (confirm(say("resign_sure", { seat }))) await table.act(paths.resign(table.id));
}

async function abandon(table) {
  if (confirm(say("abandon_sure"))) await table.act(paths.abandon(table.id));
}

const remove = (table) => attempt(async () => {
  if (!confirm(say("remove_sure"))) return;
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
