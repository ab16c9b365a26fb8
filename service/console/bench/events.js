/** Every event that a stream brought, the newest first, with the state before and after it. */

import { ask } from "../shared/api.js";
import { button, el } from "../shared/dom.js";
import { game } from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { tokenOf } from "../shared/purse.js";
import { say } from "../words/words.js";
import { differences } from "./diff.js";
import { folding, pretty } from "./entries.js";
import { events } from "./log.js";

/** The panel of the events. */
export function eventsPanel() {
  const list = el("ol", { class: "entries", id: "bench-stream", reversed: true });
  const none = el("p", { class: "quiet" }, say("bench_none"));
  const rows = new Map();
  events.watch((entry, gone) => {
    rows.get(gone)?.element.remove();
    rows.delete(gone);
    const row = folding(entry, { head: headOf, body: bodyOf });
    rows.set(entry, row);
    row.draw();
    list.prepend(row.element);
    none.hidden = true;
  });
  return { element: el("div", {}, el("p", { class: "quiet" }, say("bench_log_note", { count: 200 })), none, list) };
}

const headOf = ({ type, version, summary }) => [el("b", { class: "method" }, version), el("span", { class: "address" }, type), el("span", { class: "quiet" }, summary ?? "")];

function bodyOf(entry) {
  const told = el("div", { "aria-live": "polite" });
  const compare = () => attempt(async () => told.replaceChildren(...await changes(entry)));
  const canCompare = entry.version > 1;
  return [pretty(entry.text), canCompare ? el("p", {}, button(say("bench_compare"), compare, { class: "compare" })) : null, told];
}

/** What the caller sees otherwise after the version of an event than before it. */
async function changes({ game: id, version }) {
  const look = (at) => ask("GET", game(id), { token: tokenOf(id), query: { version: at } });
  const found = differences(...await Promise.all([look(version - 1), look(version)]));
  if (!found.length) return [el("p", { class: "quiet" }, say("bench_same"))];
  const cell = (value) => el("td", {}, value === undefined ? el("i", {}, say("bench_absent")) : el("code", {}, JSON.stringify(value)));
  return [el("table", { class: "changes" },
    el("thead", {}, el("tr", {}, [say("bench_member"), say("bench_before", { version: version - 1 }), say("bench_before", { version })].map((text) => el("th", { scope: "col" }, text)))),
    el("tbody", {}, found.map(({ path, before, after }) => el("tr", {}, el("th", { scope: "row" }, el("code", {}, path)), cell(before), cell(after)))))];
}
