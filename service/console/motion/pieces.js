/** Pieces that come onto the board: they drop in, and what cannot be told apart in the picture flashes where it lies now. */

const DROP_MS = 450;
const FLASH_MS = 700;
const HIGH = 46; // units from which a piece drops
const NEAR = 12; // units between the middles of a place and of the piece on it

const NODES = ".buildings use";
const PLACED = {
  SettlementFounded: ({ node }) => ["node", node, NODES],
  SettlementBuilt: ({ node }) => ["node", node, NODES],
  CityBuilt: ({ node }) => ["node", node, NODES],
  RoadFounded: ({ edge }) => ["edge", edge],
  RoadBuilt: ({ edge }) => ["edge", edge],
  RoadMoved: ({ edge }) => ["edge", edge],
  RobberMoved: ({ tile }) => ["tile", tile, ".robber"],
  RobberSentHome: ({ tile }) => ["tile", tile, ".robber"],
  PermitPlaced: ({ square }) => ["square", square, ".permit"],
  PermitMoved: ({ square }) => ["square", square, ".permit"],
  BuildingPlaced: ({ square }) => ["square", square, ".building"],
  HutReplaced: ({ square }) => ["square", square, ".building"],
  ChurchTileBuilt: ({ square }) => ["square", square, ".church .church"],
  WallBuilt: ({ space }) => ["space", space, ".wall .wall"],
  ShipMoved: ({ row }) => ["row", row, ".ship"],
  DiceRoadBuilt: ({ road }) => ["road", road],
  DiceSettlementBuilt: ({ points }) => ["settlement", points],
  DiceCityBuilt: ({ points }) => ["city", points],
  KnightBuilt: ({ knight }) => ["knight", knight],
};
const WHOLE = [".robber", ".ship"]; // there is one of each, wherever it stands

/** Drop the pieces that events tell of. */
export function drop(figure, events, haste) {
  for (const event of events.filter(({ type }) => PLACED[type])) {
    const [name, id, pieces] = PLACED[event.type](event);
    const site = siteOf(figure, name, id, event.seat);
    const found = pieces ? piecesAt(figure, pieces, site) : [];
    found.forEach((piece) => fall(piece, DROP_MS * haste));
    if (!found.length && site) flash(site, FLASH_MS * haste);
  }
}

/** The place in the picture; on sheets it is that of whoever acted. */
function siteOf(figure, name, id, seat) {
  const place = `.places [data-${name}="${id}"]`;
  return figure.querySelector(`.part[data-seat="${seat}"] ${place}`) ?? figure.querySelector(`.part:not([data-seat]) ${place}`);
}

function piecesAt(figure, selector, site) {
  const all = [...figure.querySelectorAll(`.part.board :is(${selector})`)];
  if (WHOLE.includes(selector)) return all;
  return site ? all.filter((piece) => isAt(piece.getBBox(), site.getBBox())) : [];
}

/** Whether a piece stands on a place, in its middle or from its upper left corner on. */
function isAt(piece, site) {
  const middle = [piece.x + piece.width / 2 - site.x - site.width / 2, piece.y + piece.height / 2 - site.y - site.height / 2];
  const corner = [piece.x - site.x, piece.y - site.y];
  return [middle, corner].some(([right, down]) => Math.hypot(right, down) <= NEAR);
}

function fall(piece, milliseconds) {
  piece.setAttribute("data-dropped", "");
  piece.animate({ transform: [`translateY(-${HIGH}px)`, "translateY(3px)", "none"], opacity: [0, 1, 1], offset: [0, 0.75, 1], easing: "ease-in" }, milliseconds);
}

function flash(site, milliseconds) {
  const light = site.cloneNode(false);
  for (const name of light.getAttributeNames().filter((one) => one.startsWith("data-"))) light.removeAttribute(name);
  light.setAttribute("class", "flash");
  light.setAttribute("data-dropped", "");
  light.setAttribute("aria-hidden", "true");
  site.ownerSVGElement.append(light);
  light.animate({ opacity: [1, 1, 0], strokeWidth: ["34px", "17px", "17px"] }, milliseconds).onfinish = () => light.remove();
}
