/** What the seat may do now: the server's list as buttons, its templates as forms, its places on a map. */

import { ask } from "./api.js";
import { button, el } from "./dom.js";
import * as paths from "./paths.js";
import { grouped, sorted, withoutIds } from "./plan.js";
import { load } from "./problems.js";
import { hold, holding } from "./purse.js";
import { calledSeat } from "./seats.js";
import { templateForm } from "./template_form.js";
import { say } from "./words.js";

const FIRST = "button, summary, input"; // what a keyboard goes on with
const MANY = 8; // from so many of one kind on they are folded together

/** The panel of the legal actions. */
export function actionsPanel(table) {
  const body = el("div");
  const element = el("section", { class: "card actions", id: "actions" }, el("h2", {}, say("to_do")), body);
  const geometry = boardOf(table);
  let shown = "";
  let acted = false;
  const perform = async (command) => {
    acted = true;
    await table.act(paths.commands(table.id), command);
  };
  const fill = (children) => {
    const isHere = acted || body.contains(document.activeElement);
    acted = false;
    body.replaceChildren(...children);
    if (isHere && !table.panels.picture.focusFirst()) (body.querySelector(FIRST) ?? body.querySelector("#turn"))?.focus({ preventScroll: true });
  };
  const draw = () => load(async () => {
    const { head } = table;
    const wanted = JSON.stringify([head.version, head.status, table.at, table.token, head.awaiting.map((one) => one.seat)]);
    if (wanted === shown) return;
    if (table.isPast) {
      shown = wanted;
      table.panels.picture.offer(null);
      return fill(past(table));
    }
    const legal = await ask("GET", paths.legalActions(table.id), { token: table.token });
    if (table.isPast || head !== table.head) return;
    const { placed, others } = sorted(legal.actions, head, legal.seat);
    const board = placed.size ? await geometry() : null;
    shown = wanted;
    const color = head.state?.seats[legal.seat]?.color ?? "ink";
    table.panels.picture.offer(placed.size ? { version: legal.version, placed, perform, seat: legal.seat, look: { color, board } } : null);
    fill(panel(table, legal, placed, others, perform));
  });
  return { element, draw };
}

function boardOf(table) {
  let board;
  return () => (board ??= ask("GET", paths.board(table.id), { token: table.token }).catch((fault) => { board = undefined; throw fault; }));
}

function past(table) {
  const note = say("past", { version: table.at, head: table.head.version });
  return [el("p", {}, note), button(say("back_to_now"), () => table.lookAt(table.head.version), { class: "main", id: "now" })];
}

function panel(table, legal, placed, others, perform) {
  const said = el("p", { role: "status", id: "turn", tabindex: -1 }, turn(table, legal));
  if (!legal.actions.length && !legal.templates.length) return [said, ...otherHands(table)];
  const list = el("div", { id: "legal" }, grouped(others).map((entries) => group(entries, perform)));
  return [said, placed.size ? el("p", { class: "quiet" }, say("on_the_board")) : null, list, ...legal.templates.map((one) => templateForm(one, table, perform))].filter(Boolean);
}

/** Whoever holds the tokens of several seats goes on as the one that is waited for. */
function otherHands(table) {
  const { seats } = holding(table.id);
  const owed = [...new Set(table.head.awaiting.map((one) => one.seat))].filter((seat) => seats[seat]);
  const lookAs = (seat) => {
    hold(table.id, { as: String(seat) });
    return table.changeEyes();
  };
  return owed.map((seat) => button(say("go_on_as", { seat: calledSeat(table.head, seat) }), () => lookAs(seat), { class: "main act", "data-seat": seat }));
}

function turn(table, legal) {
  const { head } = table;
  if (head.status === "finished") return say("result");
  if (legal.seat !== null && legal.must_act) return say("your_turn", { seat: calledSeat(head, legal.seat) });
  if (legal.seat !== null && (legal.actions.length || legal.templates.length)) return say("you_may", { seat: calledSeat(head, legal.seat) });
  const owed = [...new Set(head.awaiting.filter((one) => one.must !== false).map((one) => one.seat))];
  const waiting = owed.length ? say("waiting_for", { seats: owed.map((seat) => calledSeat(head, seat)).join(", ") }) : say("nothing_legal");
  return legal.seat === null && head.status === "running" ? `${waiting}. ${say("watching")}` : waiting;
}

function group(entries, perform) {
  const buttons = el("div", { class: "choices" }, entries.map((entry) => actionButton(entry, perform)));
  if (entries.length < MANY) return buttons;
  return el("details", {}, el("summary", {}, `${common(entries.map((entry) => entry.summary))} (${entries.length})`), buttons);
}

function actionButton(entry, perform) {
  return button(withoutIds(entry.summary), () => perform(entry.command), { class: "act", "data-type": entry.command.type });
}

/** The words that all summaries begin with. */
function common(summaries) {
  const words = summaries[0].split(" ");
  let length = words.length;
  for (const summary of summaries) {
    const others = summary.split(" ");
    const differing = words.findIndex((word, n) => word !== others[n]);
    if (differing >= 0) length = Math.min(length, differing);
  }
  return length ? `${words.slice(0, length).join(" ")} …` : `${summaries[0]} …`;
}
