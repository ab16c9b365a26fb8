/** What a command would put on the board, in its true shape, for a place of the picture. */

import { shape } from "../shared/dom.js";

const HOUSE = "-12,11 -12,-2 -4,-12 3,-15 12,-6 12,7 5,11";
const CITY = "-17,13 -17,-9 -9,-19 -3,-22 4,-13 4,-5 17,-5 17,9 12,13";
const SQUARE = 54; // units between two squares of the city

const DRAWN = {
  FoundSettlement: house, BuildSettlement: house, UseKnightToBuilding: house, DiceBuildSettlement: house,
  BuildCity: city, DiceBuildCity: city,
  MoveRobber: robber, UseRobberToDesert: robber,
  BuildTile: tile, ReplaceHut: tile,
  PlacePermit: permit, MovePermit: permit, PlaceExtraPermit: permit, UpgradePermit: permit,
};

/** The shapes to show: a halo that is seen on every ground, and the piece in the color of its seat. */
export function ghost(command, site, { color, board }) {
  return (DRAWN[command.type] ?? plain)(site, command, color, board);
}

function middle(site) {
  const { x, y, width, height } = site.getBBox();
  return [x + width / 2, y + height / 2];
}

function piece(site, points, color) {
  const [x, y] = middle(site);
  return [
    shape("circle", { cx: x, cy: y, r: 15, class: "halo" }),
    shape("polygon", { points, transform: `translate(${x} ${y})`, class: `piece ${color}` }),
  ];
}

function house(site, command, color) {
  return piece(site, HOUSE, color);
}

function city(site, command, color) {
  return piece(site, CITY, color);
}

function robber(site) {
  const [x, y] = middle(site);
  return [shape("circle", { cx: x, cy: y, r: 30, class: "halo area" })];
}

/** A building on its squares; the place is the one farthest to the upper left. */
function tile(site, command, color, board) {
  const { x, y } = site.getBBox();
  const { width, height } = board.buildings.find((one) => one.building === (command.building ?? command.hut));
  return [shape("rect", { x: x + 4, y: y + 4, width: width * SQUARE - 8, height: height * SQUARE - 8, rx: 6, class: `piece block ${color}` })];
}

function permit(site, command, color) {
  const { x, y } = site.getBBox();
  const points = [[27, 5], [49, 27], [27, 49], [5, 27]].map(([right, down]) => `${x + right},${y + down}`).join(" ");
  return [shape("polygon", { points, class: `piece block ${color}` }), shape("text", { x: x + 27, y: y + 33, class: "value" }, command.higher ?? command.value)];
}

/** The place itself: a ring, a line or an area. */
function plain(site, command, color) {
  const copies = ["halo", `piece ${color}`].map((look) => {
    const copy = site.cloneNode(false);
    for (const name of copy.getAttributeNames().filter((one) => one.startsWith("data-"))) copy.removeAttribute(name);
    copy.setAttribute("class", look);
    return copy;
  });
  return copies;
}
