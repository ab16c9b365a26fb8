/** A map of the places that legal actions name, drawn from the board's geometry; a place is chosen by pressing it. */

import { shape } from "./dom.js";

const NAMES = ["node", "edge", "tile", "square", "space", "road"];
const ROOT3_2 = Math.sqrt(3) / 2;
const RING = [[1, 0], [0.5, ROOT3_2], [-0.5, ROOT3_2], [-1, 0], [-0.5, -ROOT3_2], [0.5, -ROOT3_2]];

/** The member of a command that names a place; undefined where none does. */
export const placeOf = (command) => NAMES.find((name) => typeof command[name] === "number");

/** The map: its `element`, and `point(entry)` to show an action's place; null where the board has no such places. */
export function placesMap(board, view, entries, choose) {
  const sites = sitesOf(board);
  const byPlace = new Map();
  for (const entry of entries) {
    const key = keyOf(entry.command);
    if (sites.has(key)) byPlace.set(key, [...(byPlace.get(key) ?? []), entry]);
  }
  if (!byPlace.size) return null;
  const marks = new Map([...byPlace].map(([key, here]) => [key, mark(sites.get(key), here, () => choose(here))]));
  const element = shape("svg", { class: "map", viewBox: box(board.frame), role: "group" }, ground(board, sites), pieces(view, sites), [...marks.values()]);
  const point = (entry) => {
    for (const [key, one] of marks) one.classList.toggle("pointed", entry !== null && key === keyOf(entry.command));
  };
  return { element, point };
}

function keyOf(command) {
  const name = placeOf(command);
  return name && `${name} ${command[name]}`;
}

/** Every place of the board by `name id`: its corners, one for a point, two for a line. */
function sitesOf(board) {
  const sites = new Map();
  const nodes = new Map((board.nodes ?? []).map((node) => [node.id, [node.x, node.y]]));
  for (const [id, corner] of nodes) sites.set(`node ${id}`, [corner]);
  const lines = (name, all) => all.forEach((line) => sites.set(`${name} ${line.id}`, line.nodes.map((node) => nodes.get(node))));
  lines("edge", [...(board.edges ?? []), ...(board.waterways ?? [])]);
  lines("road", board.roads ?? []);
  for (const tile of board.tiles ?? []) sites.set(`tile ${tile.id}`, hexagon(tile, board.orientation === "flat"));
  for (const square of board.squares ?? []) sites.set(`square ${square.id}`, corners(square));
  for (const wall of board.walls ?? []) sites.set(`space ${wall.id}`, [[wall.x, wall.y]]);
  return sites;
}

/** The corners of a hex: there may be land around it that has no nodes. */
const hexagon = ({ x, y }, flat) => RING.map(([right, down]) => (flat ? [x + right, y + down] : [x + down, y + right]));
const corners = ({ x, y }) => [[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x + 0.5, y + 0.5], [x - 0.5, y + 0.5]];
const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
const written = (points) => points.map((point) => point.map((at) => at.toFixed(2)).join(",")).join(" ");

const box = ({ x, y, width, height }) => [x - width / 2, y - height / 2, width, height].map((at) => at.toFixed(2)).join(" ");

function ground(board, sites) {
  const fields = (board.tiles ?? []).map((tile) => field(sites.get(`tile ${tile.id}`), tile.terrain, tile.token));
  const squares = (board.squares ?? []).map((square) => field(sites.get(`square ${square.id}`), "square", null));
  const paths = [...sites].filter(([key]) => key.startsWith("road ")).map(([, ends]) => line(ends, "path"));
  return shape("g", { "aria-hidden": "true" }, fields, squares, paths);
}

function field(points, terrain, token) {
  const [x, y] = middle(points);
  return [shape("polygon", { points: written(points), class: `ground ${terrain}` }), token ? shape("text", { x, y, class: "token" }, String(token)) : null];
}

function line([[x1, y1], [x2, y2]], name) {
  return shape("line", { x1, y1, x2, y2, class: name });
}

/** What stands on the board, as far as the position tells it by place: the numbers of the seats. */
function pieces(view, sites) {
  const seats = view.state?.seats ?? [];
  const all = seats.flatMap((seat) => [
    ...(seat.roads ?? []).flatMap((id) => [["edge", id, seat.seat, "small"], ["road", id, seat.seat, "small"]]),
    ...(seat.settlements ?? []).map((id) => ["node", id, seat.seat, ""]),
    ...(seat.cities ?? []).map((id) => ["node", id, seat.seat, "city"]),
  ]);
  const built = (view.state?.buildings ?? []).map((one) => ["square", one.square, one.seat, ""]);
  return shape("g", { "aria-hidden": "true" }, [...all, ...built].map((piece) => stone(piece, sites)));
}

function stone([name, id, seat, look], sites) {
  const points = sites.get(`${name} ${id}`);
  if (!points || seat === null || seat === undefined) return null;
  const [x, y] = middle(points);
  const r = look === "small" ? 0.16 : 0.26;
  return [shape("circle", { cx: x, cy: y, r, class: `stone ${look} seat-${seat}` }), shape("text", { x, y, class: `stone-number ${look} seat-${seat}` }, String(seat))];
}

function mark(points, entries, press) {
  const label = entries.map((entry) => entry.summary).join("; ");
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  const members = { class: points.length > 2 ? "mark area" : "mark", tabindex: 0, role: "button", "aria-label": label, onclick: press, onkeydown };
  const [x, y] = middle(points);
  const target = points.length === 2 ? line(points, "target") : shape("circle", { cx: x, cy: y, r: points.length === 1 ? 0.26 : 0.36, class: "target" });
  return shape("g", members, shape("title", {}, label), target);
}
