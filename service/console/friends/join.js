/** Sitting down by a link: who invites, one's name, and one click. Also what somebody pasted instead of a link. */

import { ask, Refusal } from "../shared/api.js";
import { el, field, form } from "../shared/dom.js";
import { nameOf, rulesetOf } from "../shared/glossary.js";
import * as paths from "../shared/paths.js";
import { attempt } from "../shared/problems.js";
import { hold, holding, keepGame, keepsGames, wish, wished } from "../shared/purse.js";
import { say } from "../words/words.js";
import { watchLink } from "./links.js";

const JOIN = /^#\/join\/([\w-]+)(?:\?(.*))?$/;

/** What a link to join says: the game, and perhaps the seat, the invitation or the seat's token; null for other addresses. */
export function readLink(hash) {
  const found = JOIN.exec(hash);
  return found && { game: found[1], ...Object.fromEntries(new URLSearchParams(found[2] ?? "")) };
}

/** Fill the page with the invitation. Secrets leave the address at once; the tab keeps them. */
export async function showJoin(main, id, given) {
  if (given.invite || given.token || given.seat) history.replaceState(null, "", `#/join/${id}`);
  hold(id, { ...(given.invite ? { invite: given.invite } : {}), ...(given.token || given.seat ? { offered: given } : {}) });
  const { offered = {}, invite } = { ...holding(id) };
  const game = await ask("GET", paths.game(id), {}).catch(unseen);
  const name = el("input", { id: "my-name", maxlength: 40, autocomplete: "nickname", value: wished("name") ?? "", placeholder: offered.token ? null : say("friend") });
  const keep = el("input", { type: "checkbox", id: "keep", checked: keepsGames() });
  const sit = () => attempt(async () => {
    wish("name", name.value.trim());
    await (offered.token ? adopt(id, offered.token, name.value.trim()) : take(id, { seat: offered.seat, name: name.value.trim() || say("friend"), invite }));
    hold(id, { offered: undefined });
    if (keep.checked) keepGame(id, true);
    location.hash = `#/games/${id}`;
  });
  const seated = Object.keys(holding(id).seats).length > 0;
  main.append(
    el("h1", {}, say("invited")),
    el("section", { class: "card join" },
      ...(await told(game)),
      seated ? el("p", {}, el("a", { class: "button main", href: `#/games/${id}` }, say("sits_here"))) : null,
      form({ id: "join" }, sit, field(say("your_name"), name), field(say("keep_seats"), keep), el("p", { class: "quiet" }, say("keep_note")),
        el("button", { class: seated ? "" : "main", id: "sit-down" }, say("take"))),
      game ? el("p", {}, el("a", { href: watchLink(id) }, say("only_watch"))) : null));
}

/** A private game hides from whoever does not sit there yet. */
function unseen(fault) {
  if (fault instanceof Refusal && fault.problem.status === 404) return null;
  throw fault;
}

async function told(game) {
  if (!game) return [el("p", {}, say("invited_private"))];
  const ruleset = await rulesetOf(game.ruleset);
  const others = game.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.name ?? seat.agent ?? say("seat", { seat: seat.seat }));
  const open = game.seats.length - others.length;
  return [
    el("p", {}, el("strong", {}, nameOf(ruleset)), ` · ${say(`status_${game.status}`)} · ${say("seats_open", { count: open })}`),
    others.length ? el("p", {}, say("sit_already", { names: others.join(", ") })) : null,
  ];
}

async function take(id, { seat, name, invite }) {
  const body = { ...(seat === undefined ? {} : { seat: Number(seat) }), ...(name ? { name } : {}), ...(invite ? { invite } : {}) };
  const seated = await ask("POST", paths.seats(id), { body });
  hold(id, { seats: { [seated.seat]: seated.token }, as: String(seated.seat) });
}

/** Keep a token that somebody was given: the game tells which seat it is, or that it is none. */
export async function adopt(game, token, name = "") {
  const { seat } = await ask("GET", paths.legalActions(game), { token });
  if (seat === null) return hold(game, { owner: token, as: "owner" });
  const own = await ownToken(game, seat, token);
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

/** Go where a pasted text leads: a link, a board, a game's id, a token, or an invitation. */
export async function follow(text) {
  const wanted = text.trim();
  if (/#\/|#board=/.test(wanted)) location.hash = wanted.slice(wanted.indexOf("#"));
  else if (/^own-\d/.test(wanted)) location.hash = `#board=${wanted}`;
  else if (wanted.includes(".")) await enter(wanted.slice(0, wanted.indexOf(".")), wanted);
  else location.hash = `#/games/${wanted}`;
}

/** A token opens the game; what opens none is an invitation. */
async function enter(game, secret) {
  try {
    await adopt(game, secret);
    location.hash = `#/games/${game}`;
  } catch (fault) {
    if (!(fault instanceof Refusal) || ![401, 403, 404].includes(fault.problem.status)) throw fault;
    location.hash = `#/join/${game}?${new URLSearchParams({ invite: secret })}`;
  }
}
