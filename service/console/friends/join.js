/** What leads to a seat: links, tokens, and what somebody pasted. */

import { ask, Refusal } from "../shared/api.js";
import * as paths from "../shared/paths.js";
import { hold } from "../shared/purse.js";

const LINK = /^#\/(join|back)\/([\w-]+)(?:\?(.*))?$/;
const REFUSED = new Set([401, 403, 404]);

/** What a link to a seat says: the game, whether one comes back by it, and perhaps the seat, the invitation or the seat's token; null for other addresses. */
export function readLink(hash) {
  const found = LINK.exec(hash);
  return found && { ...Object.fromEntries(new URLSearchParams(found[3] ?? "")), isBack: found[1] === "back", game: found[2] };
}

/** Keep a token that somebody was given: the game tells which seat it is, or that it is none. One's own way back stays as it is. */
export async function adopt(game, token, name = "", isOwn = false) {
  const { seat } = await ask("GET", paths.legalActions(game), { token });
  if (seat === null) return hold(game, { owner: token, as: "owner" });
  const own = isOwn ? token : await ownToken(game, seat, token);
  hold(game, { seats: { [seat]: own }, as: String(seat) });
  if (name) await ask("PATCH", paths.seat(game, seat), { token: own, body: { name } });
  return undefined;
}

/** The token to keep for a seat. Whoever made the game knows the first one of a person's seat too, so that one is renewed. */
async function ownToken(game, number, token) {
  const { seats, status, hot_seat } = await ask("GET", paths.game(game), { token });
  const { kind, held } = seats[number];
  if (kind !== "human" || held || hot_seat || status === "finished") return token;
  return (await ask("POST", paths.seatToken(game, number), { token })).token;
}

/** Go where a pasted text leads: a link, a board, a game's id, a token, or an invitation; `isOwn` where it is one's own way back. */
export async function follow(text, isOwn = false) {
  const wanted = text.trim();
  if (/#\/|#board=/.test(wanted)) location.hash = wanted.slice(wanted.indexOf("#"));
  else if (/^own-\d/.test(wanted)) location.hash = `#board=${wanted}`;
  else if (isOwn) location.hash = `#/back/${gameOf(wanted)}?${new URLSearchParams({ token: wanted })}`;
  else if (wanted.includes(".")) await enter(gameOf(wanted), wanted);
  else location.hash = `#/games/${wanted}`;
}

const gameOf = (token) => token.split(".")[0];

/** A token opens the game; what opens none is an invitation. */
async function enter(game, secret) {
  try {
    await adopt(game, secret);
    location.hash = `#/games/${game}`;
  } catch (fault) {
    if (!isWorthless(fault)) throw fault;
    location.hash = `#/join/${game}?${new URLSearchParams({ invite: secret })}`;
  }
}

/** Whether the server refused a token: it was renewed, or it never was one. */
export const isWorthless = (fault) => fault instanceof Refusal && REFUSED.has(fault.problem.status);
