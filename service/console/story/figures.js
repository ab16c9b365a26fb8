/** Figures of a game while it is played: dice, cards by dice and luck, and what the bank has left. They follow from what the seat may see, and from nothing else. */

import { pile } from "../hand/cards.js";
import { ask } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import * as paths from "../shared/paths.js";
import { calledSeat, seatBadge } from "../shared/people.js";
import { load } from "../shared/problems.js";
import { FIGURES } from "../words/figures.js";
import { learn, say } from "../words/words.js";

const PAGE = 300; // events
const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const WAYS = 36;
const FACES = 6;
const waysOf = (sum) => 6 - Math.abs(7 - sum);

/** The panel of the figures; it asks for events only while somebody looks at it. */
export function figuresPanel(table) {
  learn(FIGURES);
  const element = el("div", { class: "figures-now" });
  const told = eventsOf(table);
  let shown = "";
  const draw = () => load(async () => {
    const { version } = table.now;
    const wanted = `${version} ${table.token}`;
    if (element.closest("[hidden]") || wanted === shown) return;
    shown = wanted;
    const [events, board] = await Promise.all([told(), table.geometry().catch(() => null)]);
    const begun = await table.past.view(beginningOf(events));
    if (wanted !== shown || table.left) return;
    const figures = figuresOf(events.filter((event) => event.version <= version), begun, board);
    element.replaceChildren(...parts(table, figures));
  });
  return { element, draw };
}

/** All events of the current line; only what is new is asked for again. */
function eventsOf(table) {
  let known = [];
  let eyes = null;
  let after;
  return async () => {
    if (eyes !== table.token || table.wentBack) [known, after, eyes] = [[], undefined, table.token];
    for (;;) {
      const page = await ask("GET", paths.events(table.id), { token: table.token, query: { line: "current", limit: PAGE, after } });
      known = [...known, ...page.events];
      after = page.cursor;
      if (!page.next) return known;
    }
  };
}

/** The version at which the pieces lie that no event puts down. */
const beginningOf = (events) => (events.find(({ type }) => type === "GameStarted" || type === "PositionSet") ?? events[0])?.version ?? 1;

/** What some events of a game tell: how often each sum, or face of a die with symbols, was rolled, and for each seat what the dice brought by kind, and what its buildings were to bring at those rolls. */
export function figuresOf(events, begun, board) {
  const sums = Object.fromEntries(SUMS.map((sum) => [sum, 0]));
  const faces = {};
  const seats = begun.seats.map(() => ({ gained: {}, expected: 0 }));
  const houses = new Map(); // by node: whose, and how many cards it brings
  for (const { seat, settlements = [], cities = [] } of begun.state?.seats ?? []) {
    for (const node of settlements) houses.set(node, { seat, cards: 1 });
    for (const node of cities) houses.set(node, { seat, cards: 2 });
  }
  let robber = begun.state?.robber;
  let rolls = 0;
  const tiles = (board?.tiles ?? []).filter((tile) => tile.token);
  for (const event of events) {
    const { type, seat } = event;
    if (type === "SettlementFounded" || type === "SettlementBuilt") houses.set(event.node, { seat, cards: 1 });
    if (type === "CityBuilt") houses.set(event.node, { seat, cards: 2 });
    if (type === "RobberMoved" || type === "RobberSentHome") robber = event.tile;
    if (type === "DiceRolled") {
      const sum = event.dice.reduce((all, die) => all + die, 0);
      rolls += 1;
      sums[sum] += 1;
      for (const tile of tiles) {
        for (const node of tile.id === robber ? [] : tile.nodes) {
          const house = houses.get(node);
          if (house) seats[house.seat].expected += (house.cards * waysOf(tile.token)) / WAYS;
        }
      }
    }
    if (type === "DiceDiceRolled") for (const [face, count] of Object.entries(event.rolled)) faces[face] = (faces[face] ?? 0) + count;
    if (type === "ResourcesProduced") {
      event.gains.forEach((gains, owner) => {
        for (const [kind, count] of Object.entries(gains)) seats[owner].gained[kind] = (seats[owner].gained[kind] ?? 0) + count;
      });
    }
  }
  return { sums, rolls, faces, seats };
}

function parts(table, { sums, rolls, faces, seats }) {
  const { state } = table.now;
  const isCatan = Boolean(state?.bank);
  const thrown = Object.values(faces).reduce((all, count) => all + count, 0);
  const rows = thrown
    ? Object.entries(faces).map(([face, count]) => ({ name: table.word("terms", face), count, expected: thrown / FACES }))
    : SUMS.map((sum) => ({ name: sum, count: sums[sum], expected: (rolls * waysOf(sum)) / WAYS }));
  return [
    ...(thrown || rolls ? [el("h3", {}, say(thrown ? "thrown_so_far" : "rolled_so_far", { count: thrown || rolls })), histogram(rows)] : [el("p", { class: "quiet" }, say("nothing_rolled"))]),
    ...(isCatan && rolls ? [el("h3", {}, say("by_dice")), luck(table, seats, Object.keys(state.bank))] : []),
    ...(isCatan ? [el("h3", {}, say("bank_has")), el("p", {}, pile(state.bank, table), " ", say("deck_has", { count: state.deck }))] : []),
  ];
}

/** How often each of some outcomes came, beside how often it was to come. */
function histogram(rows) {
  const most = Math.max(...rows.map(({ count, expected }) => Math.max(count, expected)));
  const row = ({ name, count, expected }) => el("tr", {},
    el("th", { scope: "row" }, name),
    el("td", {}, el("meter", { min: 0, max: most, value: count, "aria-hidden": "true" })),
    el("td", {}, count), el("td", { class: "quiet" }, expected.toFixed(1)));
  return el("table", { class: "figures rolled" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("outcome")), el("td", {}), ["times", "expected"].map((key) => el("th", { scope: "col" }, say(key))))),
    el("tbody", {}, rows.map(row)));
}

/** What the dice brought each seat, by kind, and how much more than was to be expected. */
function luck(table, seats, kinds) {
  const row = ({ gained, expected }, seat) => {
    const all = Object.values(gained).reduce((sum, count) => sum + count, 0);
    const more = all - expected;
    return el("tr", {},
      el("th", { scope: "row" }, seatBadge(table.head, seat, "small"), " ", calledSeat(table.head, seat)),
      kinds.map((kind) => el("td", {}, gained[kind] ?? 0)), el("td", {}, el("b", {}, all)), el("td", {}, `${more < 0 ? "−" : "+"}${Math.abs(more).toFixed(1)}`));
  };
  const kind = (name) => el("th", { scope: "col", title: table.word("terms", name) }, icon(name), el("span", { class: "unseen" }, table.word("terms", name)));
  return el("div", { class: "wide" }, el("table", { class: "figures gained" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("player")), kinds.map(kind), ["in_all", "luck"].map((key) => el("th", { scope: "col" }, say(key))))),
    el("tbody", {}, seats.map(row))));
}
