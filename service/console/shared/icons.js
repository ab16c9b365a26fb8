/** Small pictures of cards and pieces, drawn around the middle of 28 units; each has a shape of its own beside its color. */

import { shape } from "./dom.js";

const INK = "#2a2622";
const box = (x, y, width, height, fill, rx = 1) => ["rect", { x, y, width, height, rx, fill }];
const area = (points, fill) => ["polygon", { points, fill, stroke: INK, "stroke-width": 1.2, "stroke-linejoin": "round" }];
const line = (d, stroke, width = 2) => ["path", { d, stroke, "stroke-width": width, fill: "none", "stroke-linecap": "round" }];
const disc = (cx, cy, r, fill) => ["circle", { cx, cy, r, fill, stroke: INK, "stroke-width": 1.2 }];
const scroll = (fill, mark) => [["rect", { x: -8, y: -10, width: 16, height: 20, rx: 3, fill, stroke: INK, "stroke-width": 1.2 }], mark];
const letter = (text) => ["text", { y: 5, "text-anchor": "middle", "font-size": 13, "font-weight": 700, fill: INK }, text];

const roofed = (x, y, half, tall) => [
  ["rect", { x: x - half + 1.5, y: y - tall / 2, width: 2 * half - 3, height: tall / 2, fill: "#ecd9ae", stroke: INK, "stroke-width": 1 }],
  area(`${x - half},${y - tall / 2} ${x},${y - tall} ${x + half},${y - tall / 2}`, "#b4552d"),
];

