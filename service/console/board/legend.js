/** What the marks on a board mean: a list with a picture of each, over the page. */

import { button, el, shape } from "../shared/dom.js";
import { LEGEND } from "../words/legend.js";
import { learn, say } from "../words/words.js";

const INK = "#2a2622";
const use = (name, zoom = 1) => [shape("use", { href: `#art-${name}`, transform: `scale(${zoom})` })];
const line = (color, width, dash = null) => [shape("path", { d: "M-22 8L22 -8", stroke: color, "stroke-width": width, "stroke-dasharray": dash, "stroke-linecap": dash ? "butt" : "round", fill: "none" })];
const disc = (fill, rim, r = 11) => [shape("circle", { r, fill, stroke: rim, "stroke-width": 3 })];
const diamond = () => [shape("polygon", { points: "0,-18 18,0 0,18 -18,0", fill: "#c5352c", stroke: "#5e120d", "stroke-width": 2 }), shape("circle", { r: 9, fill: "#fff", stroke: "#5e120d" }), shape("text", { y: 5, "text-anchor": "middle", "font-size": 14, fill: INK }, "2")];
const box = () => [shape("rect", { x: -16, y: -16, width: 32, height: 32, rx: 4, fill: "#fff", stroke: "#d9cfc0", "stroke-width": 2 }), shape("text", { y: 8, "text-anchor": "middle", "font-size": 20, fill: INK }, "7")];
const harborOfKind = () => {
  const found = document.querySelector('.stock [id^="art-harbor-"]:not([id="art-harbor-any"])');
  return found ? use(found.id.slice("art-".length), 0.85) : null;
};
const ship = () => [["-22,4 20,4 14,16 -16,16", "#8a5a34"], ["-2,-20 -2,2 -18,2", "#fff"], ["2,-16 14,2 2,2", "#fff"]].map(([points, fill]) => shape("polygon", { points, fill, stroke: INK, "stroke-width": 2, "stroke-linejoin": "round" }));
const glow = () => disc("#ffd54a", INK, 13);

/** The marks of each kind of board, in the order in which they are told. */
const MARKS = {
  island: [["number", () => use("token8")], ["harbor", () => use("harbor-any")], ["harbor_kind", harborOfKind], ["robber", () => use("robber")]],
  colored: [["color", () => disc("#2f5d34", INK, 15)], ["harbor", () => use("harbor-any")], ["robber", () => use("robber")]],
  towns: [["star", () => use("star", 1.3)], ["town", () => disc("#f0dfb8", INK)], ["path", () => line("#6b4a2f", 2, "5")], ["document", () => line("#b3261e", 5)]],
  waterways: [["waterway", () => line("#3f83b0", 8)]],
  canal: [["canal", () => disc("#8fc1ea", "#3f83b0")]],
  elasund: [["ship", ship], ["permit", diamond], ["mill", () => use("mill")], ["foundation", () => [shape("path", { d: "M0 -17V17M-13 -6H13", stroke: "#8d8678", "stroke-width": 5 })]], ["gate", () => [shape("rect", { x: -20, y: -12, width: 40, height: 24, rx: 4, fill: "none", stroke: "#8d8678", "stroke-width": 3 })]]],
  "catan-dice": [["knight", () => disc("#fff", INK, 15)], ["joker", () => [shape("rect", { x: -17, y: -14, width: 34, height: 28, rx: 4, fill: "#fff0c7", stroke: "#6b4a2f", "stroke-width": 2 }), ...use("good-ore")]], ["house", () => [shape("polygon", { points: "-12,12 -12,-2 0,-14 12,-2 12,12", fill: "#fff", stroke: INK, "stroke-width": 2 })]], ["box", box]],
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
  const entry = ([mark, drawn]) => {
    const picture = drawn();
    return picture && el("li", {}, shape("svg", { viewBox: "-26 -26 52 52", "aria-hidden": "true", focusable: "false" }, picture), el("span", {}, say(`mark_${mark}`)));
  };
  const marks = [...kindsOf(table).flatMap((kind) => MARKS[kind] ?? []), ["glow", glow]];
  const close = button(say("close"), () => shown.close(), { class: "main" });
  const shown = el("dialog", { class: "rule legend-of-marks", id: "legend", "aria-label": say("marks") }, el("h2", {}, say("marks")), el("ul", {}, marks.map(entry)), close);
  shown.addEventListener("close", () => shown.remove());
  shown.addEventListener("click", (event) => { if (event.target === shown) shown.close(); });
  document.body.append(shown);
  shown.showModal();
}
