/** Problems, with title, detail and the text of the rule that refused. */

import { language, say } from "../words/words.js";
import { ask, hasAnsweredSince, Refusal } from "./api.js";
import { button, el } from "./dom.js";
import * as paths from "./paths.js";

const known = new Map();
let namer = (sentence) => sentence;
let shownAt = 0; // when the problem at the top was shown, in ms of the page's own clock

/** Say problems with the names of a table's players: a function that puts them into a sentence; null where there is no table. */
export const nameProblems = (names) => { namer = names ?? ((sentence) => sentence); };

/** What a rule says, as the server tells it; null where it has no such rule. */
export async function ruleOf(id) {
  if (!known.has(id)) known.set(id, ask("GET", paths.rule(id)).catch(() => null));
  return known.get(id);
}

/** A problem as a box. */
export async function problemBox(problem) {
  const rule = problem.rule ? await ruleOf(problem.rule) : null;
  const heading = problem.unreachable ? say("unreachable") : problem.title;
  const errors = (rule ? [] : (problem.errors ?? [])).map((error) => el("li", {}, el("code", {}, error.pointer || "/"), " ", error.detail));
  return el(
    "div",
    { class: "problem" },
    el("strong", {}, heading),
    problem.status ? el("span", { class: "quiet rule-id" }, ` ${problem.status}`) : null,
    problem.detail ? el("p", {}, namer(problem.detail)) : null,
    rule ? ruleBox(rule, problem.detail) : null,
    errors.length ? el("ul", {}, errors) : null,
  );
}

function ruleBox(rule, told) {
  const text = rule.text[language];
  const places = rule.places.map(({ book, place }) => [book[language], place?.[language]].filter(Boolean).join(", "));
  return el(
    "p",
    { class: "quiet" },
    el("span", { class: "rule-id" }, `${say("rule")} `, el("code", {}, rule.rule), ": "),
    text === told ? null : text,
    rule.reason ? ` ${rule.reason[language]}` : null,
    places.length ? ` (${places.join("; ")})` : null,
    " ",
    sureness(rule),
  );
}

/** How sure a rule is, in a word; nothing for a rule of the house. */
export const sureness = ({ confidence }) =>
  confidence ? el("em", { class: "sureness", title: say(`sure_${confidence}_means`) }, say(`sure_${confidence}`)) : null;

const notices = () => document.getElementById("notices");

/** Show a problem at the top of the page until somebody closes it or does the next thing. */
export async function showProblem(problem) {
  const notice = el("div", { class: "notice", "data-unreachable": Boolean(problem.unreachable) }, await problemBox(problem));
  notice.append(button(say("close"), () => notice.remove()));
  notices().replaceChildren(notice);
  shownAt = performance.now();
}

/** Take the problem off the page. */
export function clearProblems() {
  notices().replaceChildren();
}

/** Take away what said that the server does not answer, once it has answered what was asked after that. */
function clearUnreachable() {
  if (!hasAnsweredSince(shownAt)) return;
  for (const notice of notices().querySelectorAll("[data-unreachable]")) notice.remove();
}

/** Do what a person asked for; what the server refuses is shown. Tells whether it was done. */
export async function attempt(work) {
  const done = await load(work);
  if (done) clearProblems();
  return done;
}

/** Fetch what the page shows by itself. A refusal of what a person did before stays in sight. Tells whether it was done. */
export async function load(work) {
  try {
    await work();
    clearUnreachable();
    return true;
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    await showProblem(fault.problem);
    return false;
  }
}
