/** The hexes that paid for a roll. */

import { shape } from "../shared/dom.js";

const LIT_MS = 1300;
const GOODS = { hills: "brick", forest: "lumber", pasture: "wool", fields: "grain", mountains: "ore" };

/** The hexes that paid for the last production: each with its resource and the seats that stand there, as often as they were paid. */
export async function paying(table, events) {
  const paid = events.findLast(({ type }) => type === "ResourcesProduced");
  const roll = paid && events.findLast(({ type, version }) => type === "DiceRolled" && version <= paid.version);
  if (!roll || !table.view.state?.seats) return [];
  const { tiles } = await table.geometry();
  const sum = roll.dice[0] + roll.dice[1];
  const owners = new Map();
  for (const { seat, settlements = [], cities = [] } of table.view.state.seats) {
    for (const node of settlements) owners.set(node, [seat]);
    for (const node of cities) owners.set(node, [seat, seat]);
  }
  return tiles
    .filter(({ id, token }) => token === sum && id !== table.view.state.robber)
    .map(({ id, terrain, nodes }) => ({ tile: id, kind: GOODS[terrain], seats: nodes.flatMap((node) => owners.get(node) ?? []).filter((seat) => paid.gains[seat]?.[GOODS[terrain]]) }))
    .filter(({ seats }) => seats.length);
}

/** Light hexes up for a moment. */
export function lightUp(figure, tiles, after, haste) {
  for (const { tile } of tiles) {
    const site = figure.querySelector(`.part.board .places [data-tile="${tile}"]`);
    if (!site) continue;
    const light = shape("polygon", { class: "lit", points: site.getAttribute("points"), "data-lit": tile, "aria-hidden": "true" });
    site.ownerSVGElement.append(light);
    light.animate({ opacity: [0, 1, 0.35, 1, 0] }, { delay: after, duration: LIT_MS * haste, fill: "both" }).onfinish = () => light.remove();
  }
}