const DRAWN = {
  brick: [[-11, -3], [1, -3], [-5, -10], [-5, 4]].map(([x, y]) => box(x, y, 10, 5, "#8a3d1a")),
  lumber: [line("M-6 5V9M6 7V11", "#6b4a2f", 3), ["polygon", { points: "-12,5 -6,-8 0,5", fill: "#1f4a1f" }], ["polygon", { points: "0,7 6,-10 12,7", fill: "#1f4a1f" }]],
  wool: [line("M-4 3V10M4 3V10", INK), disc(-4, 0, 6, "#fdfdf8"), disc(3, 0, 6, "#fdfdf8"), ["circle", { cx: -0.5, r: 5, fill: "#fdfdf8" }], ["circle", { cx: 10, cy: -3, r: 3, fill: INK }]],
  grain: [line("M-4 10L-8 -6M0 10V-6M4 10L8 -6M-11 -7L-8 -3L-5 -7M-3 -7L0 -3L3 -7M5 -7L8 -3L11 -7M-11 -3L-8 1L-5 -3M-3 -3L0 1L3 -3M5 -3L8 1L11 -3", "#7a5c08")],
  ore: [["polygon", { points: "-13,9 -3,-9 7,9", fill: "#4f565f" }], ["polygon", { points: "0,9 7,-3 14,9", fill: "#4f565f" }], ["polygon", { points: "-6,-4 -3,-9 0,-4 -3,-2", fill: "#fff" }]],
  gold: [disc(0, 0, 9, "#fbe08a"), disc(0, 0, 4, "#f0b429")],
  canal_token: [disc(0, 0, 10, "#8fc1ea"), line("M-7 1Q-3 -4 0 1T7 1", "#1d4f7a", 2.4)],
  red: scroll("#e58a80", letter("R")),
  green: scroll("#8fcf9d", letter("G")),
  blue: scroll("#94b5ea", letter("B")),
  knight: [area("0,-12 8,-8 7,3 0,11 -7,3 -8,-8", "#c9ced8"), line("M0 -6V5M-4 -2H4", INK)],
  road_building: [line("M-10 6L-1 -3M1 -1L10 -9", "#6b4a2f", 5)],
  year_of_plenty: [area("-9,-2 9,-2 6,9 -6,9", "#d8a24a"), disc(-4, -5, 4, "#c5352c"), disc(4, -5, 4, "#edc84b")],
  monopoly: [area("-9,8 -9,-6 -4,0 0,-9 4,0 9,-6 9,8", "#f0b429")],
  victory_point: [area("0,-11 3,-3 11,-3 5,2 7,10 0,5 -7,10 -5,2 -11,-3 -3,-3", "#f6c90e")],
  development_card: [["rect", { x: -8, y: -11, width: 16, height: 22, rx: 2, fill: "#7a5aa6", stroke: INK, "stroke-width": 1.2 }], ["text", { y: 6, "text-anchor": "middle", "font-size": 15, "font-weight": 700, fill: "#fff" }, "?"]],
  wagon: [area("-11,-5 9,-5 7,4 -9,4", "#b98550"), disc(-5, 6, 4, "#fff"), disc(5, 6, 4, "#fff")],
  ship: [area("-11,3 11,3 7,10 -7,10", "#8a5a34"), area("-1,-11 -1,1 -9,1", "#fff"), area("1,-8 8,1 1,1", "#fff")],
  shovel: [line("M8 -10L-3 1", "#6b4a2f", 3), area("-1,-1 3,3 -6,11 -10,7", "#9aa1ab")],
  book: [area("-10,-8 0,-6 10,-8 10,8 0,10 -10,8", "#fff"), line("M0 -6V10", INK, 1.5)],
  compass: [disc(0, 0, 11, "#fff"), area("0,-8 3,0 0,8 -3,0", "#c5352c")],
  road: [line("M-9 7L9 -7", INK, 8), line("M-9 7L9 -7", "currentColor", 5)],
  settlement: [["polygon", { points: "-10,10 -10,-2 0,-11 10,-2 10,10", fill: "currentColor", stroke: INK, "stroke-width": 1.5 }]],
  city: [["polygon", { points: "-13,10 -13,-5 -6,-12 1,-5 1,-1 13,-1 13,10", fill: "currentColor", stroke: INK, "stroke-width": 1.5 }]],
  wall: [["path", { d: "M-12 9V-5H-7V-1H-3V-5H3V-1H7V-5H12V9Z", fill: "currentColor", stroke: INK, "stroke-width": 1.5 }]],
  church: [["path", { d: "M-7 11V-1L0 -7L7 -1V11Z", fill: "#d7d2c8", stroke: INK, "stroke-width": 1.5 }], line("M0 -13V-5M-3 -10H3", INK)],
  house: [...roofed(-5, 10, 8, 20), ...roofed(7, 10, 6, 14)],
  workshop: [box(3, -11, 4, 10, "#7c3315"), disc(7, -12, 2.5, "#ded9cf"), ...roofed(0, 11, 10, 20)],
  well: [disc(0, 0, 11, "#b3ada3"), disc(0, 0, 6.5, "#3f83b0")],
  stalls: [line("M-10 0V10M10 0V10", "#6b4a2f"), box(-11, 3, 22, 4, "#9a6b3f"), area("-12,-9 12,-9 12,0 -12,0", "#fff"), line("M-8 -8V-1M0 -8V-1M8 -8V-1", "#c5352c", 4)],
  inn: [...roofed(-3, 11, 10, 22), line("M6 -8H12M10 -8V-4", "#6b4a2f"), disc(10, 0, 4, "#c03f35")],
  shop: [...roofed(-3, 11, 10, 22), disc(10, -2, 4.5, "#f0b429")],
  large: [...roofed(-8, 11, 6, 16), ...roofed(8, 11, 6, 16), ["rect", { x: -5, y: -4, width: 10, height: 15, fill: "#ecd9ae", stroke: INK, "stroke-width": 1 }], area("-6,-4 0,-13 6,-4", "#b4552d")],
  any: [letter("?")],
};

/** Whether there is a picture of something. */
export const isDrawn = (name) => name in DRAWN;

/** The picture of something; it says nothing by itself, for a text stands beside it. */
export function icon(name) {
  const parts = (DRAWN[name] ?? DRAWN.any).map(([tag, members, text]) => shape(tag, members, text));
  return shape("svg", { class: `icon ${name}`, viewBox: "-14 -14 28 28", "aria-hidden": "true", focusable: "false" }, parts);
}
