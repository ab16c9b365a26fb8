/** What a command would put on the board, in its true shape, for a place of the picture. */

import { shape } from "../shared/dom.js";
import { formOf } from "../shared/forms.js";
import { paintOf } from "../shared/people.js";
import { hitBy } from "./robbing.js";

const HOUSE = "-12,11 -12,-2 -4,-12 3,-15 12,-6 12,7 5,11";
const CITY = "-17,13 -17,-9 -9,-19 -3,-22 4,-13 4,-5 17,-5 17,9 12,13";
const RING = 0.86; // of the size of a hex
const SQUARE = 54; // units between two squares of the city

const DRAWN = {
  FoundSettlement: house, BuildSettlement: house, UseKnightToBuilding: house, DiceBuildSettlement: house,
  BuildCity: city, DiceBuildCity: city,
  MoveRobber: robber, UseRobberToDesert: robber,
  BuildTile: tile, ReplaceHut: tile,
  PlacePermit: permit, MovePermit: permit, PlaceExtraPermit: permit, UpgradePermit: permit,
};

/** The shapes to show: a halo that is seen on every ground, and the piece in the color of its seat. */
export function ghost(command, site, { color, board, view }) {
  const draw = DRAWN[command.type] ?? (site.hasAttribute("data-row") ? row : plain);
  return draw(site, command, color, board, view);
}

/** A ring around the number of a row, which is to be read. */
function row(site) {
  return ["halo ring under", "halo ring"].map((look) => shape("circle", { cx: site.getAttribute("cx"), cy: site.getAttribute("cy"), r: 22, class: look }));
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

/** A ring inside the hex, so that its number is read, and a badge for everybody who has built there. */
function robber(site, { tile }, color, board, view) {
  const [x, y] = middle(site);
  const { height } = site.getBBox();
  const ring = (look) => shape("polygon", { points: site.getAttribute("points"), transform: `translate(${x * (1 - RING)} ${y * (1 - RING)}) scale(${RING})`, class: look });
  const owners = (view && hitBy(tile, board, view)?.owners) ?? [];
  const badge = ({ seat, settlements, cities }, at) => {
    const left = x + (at - (owners.length - 1) / 2) * 40;
    const top = y - height * 0.27;
    const look = paintOf(view, seat);
    const form = formOf(seat);
    for (const [name, value] of Object.entries({ x: left - 17, y: top - 8, width: 16, height: 16 })) form.setAttribute(name, value);
    return [
      shape("rect", { x: left - 19, y: top - 11, width: 38, height: 22, rx: 5, class: `whose ${look}` }),
      shape("g", { class: `whose-form ${look}` }, form),
      shape("text", { x: left + 9, y: top + 6, class: `whose-count ${look}`, "font-size": 16 }, settlements + 2 * cities),
    ];
  };
  return [ring("halo area under"), ring("halo area"), ...owners.flatMap(badge)];
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
  return [shape("polygon", { points, class: `piece block ${color}` }), shape("text", { x: x + 27, y: y + 33, class: "value", "font-size": 16 }, command.higher ?? command.value)];
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
