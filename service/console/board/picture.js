/** The board: the server's picture, fetched with the token, on which the legal places can be pressed. */

import { Refusal } from "../shared/api.js";
import { el, shape } from "../shared/dom.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { markPlaces } from "./marks.js";

const LEAST_PX = 24; // the smallest target that a finger should be asked to hit
const SIDE = 52; // units of the picture between two nodes

/** The panel of the board. */
export function picturePanel(table) {
  const parts = el("div", { class: "parts" });
  const link = el("a", { target: "_blank", rel: "noopener" }, say("enlarge"));
  const caption = el("figcaption", { class: "quiet", hidden: true }, link);
  const element = el("figure", { class: "picture", id: "picture" }, parts, caption);
  let shown = "";
  let offered = null; // the places of a version, and what happens when one is chosen
  let marks = null;
  let unmarkDice = () => {};
  let chosen = null; // the test of the places that alone shall glow
  const drop = () => link.href && URL.revokeObjectURL(link.href);
  let wished = null; // the place that had the focus and shall have it again, or the one beside it
  const mark = () => {
    wished = marks?.held() ?? wished;
    marks?.remove();
    const isNew = offered && String(offered.version) === element.dataset.version && !table.isPast;
    unmarkDice();
    marks = isNew && offered.placed.size ? markPlaces(element, offered) : null;
    if (chosen) marks?.only(chosen);
    unmarkDice = (isNew && offered.dice?.mark(element)) || (() => {});
    if (marks && wished && (marks.focus(wished) || marks.focusFirst())) wished = null;
  };
  const focusFirst = () => {
    if (!offered?.placed.size || marks?.focusFirst()) return Boolean(offered?.placed.size);
    wished = "any";
    return true;
  };
  const show = (text, version) => {
    wished = marks?.held() ?? wished;
    drop();
    link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    caption.hidden = false;
    parts.replaceChildren(...partsOf(text, say("picture", { version }), holding(table.id).as));
    element.dataset.version = version;
    table.stage.shown(version);
    mark();
  };
  const draw = async () => {
    const { version } = table.view;
    const wanted = `${version} ${table.token}`;
    if (wanted === shown) return;
    shown = wanted;
    try {
      const text = await table.past.picture(version);
      if (wanted === shown && !table.left) show(text, version);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      shown = "";
      const unset = fault.problem.status === 409;
      parts.replaceChildren(el("p", { class: "quiet empty" }, unset ? say("no_picture") : fault.problem.title || say("unreachable")));
    }
  };
  /** Offer places: `placed` are entries by place, `perform` does one of them. */
  const offer = (offering) => {
    offered = offering;
    chosen = null;
    if (!offered) wished = null;
    mark();
  };
  /** Have only the places glow that pass a test, or all again; tells whether there are any, be it that the board is yet to show them. */
  const only = (test) => {
    chosen = test;
    return marks ? marks.only(test) : [...(offered?.placed.values() ?? [])].some((entries) => entries.some(test ?? Boolean));
  };
  element.addEventListener("click", () => table.pace.skip());
  return { element, draw, stop: drop, offer, focusFirst, only };
}

/** The parts of a picture as drawings of their own, so that a page can set them apart: the stock of shapes, the board, and what lies around it; of the sheets one's own first. */
function partsOf(text, label, mine) {
  const whole = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const told = [...whole.children].filter((child) => child.localName === "desc").map((child) => child.textContent).join(" ");
  const groups = [...whole.querySelectorAll("[data-frame]")];
  const stock = shape("svg", { class: "stock", width: 0, height: 0, "aria-hidden": "true" }, [...whole.querySelectorAll("defs")]);
  if (!groups.length) return [stock, shape("svg", { class: "part", viewBox: whole.getAttribute("viewBox"), role: "img", "aria-label": `${label}. ${told}` }, [...whole.childNodes])];
  const drawings = groups.map((group) => drawing(group, label, told));
  const rank = (one) => (one.matches(".sheet") ? 1 + Number(one.dataset.seat !== mine) : 0);
  const board = drawings.filter((one) => one.matches(".board"));
  const around = drawings.filter((one) => !one.matches(".board")).sort((one, other) => rank(one) - rank(other));
  return [stock, ...board, el("div", { class: "around" }, around)];
}

function drawing(group, label, told) {
  const kind = group.getAttribute("class");
  const [, , width, height] = group.dataset.frame.split(" ").map(Number);
  const isBoard = kind === "board";
  const svg = shape("svg", {
    class: `part ${kind}`, viewBox: group.dataset.frame, "data-seat": group.dataset.seat,
    role: "group", "aria-label": isBoard ? `${label}. ${told}` : kind,
  }, shape("g", { "aria-hidden": "true" }, group));
  svg.style.setProperty("--wide", width);
  svg.style.setProperty("--high", height);
  svg.style.setProperty("--least", `${Math.ceil(width * LEAST_PX / SIDE)}px`);
  return svg;
}
