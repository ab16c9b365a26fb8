/** Where the tiles of a board of one's own lie, and which places and coasts are around them. */

const STEPS = { NE: [1, -1], E: [1, 0], SE: [0, 1], SW: [-1, 1], W: [-1, 0], NW: [0, -1] };
const CORNERS = [[0, -52], [45, -26], [45, 26], [0, 52], [-45, 26], [-45, -26]];
const MARGIN = 60;
export const SIDES = Object.keys(STEPS);

/** The name of a place, by which tiles are kept. */
export const placeOf = ({ q, r }) => `${q},${r}`;

export const neighbor = ({ q, r }, side) => ({ q: q + STEPS[side][0], r: r + STEPS[side][1] });

/** The middle of a place in the drawing. */
export const middle = ({ q, r }) => [45 * (2 * q + r), 78 * r];

/** The corners of a place, as the points of a polygon. */
export const outline = (place) => cornersOf(place).map((corner) => corner.join(",")).join(" ");

function cornersOf(place) {
  const [x, y] = middle(place);
  return CORNERS.map(([dx, dy]) => [x + dx, y + dy]);
}

/** The ends of a side. */
export function endsOf(place, side) {
  const corners = cornersOf(place);
  const at = SIDES.indexOf(side);
  return [corners[at], corners[(at + 1) % 6]];
}

/** The places without a tile that touch one, each once. */
export function shore(tiles) {
  const around = [...tiles.values()].flatMap((tile) => SIDES.map((side) => neighbor(tile, side)));
  return [...new Map(around.map((place) => [placeOf(place), place])).entries()].filter(([key]) => !tiles.has(key)).map(([, place]) => place);
}

/** The sides of tiles beyond which there is sea: `[tile, side]`. */
export const coast = (tiles) =>
  [...tiles.values()].flatMap((tile) => SIDES.filter((side) => !tiles.has(placeOf(neighbor(tile, side)))).map((side) => [tile, side]));

/** The part of the drawing that holds some places. */
export function frameOf(places) {
  const [xs, ys] = [0, 1].map((axis) => places.map((place) => middle(place)[axis]));
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].join(" ");
}
