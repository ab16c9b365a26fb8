/** Requests to look at before they are sent: those behind the buttons of the page, and commands written by hand. */

import { ask, Refusal } from "../shared/api.js";
import { button, el, field, redraw, select } from "../shared/dom.js";
import * as paths from "../shared/paths.js";
import { tokenOf } from "../shared/purse.js";
import { say } from "../words/words.js";
import { pretty, spread } from "./entries.js";
import { gameHere } from "./here.js";
import { clean, withheld } from "./mask.js";

/** The panel of the commands; `appear` brings it to the front. */
export function editorPanel(appear) {
  const held = []; // requests that wait for a decision, the oldest first
  const hold = el("input", { type: "checkbox", id: "bench-hold" });
  const what = el("p", { role: "status", id: "bench-what" });
  const body = el("textarea", { id: "bench-body", rows: 9, spellcheck: "false", autocomplete: "off" });
  const legal = el("div");
  const tools = el("div", { class: "row" });
  const told = el("div", { "aria-live": "polite", id: "bench-told" });
  let restore = (text) => text;
  const fill = (content) => {
    const masked = withheld(JSON.stringify(content ?? {}, null, 2));
    body.value = masked.shown;
    restore = masked.restore;
  };
  /** What stands in the field, as JSON; tells why it is none. */
  const written = () => {
    try {
      return { content: JSON.parse(restore(body.value)) };
    } catch (fault) {
      told.replaceChildren(el("p", { class: "problem" }, say("bench_no_json", { fault: fault.message })));
      return null;
    }
  };
  const target = () => (held.length ? held[0] : commandOf(gameHere()));
  const draw = () => {
    const [first] = held;
    what.textContent = first ? `${say("bench_waiting", { count: held.length })} ${first.method} ${clean(first.path)}` : (target() ? `POST ${target().path}` : say("bench_needs_game"));
    legal.hidden = Boolean(first);
    redraw(tools,
      button(say("bench_dry_run"), () => tryOut(target(), written(), told), { id: "bench-dry", disabled: !isCommand(target()) }),
      button(say("bench_do_send"), () => send(), { id: "bench-post", class: "main", disabled: !target() }),
      ...(first ? [button(say("bench_drop"), () => drop(), { id: "bench-drop" })] : []));
  };
  const next = () => {
    if (held.length) fill(held[0].options.body);
    draw();
  };
  const send = async () => {
    const given = written();
    if (!given) return;
    told.replaceChildren();
    const first = held.shift();
    if (!first) return post(commandOf(gameHere()), given, told);
    first.go({ ...first.options, body: first.options.body === undefined ? undefined : given.content });
    next();
  };
  const drop = () => {
    held.shift().stop(new Refusal({ title: say("bench_dropped"), detail: "" }));
    told.replaceChildren();
    next();
  };
  const consider = (method, path, options = {}) => {
    if (!hold.checked || method === "GET" || options.isOwn) return options;
    return new Promise((go, stop) => {
      held.push({ method, path, options, go, stop });
      if (held.length === 1) next();
      else draw();
      appear();
      tools.querySelector("#bench-post").focus();
    });
  };
  const show = () => {
    draw();
    if (!held.length) listLegal(legal, fill);
  };
  const release = () => {
    hold.checked = false;
    while (held.length) drop();
  };
  addEventListener("hashchange", draw);
  hold.addEventListener("change", () => { if (!hold.checked) release(); });
  const element = el("div", {},
    field(say("bench_hold"), hold), el("p", { class: "quiet" }, say("bench_hold_note")), what, legal,
    field(say("bench_body"), body), el("p", { class: "quiet" }, say("bench_dry_note")), tools, told);
  return { element, consider, show, release };
}

const commandOf = (id) => id && { method: "POST", path: paths.commands(id), options: { token: tokenOf(id) } };
const isCommand = (target) => Boolean(target?.path.endsWith("/commands"));

/** Offer all that is legal for the seat as the body. */
async function listLegal(place, fill) {
  const id = gameHere();
  const token = id && tokenOf(id);
  const legal = token ? await ask("GET", paths.legalActions(id), { token }).catch(() => null) : null;
  const all = legal ? [...legal.actions.map(({ command, summary }) => [command, summary]), ...legal.templates.map(({ example, type }) => [example, `${type} …`])] : [];
  const list = select([["", `${say("bench_choose")} (${all.length})`], ...all.map(([, text], at) => [String(at), text])], "", { id: "bench-legal" });
  list.addEventListener("change", () => { if (list.value) fill(all[Number(list.value)][0]); });
  place.replaceChildren(...(all.length ? [field(say("bench_legal"), list)] : []));
}

const tryOut = (target, given, told) => given && post({ ...target, path: target.path.replace(/commands$/, "dry-runs") }, given, told);

async function post({ path, options }, { content }, told) {
  try {
    const answer = await ask("POST", path, { token: options.token, body: content, isOwn: true });
    told.replaceChildren(pretty(clean(spread(JSON.stringify(answer)))));
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    told.replaceChildren(pretty(clean(spread(JSON.stringify(fault.problem)))));
  }
}
