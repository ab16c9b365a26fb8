/** Every request of the page, the newest first, with both bodies, to copy as a command or as code. */

import { button, el } from "../shared/dom.js";
import { site } from "../shared/site.js";
import { say } from "../words/words.js";
import { copyButton, folding, pretty } from "./entries.js";
import { isCut, requests } from "./log.js";
import { operationOf } from "./operations.js";
import { SNIPPETS } from "./snippets.js";

const NAMES = { curl: "curl", python: "Python", typescript: "TypeScript" };

/** The panel of the requests. */
export function requestsPanel() {
  const list = el("ol", { class: "entries", id: "bench-log", reversed: true });
  const none = el("p", { class: "quiet" }, say("bench_none"));
  const rows = new Map();
  const fresh = []; // what is not in the list yet: a line must not move from under the mouse
  const settle = () => fresh.splice(0).filter((entry) => rows.has(entry)).forEach((entry) => list.prepend(rows.get(entry).element));
  let isAimedAt = false;
  list.addEventListener("pointerenter", ({ pointerType }) => { isAimedAt = pointerType === "mouse"; });
  list.addEventListener("pointerleave", () => {
    isAimedAt = false;
    settle();
  });
  const drop = (entry) => {
    rows.get(entry)?.element.remove();
    rows.delete(entry);
  };
  const show = (entry, gone) => {
    if (gone) drop(gone);
    if (!rows.has(entry)) {
      rows.set(entry, folding(entry, { head: headOf, body: bodyOf }));
      fresh.push(entry);
      if (!isAimedAt) settle();
    }
    rows.get(entry).draw();
    none.hidden = true;
  };
  requests.watch(show);
  const clear = () => {
    requests.clear();
    [...rows.keys()].forEach(drop);
    none.hidden = false;
  };
  const element = el("div", {}, el("div", { class: "row" }, el("p", { class: "quiet" }, say("bench_log_note", { count: 200 })), button(say("bench_clear"), clear)), none, list);
  return { element };
}

function headOf(entry) {
  const isBad = entry.status !== null && !(entry.status < 400);
  return [
    el("b", { class: "method" }, entry.method), el("span", { class: "address" }, entry.address.split(/(?<=[/?&])/).flatMap((part) => [part, el("wbr")])),
    el("span", { class: isBad ? "status bad" : "status" }, statusOf(entry)), el("span", { class: "ms" }, entry.ms === undefined ? "" : `${entry.ms} ms`)];
}

function statusOf({ status }) {
  if (status === null) return say("bench_on_way");
  return typeof status === "string" ? say(`bench_${status}`) : String(status);
}

function bodyOf(entry) {
  const operation = operationOf(entry.method, entry.address);
  return [
    el("h3", {}, say("bench_sent")), entry.body ? pretty(entry.body) : el("p", { class: "quiet" }, say("bench_no_body")),
    el("h3", {}, say("bench_answer")), entry.answer ? pretty(entry.answer) : el("p", { class: "quiet" }, say(entry.isStream ? "bench_stream" : "bench_no_body")),
    el("div", { class: "row" }, Object.entries(SNIPPETS).map(([name, write]) => copyButton(say("bench_copy", { what: NAMES[name] }), () => write(entry), { "data-copy": name, disabled: isCut(entry.body) || !write(entry) }))),
    el("p", { class: "quiet" }, entry.hasToken ? `${say("bench_token_note")} ` : null, say("bench_clients_note")),
    operation ? el("p", {}, el("a", { href: `${site}/docs#/${operation.group}/${operation.name}`, target: "_blank", rel: "noopener" }, say("bench_operation"))) : null,
  ];
}
