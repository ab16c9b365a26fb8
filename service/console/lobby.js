/** The lobby: games to look at or to join, in pages. */

import { ask } from "./api.js";
import { button, el, field, form, select } from "./dom.js";
import * as paths from "./paths.js";
import { attempt } from "./problems.js";
import { heldGames, hold } from "./purse.js";
import { named, say } from "./words.js";

const PAGE = 12;
const STATUSES = ["", "open", "running", "finished"];

/** Fill the page with the lobby. */
export async function showLobby(main) {
  const { rulesets } = await ask("GET", paths.rulesets());
  const kinds = ["", ...rulesets.map((ruleset) => ruleset.id)];
  const status = select(STATUSES.map((id) => [id, id ? say(`status_${id}`) : say("all")]), "", { id: "status" });
  const ruleset = select(kinds.map((id) => [id, id ? named(id) : say("all")]), "", { id: "ruleset" });
  const rows = el("ul", { class: "games", id: "games" });
  const more = el("div", { class: "row" });
  const list = () => attempt(() => turnPage(rows, more, { status: status.value, ruleset: ruleset.value }));
  status.addEventListener("change", list);
  ruleset.addEventListener("change", list);
  main.append(
    el("h1", {}, say("lobby")),
    el("div", { class: "row" },
      el("a", { class: "button main", href: "#/new" }, say("new_game")),
      field(say("status"), status), field(say("ruleset"), ruleset), button(say("refresh"), list)),
    rows, more, el("div", { class: "columns" }, ...ownGames(), tokenForm()),
  );
  await list();
}

async function turnPage(rows, more, filter, cursor) {
  const page = await ask("GET", paths.games(), { query: { ...filter, limit: PAGE, cursor } });
  const items = page.games.map(row);
  if (cursor) rows.append(...items);
  else rows.replaceChildren(...(items.length ? items : [el("li", { class: "quiet" }, say("no_games"))]));
  const next = () => attempt(() => turnPage(rows, more, filter, page.next));
  more.replaceChildren(...(page.next ? [button(say("more"), next)] : []));
}

function row(game) {
  const seats = game.seats ?? [];
  const open = seats.filter((seat) => seat.kind === "open").length;
  const names = seats.map((seat) => seat.name ?? seat.agent ?? say(`kind_${seat.kind}`)).join(", ");
  return el("li", {},
    el("a", { class: "game", href: `#/games/${game.id}` },
      el("strong", {}, named(game.ruleset)),
      el("span", { class: `badge ${game.status}` }, say(`status_${game.status}`)),
      open ? el("span", { class: "badge open" }, say("seats_open", { count: open })) : null,
      el("span", { class: "quiet" }, `${names}${game.version ? ` · ${say("version")} ${game.version}` : ""}`)));
}

function ownGames() {
  const held = heldGames();
  if (!held.length) return [];
  const links = held.map((id) => el("li", {}, el("a", { href: `#/games/${id}` }, id)));
  return [el("section", { class: "card" }, el("h2", {}, say("own_games")), el("ul", {}, links))];
}

function tokenForm() {
  const game = el("input", { required: true, autocomplete: "off", spellcheck: "false", pattern: "[\\w\\-]+" });
  const token = el("input", { type: "password", autocomplete: "off" });
  const enter = () => attempt(async () => {
    if (token.value.trim()) await adopt(game.value.trim(), token.value.trim());
    location.hash = `#/games/${game.value.trim()}`;
  });
  return form({ class: "card" }, enter,
    el("h2", {}, say("to_a_game")), el("p", { class: "quiet" }, say("token_note")),
    field(say("game_id"), game), field(say("token"), token), el("button", {}, say("go")));
}

/** Keep a token that somebody pasted: the game tells which seat it is, or that it is none. */
export async function adopt(game, token) {
  const { seat } = await ask("GET", paths.legalActions(game), { token });
  if (seat === null) hold(game, { owner: token, as: "owner" });
  else hold(game, { seats: { [seat]: token }, as: String(seat) });
}
