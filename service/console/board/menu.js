/** A small menu beside a place of the board. */

import { el } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { say } from "../words/words.js";
import { withoutIds } from "./plan.js";

const GAP = 8;

/** Open it for a mark; it closes when something is chosen, by Escape, or when the focus goes elsewhere. */
export function openMenu(figure, mark, entries, { act, point }) {
  figure.querySelector(".menu")?.remove();
  let closed = false;
  const close = (back) => {
    if (closed) return;
    closed = true;
    point(null);
    menu.remove();
    if (back) mark.element.focus({ preventScroll: true });
  };
  const items = entries.map((entry) => {
    const show = () => point(entry);
    return el("button", {
      type: "button", role: "menuitem", tabindex: -1, class: "act", "data-type": entry.command.type, onfocus: show, onmouseenter: show,
      onclick: () => { close(true); act(entry); },
    }, shownOf(entry));
  });
  const step = { ArrowDown: 1, ArrowUp: -1 };
  const onkeydown = (event) => {
    if (event.key === "Escape") close(true);
    if (!step[event.key]) return;
    event.preventDefault();
    items[(items.indexOf(document.activeElement) + step[event.key] + items.length) % items.length].focus();
  };
  const onfocusout = (event) => { if (!menu.contains(event.relatedTarget)) close(false); };
  const menu = el("div", { class: "menu", role: "menu", "aria-label": say("what_here"), onkeydown, onfocusout }, items);
  figure.append(menu);
  place(menu, figure, mark.hit.getBoundingClientRect());
  items[0].focus({ preventScroll: true });
}

/** What an item shows: dice that are turned as pictures, all else in words. */
function shownOf({ command, summary }) {
  const said = withoutIds(summary);
  if (command.type !== "UseJoker") return said;
  const chip = (kind, count) => el("span", { class: `chip good-${kind}`, "aria-hidden": "true" }, count > 1 ? el("b", {}, count) : null, icon(kind));
  const turned = Object.entries(command.dice).filter(([, count]) => count).map(([kind, count]) => chip(kind, count));
  return [...turned, el("span", { "aria-hidden": "true" }, " → "), chip(command.resource, 1), el("span", { class: "unseen" }, said)];
}

/** Below the place where there is room, else above it; never beyond the figure's sides. */
function place(menu, figure, target) {
  const room = figure.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(target.left - room.left + target.width / 2 - width / 2, room.width - width - GAP));
  const isBelow = target.bottom + GAP + height < innerHeight || target.top - GAP - height < 0;
  const top = isBelow ? target.bottom - room.top + GAP : target.top - room.top - GAP - height;
  menu.style.left = `${left}px`;
  menu.style.top = `${top}px`;
}
