/** The player of this browser. It is made with the first seek: under the API key of the page, or under a key of its own. */

import { ask } from "../../shared/api.js";
import * as paths from "../../shared/paths.js";
import { apiKey, forgetPlayer, heldPlayer, hold, holding, holdPlayer } from "../../shared/purse.js";

const SCOPES = ["games", "me", "seats"];
const MOST_GAMES = 50;

/** The header of a request that the player sends. */
export const asPlayer = () => ({ "X-Api-Key": heldPlayer().token });

/** The header of what the key of the player must send; undefined where this browser does not have it. */
export const asOwner = () => {
  const key = heldPlayer()?.key ?? apiKey();
  return key && !isPlayers(key) ? { "X-Api-Key": key } : undefined;
};

const isPlayers = (key) => key.startsWith("player-");

/** Whether the player is, or would be, under a key that only this browser has: a guest of the server. */
export const isGuest = () => (heldPlayer() ? Boolean(heldPlayer().key) : !apiKey());

/** Make the player of this browser, if there is none yet. */
export async function needPlayer(name) {
  if (heldPlayer()) return;
  const given = apiKey();
  if (given && isPlayers(given)) {
    holdPlayer({ id: given.split(".")[0], token: given });
    return;
  }
  const key = given ?? (await ask("POST", paths.keys(), { body: { scopes: SCOPES } })).key;
  const headers = { "X-Api-Key": key };
  const { id } = await ask("POST", paths.players(), { headers, body: { name } });
  const { token } = await ask("POST", paths.playerToken(id), { headers, body: {} });
  holdPlayer({ id, token, ...(given ? {} : { key }) });
}

/** The player as the server shows it, with ratings and the newest games. */
export const shownPlayer = (limit = MOST_GAMES) => ask("GET", paths.player(heldPlayer().id), { headers: asPlayer(), query: { limit } });

/** Have the server forget the player, and this browser too. */
export async function forgetOneself() {
  await ask("DELETE", paths.player(heldPlayer().id), { headers: asPlayer() });
  forgetPlayer();
}

/** Go to a table at which the player has a seat. */
export async function sitAt(game) {
  const { games } = await shownPlayer();
  const played = games.find((one) => one.game === game);
  if (played) await takeSeat(game, played.seat);
}

/** Go to the player's seat of a table; from now on this page holds a token of it. */
export async function takeSeat(game, seat) {
  if (!holding(game).seats[seat]) {
    const headers = { ...asPlayer(), "X-Seat": seat };
    const { token } = await ask("POST", paths.seatToken(game, seat), { headers, body: {} });
    hold(game, { seats: { [seat]: token }, as: String(seat) });
  }
  location.hash = `#/games/${game}`;
}
