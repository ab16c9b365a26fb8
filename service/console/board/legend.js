/** What the marks on a board mean: a list with a picture of each and the words of its rule, over the page. */

import { button, el, openDialog, shape } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { ruleOf } from "../shared/problems.js";
import { LEGEND } from "../words/legend.js";
import { language, learn, say } from "../words/words.js";

const INK = "#2a2622";
const use = (name, zoom = 1) => [shape("use", { href: `#art-${name}`, transform: `scale(${zoom})` })];
const line = (color, width, dash = null) => [shape("path", { d: "M-22 8L22 -8", stroke: color, "stroke-width": width, "stroke-dasharray": dash, "stroke-linecap": dash ? "butt" : "round", fill: "none" })];
const disc = (fill, rim, r = 11) => [shape("circle", { r, fill, stroke: rim, "stroke-width": 3 })];
const diamond = () => [shape("polygon", { points: "0,-18 18,0 0,18 -18,0", fill: "#c5352c", stroke: "#5e120d", "stroke-width": 2 }), shape("circle", { r: 9, fill: "#fff", stroke: "#5e120d" }), shape("text", { y: 5, "text-anchor": "middle", "font-size": 14, fill: INK }, "2")];
const harborOfKind = () => {
  const found = document.querySelector('.stock [id^="art-harbor-"]:not([id="art-harbor-any"])');
  return found ? use(found.id.slice("art-".length), 0.85) : null;
};
const sign = (name) => [shape("g", { transform: "scale(1.7)" }, [...icon(name).childNodes])];
const glow = () => disc("#ffd54a", INK, 13);

/** The marks of each kind of board, in the order in which they are told: what each is called, how it is drawn, and its rules. */
const MARKS = {
  island: [
    ["number", () => use("token8"), "catan.production.sum"], ["harbor", () => use("harbor-any"), "catan.trade.maritime.three_to_one"],
    ["kind", harborOfKind, "catan.trade.maritime.two_to_one"], ["robber", () => use("robber"), "catan.production.robber_blocks"],
  ],
  colored: [["color", () => disc("#2f5d34", INK, 15), "mallorca.board.colored_numbers"], ["robber", () => use("robber"), "catan.production.robber_blocks"]],
  towns: [
    ["star", () => use("star", 1.3), "new_york.token.first_road"], ["town", () => disc("#f0dfb8", INK), "new_york.town.only_sites"],
    ["path", () => line("#6b4a2f", 2, "5"), "new_york.road.marked_paths"], ["document", () => line("#b3261e", 5), "new_york.document.road_gives_rate"],
  ],
  waterways: [["waterway", () => line("#3f83b0", 8), "new_york.water.system_as_own_roads"]],
  canal: [["canal", () => disc("#8fc1ea", "#3f83b0"), "canal.link.token"]],
  elasund: [
    ["ship", () => sign("ship"), "elasund.production.partial_row"], ["permit", diamond, "elasund.building.permit_count", "elasund.permit.majority_strict"],
    ["mill", () => use("mill"), "elasund.trade.point_per_square"],
    ["foundation", () => sign("church"), "elasund.building.not_foundation"],
    ["gate", () => sign("wall"), "elasund.wall.adjacent"],
  ],
  "catan-dice": [
    ["knight", () => sign("knight"), "dice.knight.points"],
    ["joker", () => use("good-ore", 1.7), "dice.joker.once"],
    ["house", () => sign("settlement"), "dice.settlement.order"],
    ["box", () => line("#b3261e", 5), "dice.score.cross"],
  ],
};

/** The kinds of marks on a table's board. */
function kindsOf({ head }) {
  if (head.ruleset !== "catan") return [head.ruleset];
  const has = (group) => document.querySelector(`#picture .part.board .${group}`);
  return [
    head.map === "mallorca" ? "colored" : "island", ...(has("town-spaces") ? ["towns"] : []), ...(has("waterways *") ? ["waterways"] : []),
    ...(head.modules.includes("erie-canal") ? ["canal"] : []),
  ];
}

/** Show what the marks mean. */
export function showLegend(table) {
  learn(LEGEND);
  const entry = ([mark, drawn, ...rules]) => {
    const picture = drawn();
    const told = el("span", {});
    Promise.all(rules.map(ruleOf)).then((known) => { told.textContent = known.map((rule) => rule?.text[language] ?? "").join(" "); });
    return picture && el("li", {}, shape("svg", { viewBox: "-26 -26 52 52", "aria-hidden": "true", focusable: "false" }, picture), el("span", {}, el("b", {}, say(`mark_${mark}`)), " ", told));
  };
  const marks = [...kindsOf(table).flatMap((kind) => MARKS[kind] ?? []), ["glow", glow]];
  const close = button(say("close"), () => shown.close(), { class: "main" });
  const shown = el("dialog", { class: "rule legend-of-marks", id: "legend", "aria-label": say("marks") }, el("h2", {}, say("marks")), el("ul", {}, marks.map(entry)), close);
  shown.addEventListener("click", (event) => { if (event.target === shown) shown.close(); });
  openDialog(shown);
}
