/** The board: the server's picture, fetched with the token, on which the legal places can be pressed. */

import { Refusal } from "../shared/api.js";
import { button, el, shape, signed } from "../shared/dom.js";
import { holding } from "../shared/purse.js";
import { say } from "../words/words.js";
import { fitLetters } from "./letters.js";
import { markPlaces } from "./marks.js";
import { rollOf } from "./roll.js";
import { isUpright, standUpright } from "./upright.js";
import { zoomOf } from "./zoom.js";

const SHORE = 14; // units of water that are left around what is drawn
const COAST = 40; // units across which the sea is shallow, at most
const BEYOND = 3000; // units of sea around the picture, which no page is larger than
const APART = 14; // units of the picture between the dice and the sheet below them

/** Whether a table's board has marks to explain. */
export const hasLegend = ({ head }) => head.ruleset !== "goofspiel";

/** Show what the marks of a table's board mean. */
export const openLegend = async (table) => (await import("./legend.js")).showLegend(table);

/** The panel of the board. */
export function picturePanel(table) {
  const parts = el("div", { class: "parts" });
  const link = el("a", { target: "_blank", rel: "noopener" }, say("enlarge"));
  const caption = el("p", { class: "quiet", hidden: true }, link);
  const cards = el("div", { class: "around-cards" });
  const around = el("div", { class: "around" }, cards, caption);
  const corner = el("div", { class: "roll-corner", "aria-hidden": "true" });
  const element = el("figure", { class: "picture", id: "picture" }, parts, corner);
  let shown = "";
  let offered = null; // the places of a version, and what happens when one is chosen
  let marks = null;
  let unmarkDice = () => {};
  let chosen = null; // the test of the places that alone shall glow
  const drop = () => link.href && URL.revokeObjectURL(link.href);
  let wished = null; // the place that had the focus and shall have it again, or the one beside it
  let drawnOf = null; // what is drawn, and whether it stands upright
  const fit = () => {
    if (drawnOf?.fits && drawnOf.isUpright !== isUpright(element)) return show(drawnOf.text, drawnOf.version);
    const board = parts.querySelector(".part.board");
    for (const drawn of [...cards.children, board]) if (drawn?.getScreenCTM()) fitLetters(drawn, parts.querySelector(".stock"));
    marks?.fit();
    return undefined;
  };
  let cropped = {}; // the frame of the board, and what of it is drawn on
  const crop = (board) => {
    const whole = board.getAttribute("viewBox");
    if (cropped.whole !== whole) cropped = { whole, drawn: drawnPart(board) };
    board.setAttribute("viewBox", cropped.drawn);
    for (const strip of board.querySelectorAll(".sea rect")) widen(strip);
  };
  const zoom = zoomOf(element, fit);
  const legend = button(signed("?", say("marks")), () => openLegend(table), { title: say("marks"), id: "open-legend", hidden: true });
  element.append(legend, zoom.buttons);
  const sizes = new ResizeObserver(fit);
  sizes.observe(element);
  sizes.observe(around); // its letters are fitted once it is shown
  const mark = () => {
    wished = marks?.held() ?? wished;
    marks?.remove();
    const isNew = offered && String(offered.version) === element.dataset.version && !table.isPast;
    unmarkDice();
    marks = isNew && offered.placed.size ? markPlaces(element, offered) : null;
    if (chosen) marks?.only(chosen);
    element.toggleAttribute("data-places", Boolean(marks)); // what lies over the board makes room for them
    unmarkDice = (isNew && offered.dice?.mark(element)) || (() => {});
    if (marks) fit(); // places have letters too
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
    const drawn = partsOf(text, say("picture", { version }), holding(table.id).as);
    parts.replaceChildren(...drawn.stage);
    parts.classList.toggle("sheets", Boolean(drawn.fits));
    if (drawn.fits) parts.style.setProperty("--fits", drawn.fits.toFixed(3));
    drawnOf = { text, version, fits: drawn.fits, isUpright: isUpright(element) };
    parts.classList.toggle("upright", Boolean(drawn.fits && drawnOf.isUpright));
    if (drawn.fits && drawnOf.isUpright) standUpright(parts, drawn.around, () => table.openSeats());
    corner.replaceChildren(...drawn.corner.flatMap((turn) => rollOf(turn, table.view.state?.dice)));
    cards.replaceChildren(...drawn.around);
    zoom.buttons.hidden = !drawn.board;
    legend.hidden = !hasLegend(table);
    if (drawn.board) crop(drawn.board);
    zoom.apply(drawn.board);
    element.dataset.version = version;
    table.stage.shown(version);
    mark();
  };
  let drawing; // a promise: when what is wanted is shown
  const draw = () => {
    const { version } = table.view;
    const wanted = `${version} ${table.token}`;
    if (wanted !== shown) drawing = fetchAndShow(shown = wanted, version);
    return drawing;
  };
  const fetchAndShow = async (wanted, version) => {
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
  const stop = () => {
    drop();
    sizes.disconnect();
    zoom.stop();
  };
  return { element, around, draw, stop, offer, focusFirst, only };
}

/** The parts of a picture as drawings of their own, so that a page can set them apart: the stage with the stock of shapes and the board (or the dice and the sheet of one's own), the turn in its corner, and what lies around. */
function partsOf(text, label, mine) {
  const whole = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const told = [...whole.children].filter((child) => child.localName === "desc").map((child) => child.textContent).join(" ");
  const groups = [...whole.querySelectorAll("[data-frame]")];
  const stock = shape("svg", { class: "stock", width: 0, height: 0, "aria-hidden": "true" }, [...whole.querySelectorAll("defs")]);
  if (!groups.length) {
    const alone = shape("svg", { class: "part", viewBox: whole.getAttribute("viewBox"), role: "img", "aria-label": `${label}. ${told}` }, [...whole.childNodes]);
    return { stage: [stock, alone], corner: [], around: [], board: null };
  }
  const drawings = groups.map((group) => drawing(group, label, told));
  const [board = null] = drawings.filter((one) => one.matches(".board"));
  const corner = drawings.filter((one) => one.matches(".turn"));
  const rest = drawings.filter((one) => one !== board && !one.matches(".turn"));
  if (board) return { stage: [stock, board], corner, around: rest, board };
  const rank = (one) => (one.matches(".sheet") ? 1 + Number(one.dataset.seat !== mine) : 0);
  const sorted = rest.sort((one, other) => rank(one) - rank(other));
  const first = sorted.findIndex((one) => one.matches(".sheet")) + 1;
  const stage = sorted.slice(0, first);
  const frames = stage.map((one) => one.getAttribute("viewBox").split(" ").map(Number));
  const high = frames.reduce((all, [, , wide, tall]) => all + tall / wide, (stage.length - 1) * APART / frames[0][2]);
  return { stage: [stock, ...stage], corner, around: sorted.slice(first), board: null, fits: 1 / high };
}

/** The part of a board's frame that has more than water. */
function drawnPart(board) {
  const [left, top, width, height] = board.getAttribute("viewBox").split(" ").map(Number);
  const boxes = [...board.querySelectorAll("g.board > :not(.places, .sea, .fill-sea, .waves, .beach, title)")].map((one) => one.getBBox()).filter((one) => one.width && one.height);
  if (!boxes.length) return board.getAttribute("viewBox");
  const [x, y] = [Math.max(left, Math.min(...boxes.map((one) => one.x)) - SHORE), Math.max(top, Math.min(...boxes.map((one) => one.y)) - SHORE)];
  const right = Math.min(left + width, Math.max(...boxes.map((one) => one.x + one.width)) + SHORE);
  const bottom = Math.min(top + height, Math.max(...boxes.map((one) => one.y + one.height)) + SHORE);
  return [x, y, right - x, bottom - y].join(" ");
}

/** Let a strip of the sea go on to the edges of the page, as far as one sees: the widest to the left too. */
function widen(strip) {
  const has = (name) => Number(strip.getAttribute(name));
  if (has("width") > COAST) {
    strip.setAttribute("x", has("x") - BEYOND);
    strip.setAttribute("width", has("width") + BEYOND);
  }
  strip.setAttribute("y", has("y") - BEYOND);
  strip.setAttribute("height", has("height") + 2 * BEYOND);
}

function drawing(group, label, told) {
  const kind = group.getAttribute("class");
  const isBoard = kind === "board";
  return shape("svg", {
    class: `part ${kind}`, viewBox: group.dataset.frame, "data-seat": group.dataset.seat,
    role: "group", "aria-label": isBoard ? `${label}. ${told}` : kind,
  }, shape("g", { "aria-hidden": "true" }, group));
}
