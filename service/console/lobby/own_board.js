/** A board of one's own: what is chosen in the palette is put wherever one taps; the address always carries the board. */

import { copyText, linkBox } from "../friends/links.js";
import { ask, Refusal, request } from "../shared/api.js";
import { button, el, field, redraw, select, shape } from "../shared/dom.js";
import { rulesetOf, wordFor } from "../shared/glossary.js";
import * as paths from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { site } from "../shared/site.js";
import { ISLAND } from "../words/island.js";
import { learn, say } from "../words/words.js";
import { coast, endsOf, frameOf, middle, neighbor, outline, placeOf, shore } from "./hexagons.js";
import { begin } from "./play_now.js";
import { brushDrawn, paletteOf, stampsOf } from "./palette.js";

const STYLE = "/console/css/island.css";
const GAME = "catan";
const TERRAINS = ["hills", "forest", "pasture", "fields", "mountains", "desert"];
const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const HARBORS = ["any", "brick", "lumber", "wool", "grain", "ore"];
const SIZES = [4, 6];
const RED = [6, 8];
const DOWN = 11; // units of a number below the middle of its tile
const PAUSE_MS = 300;
const HARBOR_SHARE = 0.93; // how far from the middle of its side a harbor lies, in steps to the next place

/** The link that carries a board. */
const boardLink = (text) => `${location.origin}${location.pathname}#board=${text}`;

/** Fill the page with the editor. */
export async function showBoard(main, text) {
  learn(ISLAND);
  await styled();
  const ruleset = await rulesetOf(GAME);
  const word = (id) => wordFor(ruleset, "terms", id);
  const board = { tiles: new Map(), harbors: new Map(), red: false };
  const stamps = stampsOf(await usualPicture());
  const brush = paletteOf(brushes(word), (one) => brushDrawn(one, stamps), () => draw());
  const drawing = shape("svg", { class: "island", id: "island", role: "group", "aria-label": say("own_board") });
  const told = el("div", { id: "board-told", role: "status" });
  const red = el("input", { type: "checkbox", id: "red-neighbors" });
  let asked = 0;
  let waiting = 0;

  const take = ({ map, seats, board: document }) => {
    board.tiles = new Map(document.tiles.map((tile) => [placeOf(tile), tile]));
    board.harbors = new Map(document.harbors.map((harbor) => [`${placeOf(harbor)},${harbor.side}`, harbor]));
    board.red = red.checked = Boolean(document.red_neighbors);
    draw();
    tell(map, seats);
  };
  const draw = () => {
    const held = drawing.contains(window.document.activeElement) ? window.document.activeElement.id : "";
    drawIsland(drawing, board, { word, brush: brush.value, tap, stamps });
    if (held) drawing.querySelector(`#${CSS.escape(held)}`)?.focus({ preventScroll: true });
  };
  const tap = (place, side) => {
    put(board, brush.value, place, side);
    draw();
    clearTimeout(waiting);
    waiting = setTimeout(check, PAUSE_MS);
  };
  /** Ask the server what it thinks of the board; of several answers the one to the newest question counts. */
  const check = async () => {
    const mine = ++asked;
    try {
      const found = await ask("POST", paths.boards(), { body: { board: documentOf(board) } });
      if (mine === asked) tell(found.map, found.seats);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      if (mine === asked) refuse(fault.problem);
    }
  };
  const play = (map, seats, withFriend) => begin(ask("GET", paths.agents()).then(({ agents }) => agents), { ruleset: GAME, map, seats: seats.includes(SIZES[0]) ? SIZES[0] : seats.at(-1) }, withFriend);
  const tell = (map, seats) => {
    history.replaceState(null, "", `#board=${map}`);
    redraw(told,
      el("p", { class: "good" }, say("board_seats", { seats: seats.join(", ") })),
      el("p", { class: "row" },
        button(say("play_on_board"), () => play(map, seats, false), { class: "main", id: "play-board" }), button(say("with_friend"), () => play(map, seats, true), { id: "friend-board" }),
        el("a", { class: "button", id: "set-up-board", href: `#/new?map=${map}` }, say("set_up"))),
      linkBox(say("board_link"), boardLink(map)),
      button(say("copy_board"), () => copyText(map), { id: "copy-board" }));
  };
  const refuse = ({ title, errors = [] }) => redraw(told, el("div", { class: "problem" },
    el("strong", {}, title || say("unreachable")), el("ul", {}, errors.map((error) => el("li", {}, blamed(error, board, word), " ", error.detail)))));
  const make = (seats, equal) => attempt(async () => take(await ask("POST", paths.boards(), { body: { rules: { seats, equal_neighbors: equal, red_neighbors: red.checked } } })));

  const size = select(SIZES.map((seats) => [String(seats), say("board_for", { seats })]), "4", { id: "board-size" });
  const apart = el("input", { type: "checkbox", id: "apart" });
  red.addEventListener("change", () => { board.red = red.checked; check(); });
  main.append(
    stamps.stock, el("h1", {}, say("own_board")), el("p", { class: "quiet" }, say("own_board_note")),
    el("div", { class: "board-page" }, el("div", { class: "drawing" }, brush.element, drawing), el("div", {},
      el("section", { class: "card" }, told),
      el("section", { class: "card" }, el("h2", {}, say("make_board")),
        field(say("seats"), size), field(say("no_equal_neighbors"), apart), field(say("red_neighbors"), red),
        button(say("make_board"), () => make(Number(size.value), !apart.checked), { id: "make-board" })))));
  if (text) await attempt(async () => take(await ask("GET", paths.ownBoard(text))));
  if (!board.tiles.size) await make(SIZES[0], true);
  return () => clearTimeout(waiting);
}

