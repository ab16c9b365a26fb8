/** The legal places of the board: they glow, one press acts, and a menu opens where several things can be done. */

import { el, shape } from "../shared/dom.js";
import { say } from "../words/words.js";
import { fewestTurned } from "./dice.js";
import { ghost } from "./ghosts.js";
import { openMenu } from "./menu.js";
import { grouped, sortedBy, targetOf, withoutIds } from "./plan.js";
import { hitBy, hitInWords } from "./robbing.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const LEAST_PX = 25;
const MANY = 12; // from so many marks on they are small until one is pointed at

/** Mark places in a figure; answers how to take the marks away, to focus one, and to mark the places of some actions alone. */
export function markPlaces(figure, { placed, perform, seat, look }) {
  const layers = new Map();
  let chosen = null;
  let marks = [];
  let picked = null; // the place of a piece that is to be moved, once it is picked
  const act = (entry) => perform(entry.command);
  const press = (mark) => {
    const entries = mark.entries;
    if (picked === mark.key) return pick(null, mark.key);
    if (!picked && targetOf(entries[0].command)) return pick(mark.key);
    if (entries.length === 1) return act(entries[0]);
    return openMenu(figure, mark, fewestTurned(entries), { act, point: (entry) => mark.preview(entry) });
  };
  /** Pick a piece up, so that its new places are marked instead, or put it back. */
  const pick = (key, back = null) => {
    picked = key;
    draw();
    focus(back ?? marks.find((one) => one.key !== key)?.key);
  };
  const clear = () => layers.forEach((layer) => layer.remove());
  const draw = () => {
    clear();
    layers.clear();
    marks = [];
    for (const [key, all] of picked ? targets(picked, placed.get(picked)) : placed) {
      const entries = chosen ? all.filter(chosen) : all;
      const site = entries.length ? siteOf(figure, key, seat) : null;
      if (site) marks.push(markOf(key, site, entries, { press, look, picked }));
    }
    marks.forEach(({ site, element }) => layerOf(site, layers).append(element));
    layers.forEach((layer) => layer.classList.toggle("many", layer.children.length > MANY));
    rove(marks);
    fit(figure, marks);
  };
  const putBack = (event) => { if (event.key === "Escape" && picked) pick(null, picked); };
  figure.addEventListener("keydown", putBack);
  draw();
  const focus = (key) => {
    const mark = marks.find((one) => one.key === key) ?? null;
    mark?.element.focus({ preventScroll: true });
    return mark !== null;
  };
  return {
    focus,
    fit: () => fit(figure, marks),
    focusFirst: () => focus(marks[0]?.key),
    held: () => marks.find((one) => one.element === document.activeElement)?.key ?? null,
    only: (test) => { chosen = test; picked = null; draw(); return marks.length > 0; },
    remove: () => { figure.removeEventListener("keydown", putBack); clear(); figure.querySelector(".menu")?.remove(); },
  };
}

/** Where a piece that was picked up can go, and its own place, to put it back. */
const targets = (key, entries) => [[key, entries], ...sortedBy(entries, ({ command }) => targetOf(command))];

/** The place in the picture; on sheets it is that of one's own. */
function siteOf(figure, key, seat) {
  const [name, id] = key.split(" ");
  const one = `.places [data-${name}="${id}"]`;
  return figure.querySelector(`.part[data-seat="${seat}"] ${one}`) ?? figure.querySelector(`.part:not([data-seat]) ${one}`);
}

function layerOf(site, layers) {
  const svg = site.ownerSVGElement;
  if (!layers.has(svg)) {
    layers.set(svg, shape("g", { class: "marks" }));
    svg.append(layers.get(svg));
  }
  return layers.get(svg);
}

function markOf(key, site, entries, { press, look, picked }) {
  const kinds = grouped(entries).map(([first]) => first);
  const moves = Boolean(targetOf(entries[0].command)) && (!picked || picked === key);
  const robbed = kinds[0].command.type === "MoveRobber" ? hitBy(kinds[0].command.tile, look.board, look.view) : null;
  const label = moves ? say(picked ? "put_back" : "pick_up") : [...entries.map((entry) => withoutIds(entry.summary)), ...(robbed ? [hitInWords(robbed, look.view)] : [])].join("; ");
  const shown = shape("g", { class: "ghost" }, ghost(kinds[0].command, site, look));
  const hit = site.cloneNode(false);
  for (const name of [...hit.getAttributeNames()].filter((one) => one.startsWith("data-"))) hit.removeAttribute(name);
  hit.setAttribute("class", "hit");
  const mark = { key, site, entries, hit, at: middleOf(site) };
  mark.preview = (entry) => shown.replaceChildren(...ghost((entry ?? kinds[0]).command, site, look));
  mark.element = shape("g", {
    class: `mark ${site.localName}${entries.length > 1 && !moves ? " several" : ""}${picked === key ? " picked" : ""}`, role: "button", tabindex: -1, "data-place": key,
    "aria-label": entries.length > 1 && !moves ? say("several_here", { count: entries.length, summaries: label }) : label,
    "aria-haspopup": entries.length > 1 && !moves ? "menu" : null,
    onclick: () => press(mark),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press(mark);
    },
  }, shape("title", {}, label), shown, hit);
  return mark;
}

/** One stop for the tabulator; arrow keys lead on to the nearest place in their direction. */
function rove(marks) {
  const enter = (mark) => {
    for (const one of marks) one.element.setAttribute("tabindex", one === mark ? 0 : -1);
  };
  for (const mark of marks) {
    mark.element.addEventListener("focus", () => enter(mark));
    mark.element.addEventListener("keydown", (event) => {
      const next = ARROWS[event.key] && nearest(mark, marks, ARROWS[event.key]);
      if (!ARROWS[event.key]) return;
      event.preventDefault();
      next?.element.focus();
    });
  }
  if (marks.length) enter(marks[0]);
}

function nearest(from, marks, [right, down]) {
  const far = (mark) => {
    const [x, y] = [mark.at[0] - from.at[0], mark.at[1] - from.at[1]];
    const along = x * right + y * down;
    return along <= 1 ? Infinity : along + 2 * Math.abs(x * down + y * right);
  };
  const near = marks.filter((mark) => mark.site.ownerSVGElement === from.site.ownerSVGElement).reduce((one, other) => (far(other) < far(one) ? other : one), from);
  return near === from || far(near) === Infinity ? null : near;
}

function middleOf(site) {
  const { x, y, width, height } = site.getBBox();
  return [x + width / 2, y + height / 2];
}

/** Make what is pressed at least as large as a fingertip needs it, however small the picture is shown. */
function fit(figure, marks) {
  const changes = marks.map(({ hit, site }) => {
    const units = LEAST_PX / (site.ownerSVGElement.getScreenCTM()?.a || 1);
    if (hit.localName === "circle") return ["r", Math.max(units / 2, Number(site.getAttribute("r")))];
    return ["stroke-width", hit.localName === "polyline" ? Math.max(units, 30) : Math.max(0, units - smaller(site))];
  });
  changes.forEach(([name, value], n) => marks[n].hit.setAttribute(name, value.toFixed(1))); // once all are measured
}

function smaller(site) {
  const { width, height } = site.getBBox();
  return Math.min(width, height);
}
