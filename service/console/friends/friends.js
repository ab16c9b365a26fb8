/** All that only people need who play with friends: one bundle, fetched when somebody comes by a link, sits with others or votes. */

import { FRIENDS } from "../words/friends.js";
import { learn } from "../words/words.js";
import { showBack, showLost } from "./back.js";
import { companionsOf } from "./companions.js";
import { showJoin } from "./invitation.js";
import { sentenceOf } from "./vote_words.js";

learn(FRIENDS);

export const friends = { companionsOf, sentenceOf, showBack, showJoin, showLost };
