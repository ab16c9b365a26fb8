/** A template of the legal actions as a small form: its bounds become boxes for counts and seats. */

import { el, field, form } from "./dom.js";
import { calledSeat } from "./seats.js";
import { say } from "./words.js";

/** The form of a template; it begins with the template's example. */
export function templateForm(template, table, perform) {
  const { disjoint, bounds } = template;
  const parts = Object.entries(bounds).map(([name, bound]) => ({ name, ...part(name, bound, template.example[name], table) }));
  const send = () => perform({ ...template.example, ...Object.fromEntries(parts.map(({ name, value }) => [name, value()])) });
  return form({ class: "template", "data-type": template.type }, send,
    el("p", { class: "quiet" }, say("for_example", { summary: template.summary })),
    parts.map((one) => one.element),
    disjoint.length ? el("p", { class: "quiet" }, say("no_kind_twice")) : null,
    el("button", {}, say("do_it")));
}

function part(name, bound, example, table) {
  return bound.cards ? cards(name, bound.cards, example ?? {}, table) : seats(name, bound.seats, example ?? [], table);
}

function cards(name, { max, least, total }, example, table) {
  const kinds = Object.entries(max).filter(([, most]) => most > 0);
  const boxes = kinds.map(([kind, most]) => [kind, el("input", { type: "number", min: 0, max: Math.min(most, total), value: example[kind] ?? 0, name: `${name}-${kind}`, inputmode: "numeric" })]);
  const range = least === total ? say("exactly", { total }) : say("in_all", { least, total });
  const element = el("fieldset", {}, el("legend", {}, table.word("members", name), el("span", { class: "quiet" }, ` (${range})`)),
    el("div", { class: "row" }, boxes.map(([kind, box]) => field(table.word("terms", kind), box))));
  const value = () => Object.fromEntries(boxes.map(([kind, box]) => [kind, Number(box.value)]).filter(([, count]) => count > 0));
  return { element, value };
}

function seats(name, among, example, table) {
  const boxes = among.map((seat) => [seat, el("input", { type: "checkbox", checked: example.includes(seat), name: `${name}-${seat}` })]);
  const element = el("fieldset", {}, el("legend", {}, table.word("members", name)),
    el("div", { class: "row" }, boxes.map(([seat, box]) => field(calledSeat(table.head, seat), box))));
  return { element, value: () => boxes.filter(([, box]) => box.checked).map(([seat]) => seat) };
}
