/** The panels for those who play with friends. */

import { againCard } from "./again.js";
import { friendsList, waitingCard } from "./waiting.js";
import { wayBackOffer, wayBackPanel } from "./way_back.js";

/** The panels, put where they belong: over the board, or among the settings. */
export function companionsOf(table, over, settings) {
  const [wayBack, friends] = [wayBackPanel(table), friendsList(table)];
  const cards = [waitingCard(table), againCard(table), wayBackOffer(table, wayBack.open)];
  settings.append(friends.element, wayBack.element);
  over.append(...cards.map((card) => card.element));
  return [wayBack, friends, ...cards];
}