/** Wait for the style of the editor, which the page has not loaded. */
function styled() {
  if (document.querySelector(`link[href="${site + STYLE}"]`)) return null;
  return new Promise((done) => {
    document.head.append(el("link", { rel: "stylesheet", href: site + STYLE, onload: done, onerror: done }));
  });
}

/** What a tap puts down: a terrain, the sea, a number or a harbor; each with its name. */
const brushes = (word) => [
  [say("terrain"), [...TERRAINS.map((id) => [`terrain ${id}`, word(id)]), ["sea", say("sea")]]],
  [say("number"), NUMBERS.map((number) => [`number ${number}`, `${say("number")} ${number}`])],
  [say("harbor"), HARBORS.map((id) => [`harbor ${id}`, `${say("harbor")} ${id === "any" ? "3:1" : `2:1 ${word(id)}`}`])],
];

/** The server's picture of any board, whose shapes the editor draws with; it does without them where they do not come. */
async function usualPicture() {
  try {
    const { map } = await ask("POST", paths.boards(), { body: { rules: { seats: SIZES[0] } } });
    return await (await request("GET", paths.ownBoardPicture(map))).text();
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault;
    return null;
  }
}

/** Change a board where somebody has tapped it. */
function put(board, brush, place, side) {
  const [kind, what] = brush.split(" ");
  const key = placeOf(place);
  const tile = board.tiles.get(key);
  if (kind === "terrain") board.tiles.set(key, { ...place, terrain: what, token: what === "desert" ? null : (tile?.token ?? rarest(board)) });
  if (kind === "sea") board.tiles.delete(key);
  if (kind === "number" && tile && tile.terrain !== "desert") board.tiles.set(key, { ...tile, token: Number(what) });
  if (kind === "harbor") {
    const at = `${key},${side}`;
    if (board.harbors.get(at)?.kind === what) board.harbors.delete(at);
    else board.harbors.set(at, { q: place.q, r: place.r, side, kind: what });
  }
  for (const [at, harbor] of board.harbors) {
    if (!board.tiles.has(placeOf(harbor)) || board.tiles.has(placeOf(neighbor(harbor, harbor.side)))) board.harbors.delete(at);
  }
}

/** The number that a new tile gets: the one that lies on the fewest, but no red one. */
function rarest(board) {
  const laid = [...board.tiles.values()].map((tile) => tile.token);
  const count = (number) => laid.filter((token) => token === number).length;
  return NUMBERS.filter((number) => !RED.includes(number)).sort((one, other) => count(one) - count(other))[0];
}

