/** The panels for those who play with friends. */

import { wayBackOffer, wayBackPanel } from "./way_back.js";

/** The panels, put where they belong: over the board, or among the settings. */
export function companionsOf(table, over, settings) {
  const wayBack = wayBackPanel(table);
  const offer = wayBackOffer(table, wayBack.open);
  settings.append(wayBack.element);
  over.append(offer.element);
  return [wayBack, offer];
}
