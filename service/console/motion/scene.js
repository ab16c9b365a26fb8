/** Moves on the board and between the players what a table was told of. All of it lies over the page, and moves nothing of it. */

import { flights } from "./cards.js";
import { tumble } from "./dice.js";
import { lightUp, paying } from "./hexes.js";
import { drop } from "./pieces.js";

const ROLL_MS = 700;

/** Move what events tell of; `haste` from 0 to 1 shortens it, where more is to come. */
export async function play(table, events, haste) {
  const figure = table.panels.picture.element;
  const page = figure.closest(".table-page"); // sheets and cards of others lie beside the board
  const version = figure.dataset.version;
  const roll = tumble(figure, events, ROLL_MS * haste);
  drop(page, events, haste);
  const tiles = await paying(table, events);
  if (table.left || figure.dataset.version !== version) return;
  const after = roll ? ROLL_MS * haste : 0;
  lightUp(figure, tiles, after, haste);
  flights(table, figure, events, tiles, { after, haste });
}