function documentOf({ tiles, harbors, red }) {
  const bare = [...tiles.values()].map(({ q, r, terrain, token }) => ({ q, r, terrain, token }));
  return { tiles: bare, harbors: [...harbors.values()], ...(red ? { red_neighbors: true } : {}) };
}

/** The thing that a fault of the board is about, in words. */
function blamed({ pointer }, { tiles, harbors }, word) {
  const [, , list, at] = pointer.split("/");
  const tile = list === "tiles" && [...tiles.values()][at];
  const harbor = list === "harbors" && [...harbors.values()][at];
  if (tile) return el("strong", {}, `${word(tile.terrain)} ${tile.token ?? ""} (${placeOf(tile)})`);
  return el("strong", {}, harbor ? `${say("harbor")} (${placeOf(harbor)} ${harbor.side})` : say("own_board"));
}

function drawIsland(drawing, board, { word, brush, tap, stamps }) {
  const around = shore(board.tiles);
  const [kind] = brush.split(" ");
  drawing.setAttribute("viewBox", frameOf([...board.tiles.values(), ...around]));
  const outlines = [...board.tiles.values()].map(outline);
  drawing.replaceChildren(
    ...["shallows", "foam", "sand"].map((look) => shape("g", { class: `beach ${look}`, "aria-hidden": "true" }, outlines.map((points) => shape("polygon", { points })))),
    ...(kind === "terrain" ? around.map((place) => pressed({ id: `sea ${placeOf(place)}`, label: `${say("sea")} ${placeOf(place)}`, press: () => tap(place) },
      shape("polygon", { class: "sea", points: outline(place) }))) : []),
    ...[...board.tiles.values()].map((tile) => drawTile(tile, word, stamps, kind === "harbor" ? null : () => tap({ q: tile.q, r: tile.r }))),
    ...(kind === "harbor" ? coast(board.tiles).map(([tile, side]) => drawSide(tile, side, () => tap(tile, side))) : []),
    ...[...board.harbors.values()].map((harbor) => drawHarbor(harbor, stamps)));
}

function drawTile(tile, word, stamps, press) {
  const [x, y] = middle(tile);
  const number = tile.token === null ? [] : stamps.use(`token${tile.token}`, x, y + DOWN) ?? shape("text", { x, y: y + 8, "font-size": 22 }, tile.token);
  const label = `${word(tile.terrain)} ${tile.token ?? ""} ${placeOf(tile)}`;
  return pressed({ id: `tile ${placeOf(tile)}`, label, press }, shape("polygon", { class: tile.terrain, points: outline(tile) }), stamps.use(tile.terrain, x, y), number);
}

function drawSide(tile, side, press) {
  const [[ax, ay], [bx, by]] = endsOf(tile, side);
  return pressed({ id: `side ${placeOf(tile)},${side}`, label: `${say("harbor")} ${placeOf(tile)} ${side}`, press },
    shape("line", { class: "coast", x1: ax, y1: ay, x2: bx, y2: by }));
}

function drawHarbor(harbor, { use }) {
  const ends = endsOf(harbor, harbor.side);
  const [inner, outer] = [middle(harbor), middle(neighbor(harbor, harbor.side))];
  const [x, y] = inner.map((from, axis) => from + (outer[axis] - from) * (0.5 + HARBOR_SHARE / 2));
  return shape("g", { class: "pier", "aria-hidden": "true" },
    ends.map(([ex, ey]) => shape("line", { x1: x, y1: y, x2: ex, y2: ey })),
    use(`harbor-${harbor.kind}`, x, y) ?? shape("circle", { class: harbor.kind, cx: x, cy: y, r: 17 }));
}

/** A group of shapes that can be pressed, by finger or by key; without `press` it only lies there. */
function pressed({ id, label, press }, ...shapes) {
  if (!press) return shape("g", { id, role: "img", "aria-label": label }, shapes);
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  return shape("g", { id, class: "press", role: "button", tabindex: 0, "aria-label": label, onclick: press, onkeydown }, shapes);
}
