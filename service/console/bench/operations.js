/** The operations of the API by method and path, with the group and the name that the contract gives them. */

import { server } from "../shared/paths.js";

const TABLE = `
GET - catalog getServer
GET rulesets catalog listRulesets
GET rulesets/{id} catalog getRuleset
GET rules/{id} catalog getRule
GET agents catalog listAgents
GET agents/{id} catalog getAgent
GET ladder catalog listLadders
GET ladder/{id} catalog listRatings
POST boards boards requestBoard
GET boards/{id} boards getOwnBoard
GET boards/{id}/board.svg boards getOwnBoardPicture
GET games games listGames
POST games games createGame
GET games/{id} games getGame
DELETE games/{id} games deleteGame
GET games/{id}/board games getBoard
GET games/{id}/board.svg games getBoardPicture
POST games/{id}/seats games takeSeat
PATCH games/{id}/seats/{seat} games updateSeat
DELETE games/{id}/seats/{seat} games leaveSeat
POST games/{id}/seats/{seat}/token games renewToken
GET games/{id}/legal-actions play getLegalActions
POST games/{id}/commands play postCommands
POST games/{id}/dry-runs play tryCommands
GET games/{id}/fairness play getFairness
GET games/{id}/phrases phrases listPhrases
POST games/{id}/phrases phrases postPhrase
PUT games/{id}/seats/{seat}/muted phrases updateMutedSeats
GET games/{id}/events play listEvents
GET games/{id}/seats/{seat}/orders orders listOrders
POST games/{id}/seats/{seat}/orders orders createOrder
DELETE games/{id}/seats/{seat}/orders orders deleteOrders
DELETE games/{id}/seats/{seat}/orders/{order} orders deleteOrder
POST games/{id}/undo history requestUndo
POST games/{id}/redo history requestRedo
GET games/{id}/votes history listVotes
POST games/{game}/votes/{id} history castVote
POST games/{id}/branches history createBranch
POST games/{id}/replays history createReplay
GET jobs/{id} history getJob
POST games/{id}/analyses analyses createAnalysis
POST games/{id}/reviews analyses createReview
POST games/{id}/resign endings resignSeat
POST games/{id}/abandon endings requestAbandonment
POST games/{id}/rematch endings createRematch
GET me/pending me listPending
GET me/events me listMyEvents
GET keys keys listKeys
POST keys keys createKey
GET players players listPlayers
POST players players createPlayer
GET players/{id} players getPlayer
PATCH players/{id} players updatePlayer
DELETE players/{id} players deletePlayer
PUT players/{id}/blocks players updatePlayerBlocks
GET seeks seeks listSeeks
POST seeks seeks createSeek
GET seeks/{id} seeks getSeek
DELETE seeks/{id} seeks deleteSeek
POST players/{id}/token players createPlayerToken
DELETE players/{id}/token players deletePlayerToken
GET webhooks subscriptions listWebhooks
`;

const KNOWN = TABLE.trim().split("\n").map((line) => {
  const [method, path, group, name] = line.split(" ");
  const template = path === "-" ? server() : `${server()}/${path}`;
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, one]) => one);
  return { method, template, group, name, names, form: new RegExp(`^${template.replace(/\./g, "\\.").replace(/\{\w+\}/g, "([^/]+)")}$`) };
});

/** The operation that a request is, with the values of its path; null where it is none of the API. */
export function operationOf(method, address) {
  const path = address.split("?")[0];
  for (const known of KNOWN.filter((one) => one.method === method)) {
    const found = known.form.exec(path);
    if (found) return { ...known, values: found.slice(1).map(decodeURIComponent) };
  }
  return null;
}
