/** Cards as pictures: to look at, to press, and to choose several of. */

import { el, signed } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { say } from "../words/words.js";

/** Kinds and counts in a row, such as a cost: `1 brick, 1 lumber` as two pictures; those of which some are lacking are marked. */
export function pile(counts, table, lacking = {}) {
  const kinds = Object.entries(counts).filter(([, count]) => count > 0);
  return el("span", { class: "pile", role: "img", "aria-label": table.counted(counts) || say("nothing") }, kinds.map(([kind, count]) => el("span", { class: `chip good-${kind}${lacking[kind] ? " lacking" : ""}` }, count > 1 ? el("b", {}, count) : null, icon(kind))));
}

/** Whether a name has a word that a card only holds in smaller letters. */
const isLong = (name) => name.split(" ").some((word) => word.length > 6);

/** One kind of card with its count, as something to press or only to look at. */
export function card(kind, count, table, { press, hint, note, disabled = false } = {}) {
  const name = table.word("terms", kind);
  const face = [icon(kind), el("span", { class: "name" }, name), " ", el("b", { class: "count" }, count), note ? el("small", {}, note) : null];
  const members = { class: `play-card good-${kind}${count ? (count > 1 ? " many" : "") : " none"}${isLong(name) ? " long" : ""}`, "data-kind": kind };
  if (!press) return el("span", { ...members, role: "img", "aria-label": `${count} ${name}` }, face);
  return el("button", { type: "button", ...members, disabled, onclick: press }, face, hint ? el("span", { class: "unseen" }, `. ${hint}`) : null);
}

/** A card with a number, as something to press or only to look at; one that is laid is marked. */
export function numberCard(value, { press, label, isLaid }) {
  const members = { class: `play-card number-card${isLaid ? " laid" : ""}`, "data-kind": value };
  const face = el("b", { class: "value", "aria-hidden": "true" }, value);
  if (!press) return el("span", { ...members, role: "img", "aria-label": value }, face);
  return el("button", { type: "button", ...members, class: `act ${members.class}`, id: `bid-${value}`, "aria-label": label, onclick: press }, face);
}

/** A row of kinds from which some are chosen by tapping; `value()` tells how many of each. */
export function cardPicker(max, { total, table, changed, name }) {
  const chosen = {};
  const sum = () => Object.values(chosen).reduce((all, count) => all + count, 0);
  const row = el("div", { class: "picker", role: "group", "aria-label": table.word("members", name), "data-member": name });
  const set = (kind, count) => {
    chosen[kind] = Math.max(0, Math.min(max[kind] ?? 0, count));
    draw();
    changed();
  };
  const kinds = Object.keys(max).filter((kind) => max[kind] > 0);
  const cells = new Map(kinds.map((kind) => [kind, cell(kind, max[kind], { table, add: () => sum() < total && set(kind, (chosen[kind] ?? 0) + 1), less: () => set(kind, (chosen[kind] ?? 0) - 1) })]));
  row.append(...[...cells.values()].map(({ element }) => element));
  const draw = () => {
    for (const [kind, { count, less, more }] of cells) {
      const many = chosen[kind] ?? 0;
      count.textContent = many;
      less.disabled = !many;
      more.classList.toggle("chosen", many > 0);
    }
  };
  draw();
  return { element: row, sum, value: () => Object.fromEntries(Object.entries(chosen).filter(([, count]) => count)), set, clear: () => { for (const kind of kinds) chosen[kind] = 0; draw(); changed(); } };
}

function cell(kind, max, { table, add, less }) {
  const count = el("b", { class: "count" }, 0);
  const more = el("button", { type: "button", class: `play-card good-${kind}`, "data-kind": kind, onclick: add }, icon(kind), el("span", { class: "name" }, table.word("terms", kind)), " ", count, el("span", { class: "unseen" }, ` ${say("one_more", { max })}`));
  const minus = el("button", { type: "button", class: "less", onclick: less }, signed("−", say("one_less", { kind: table.word("terms", kind) })));
  return { element: el("span", { class: "cell" }, more, minus), count, less: minus, more };
}
