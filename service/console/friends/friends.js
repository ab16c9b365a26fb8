/** All that only people need who play with friends: one bundle, fetched when somebody comes by a link, sits with others or votes. */

import { FRIENDS } from "../words/friends.js";
import { learn } from "../words/words.js";
import { friendsList, waitingCard } from "./away_cards.js";
import { showBack, showLost } from "./coming_back.js";
import { showJoin } from "./invitation.js";
import { rematchCard } from "./rematch.js";
import { sentenceOf } from "./vote_words.js";
import { wayBackOffer, wayBackPanel } from "./way_back.js";

learn(FRIENDS);

export const friends = { panelsOf, sentenceOf, showBack, showJoin, showLost };

/** The panels of a table, put where they belong: `over` the board, or among the `settings`. */
function panelsOf(table, over, settings) {
  const [wayBack, list] = [wayBackPanel(table), friendsList(table)];
  const cards = [waitingCard(table), rematchCard(table), wayBackOffer(table, wayBack.open)];
  settings.append(list.element, wayBack.element);
  over.append(...cards.map((card) => card.element));
  return [wayBack, list, ...cards];
}
