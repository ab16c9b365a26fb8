/** The lobby: games to look at or to join, in pages. */

import { follow } from "../friends/join.js";
import { peoplePlace } from "./people/place.js";
import { ask } from "../shared/api.js";
import { button, el, field, form, select } from "../shared/dom.js";
import { mapName, nameOf, wordFor } from "../shared/glossary.js";
import * as paths from "../shared/paths.js";
import { calledSeat } from "../shared/people.js";
import { attempt } from "../shared/problems.js";
import { apiKey, heldGames, holding, tokenOf } from "../shared/purse.js";
import { day, plain, say } from "../words/words.js";
import { offerOnly, playNow } from "./play_now.js";

const PAGE = 12;
const STATUSES = ["", "open", "running", "finished"];

/** Fill the page with the lobby. */
export async function showLobby(main) {
  const asked = ask("GET", paths.agents()).then(({ agents }) => agents);
  asked.catch(() => {}); // whoever begins a game is told
  const begun = playNow(asked);
  const going = el("div", { class: "own-games", hidden: !heldGames().length }); // whoever comes back goes on first
  main.replaceChildren(going, begun); // there is enough to see and to press; the rest follows
  const { rulesets } = await ask("GET", paths.rulesets());
  offerOnly(begun, rulesets);
  const names = new Map(rulesets.map((ruleset) => [ruleset.id, ruleset]));
  const status = select(STATUSES.map((id) => [id, say(id ? `status_${id}` : "all")]), "", { id: "status" });
  const ruleset = select([["", say("all")], ...rulesets.map((one) => [one.id, nameOf(one)])], "", { id: "ruleset" });
  const mine = el("input", { type: "checkbox", id: "mine" });
  const free = el("input", { type: "checkbox", id: "free-seats" });
  const rows = el("ul", { class: "games", id: "games" });
  const more = el("div", { class: "row" });
  const wish = () => ({
    status: status.value, ruleset: ruleset.value,
    ...(free.checked ? { open_seats: true } : {}), ...(mine.checked ? { mine: true } : {}),
  });
  const list = () => attempt(() => turnPage({ rows, more, names }, wish()));
  for (const control of [status, ruleset, free, mine]) control.addEventListener("change", list);
  const own = ownGames(names);
  own.then(([unfinished]) => going.replaceChildren(unfinished));
  const people = peoplePlace(rulesets);
  main.append(
    people.element,
    el("h2", {}, say("lobby")),
    el("div", { class: "row" },
      el("a", { class: "button", href: "#/new" }, say("set_up")),
      field(say("status"), status), field(say("ruleset"), ruleset), field(say("free_seat"), free), apiKey() ? field(say("mine"), mine) : null, button(say("refresh"), list)),
    rows, more, el("div", { class: "columns" }, (await own)[1], pasteForm()),
  );
  await list();
  return people.leave;
}

async function turnPage(place, filter, after) {
  const { rows, more, names } = place;
  const page = await ask("GET", paths.games(), { query: { ...filter, limit: PAGE, after } });
  const items = page.games.map((game) => row(game, names));
  if (after) rows.append(...items);
  else rows.replaceChildren(...(items.length ? items : [el("li", { class: "quiet" }, say("no_games"))]));
  if (after) items[0]?.querySelector("a").focus();
  const next = () => attempt(() => turnPage(place, filter, page.next));
  more.replaceChildren(...(page.next ? [button(say("more"), next)] : []));
}

function row(game, names) {
  const seats = game.seats ?? [];
  const open = seats.filter((seat) => seat.kind === "open").length;
  const sitting = seats.map((seat) => (seat.name || seat.agent ? calledSeat(game, seat.seat) : say(`kind_${seat.kind}`))).join(", ");
  const ruleset = names.get(game.ruleset);
  const awaited = game.status === "running" ? game.awaiting?.find((one) => one.must !== false)?.seat : undefined;
  return el("li", {},
    el("a", { class: "game", href: `#/games/${game.id}` },
      el("strong", {}, ruleset ? nameOf(ruleset) : plain(game.ruleset)),
      el("span", { class: `badge ${game.status}` }, say(`status_${game.status}`)),
      open ? el("span", { class: "badge open" }, say("seats_open", { count: open })) : null,
      isAwaited(game) ? el("span", { class: "badge running" }, say("your_move")) : awaited === undefined ? null : el("span", { class: "badge" }, say("turn_of", { name: calledSeat(game, awaited) })),
      el("span", { class: "quiet" }, [sitting, ...setting(game, ruleset)].join(" · "))));
}

/** How a game is played, when it was last begun or ended, and who won. */
function setting(game, ruleset) {
  const board = ruleset ? [mapName(ruleset, game.map), ...game.modules.map((id) => wordFor(ruleset, "modules", id, game.map))] : [];
  const won = (game.winners ?? game.result?.winners ?? []).map((seat) => calledSeat(game, seat));
  return [
    ...board, ...(game.clock ? [say("with_clock")] : []), day(game.ended ?? game.started ?? game.created),
    ...(won.length ? [`${say("winner")}: ${won.join(", ")}`] : []),
  ];
}

/** Whether the game waits for a seat of this browser. */
const isAwaited = ({ id, awaiting = [] }) => awaiting.some((one) => one.must !== false && holding(id).seats[one.seat]);

/** The games of which this browser holds a token, the newest first: those that go on, and all others. */
async function ownGames(names) {
  const held = heldGames().slice(-PAGE).reverse();
  const found = await Promise.all(held.map(async (id) => [id, await ask("GET", paths.game(id), { token: tokenOf(id) }).catch(() => null)]));
  const goesOn = ([, game]) => game && game.status !== "finished";
  return [listOf(found.filter(goesOn), "go_on", names), listOf(found.filter((one) => !goesOn(one)), "own_games", names)];
}

function listOf(found, title, names) {
  if (!found.length) return "";
  const rows = found.map(([id, game]) => (game ? row(game, names) : el("li", { class: "quiet" }, el("code", {}, id), " ", say("gone"))));
  return el("section", { class: "card" }, el("h2", {}, say(title)), el("ul", { class: "games" }, rows));
}

/** One field for whatever somebody was given. */
function pasteForm() {
  const given = el("input", { id: "given", required: true, autocomplete: "off", spellcheck: "false" });
  return form({ class: "card" }, () => attempt(() => follow(given.value)),
    el("h2", {}, say("to_a_game")), el("p", { class: "quiet" }, say("given_note")),
    field(say("given"), given), el("button", { id: "go" }, say("go")));
}
