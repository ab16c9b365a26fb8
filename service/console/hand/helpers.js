/** The helper that a seat holds, with what it does. */

import { el } from "../shared/dom.js";
import { ruleOf, sureness } from "../shared/problems.js";
import { language, say } from "../words/words.js";
import { ruleOfHelper } from "./rule_help.js";

/** A rule about a helper as a sentence about the card that one holds: without the name of its side. */
const withoutSide = (text) => text.replace(/^[AB]\d+ (.)/, (all, first) => first.toUpperCase());

/** The card of the seat's helper; nothing where there is none. */
export function helperCards({ table, view, me }) {
  const held = me && view.state.helpers?.seats.find((one) => one.seat === me.seat);
  if (!held) return [];
  const rule = ruleOfHelper(held.helper);
  const told = el("small", {}, "…");
  ruleOf(rule).then((known) => told.replaceChildren(...(known ? [`${withoutSide(known.text[language])} `, sureness(known) ?? ""] : [])));
  return [el("div", { class: `helper${held.ready ? "" : " spent"}`, "data-rule": rule, tabindex: 0, role: "note", "aria-label": table.word("terms", held.helper) },
    el("b", {}, table.word("terms", held.helper)), el("span", { class: "badge" }, say("side", { side: held.side })), told)];
}
