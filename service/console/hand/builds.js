/** Everything that one could build: its cost, whether it can be built now, and what is missing if not. */

import { el } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { say } from "../words/words.js";
import { pile } from "./cards.js";

const FREE_FRAMES = ["trade", "build", "trade_build", "special_building", "paired_turn", "convert", "build_tiles"];

const LISTS = {
  catan: ({ board, me, state }) => [
    one("road", ["BuildRoad", "FoundRoad"], board.costs.road, me.resources, me.supply.roads),
    one("settlement", ["BuildSettlement", "FoundSettlement"], board.costs.settlement, me.resources, me.supply.settlements),
    one("city", ["BuildCity"], board.costs.city, me.resources, me.supply.cities),
    one("development_card", ["BuyDevelopmentCard"], board.costs.development_card, me.resources, state.deck),
  ],
  "catan-dice": ({ board, state }) => [
    one("road", ["DiceBuildRoad"], board.costs.road, state.dice ?? {}),
    one("settlement", ["DiceBuildSettlement"], board.costs.settlement, state.dice ?? {}),
    one("city", ["DiceBuildCity"], board.costs.city, state.dice ?? {}),
    { ...one("knight", ["BuildKnight"], board.costs.knight, state.dice ?? {}), isGiven: true }, // the rules say which is next
  ],
  elasund: ({ board, me, state }) => [
    ...board.buildings.filter((kind) => kind.gold).map((kind) => ({
      ...one(kind.building, ["BuildTile"], { gold: kind.gold }, me, me.supply.buildings.includes(kind.building) ? 1 : (state.stacks[kind.building] ?? 0)),
      permits: kind.permits, size: kind, fits: ({ command }) => command.building === kind.building,
    })),
    one("wall", ["BuildWall"], { gold: Math.min(...board.walls.map((wall) => wall.price)) }, me, me.supply.wall_tiles),
    one("church", ["BuildChurch"], { gold: board.church_price }, me, state.church.pile),
  ],
};

function one(kind, types, cost, have, left = null) {
  return { kind, types, cost, have, left, fits: () => true };
}

/** What could be built in this game, as far as the seat's own cards are known. */
export function buildsOf(desk) {
  const { state } = desk.view;
  const list = desk.me ? LISTS[state.ruleset] : null;
  return list ? list({ board: desk.board, me: desk.me, state }) : [];
}

/** Whether an action builds one of them. */
export const isBuild = (build, entry) => build.types.includes(entry.command.type) && build.fits(entry);

/** A button for each of them; `choose` is told which was pressed, and with which actions. While dice can be kept, a press keeps those that it needs. */
export function buildButtons(desk, choose) {
  return buildsOf(desk).map((build) => {
    const entries = desk.legal.actions.filter((entry) => isBuild(build, entry));
    const keeps = desk.dice ? common(build.cost, build.have) : [];
    const why = entries.length ? null : keeps.length ? [`${say("keep_dice")} `, pile(Object.fromEntries(keeps), desk.table)] : lack(build, desk);
    const press = ({ currentTarget }) => {
      if (entries.length && build.isGiven) desk.perform(entries[0].command);
      else if (entries.length) choose(build, entries, currentTarget);
      else if (keeps.length) desk.dice.keepFor(build.cost);
    };
    const members = { type: "button", class: "build", id: `build-${build.kind}`, "data-type": build.types[0], "aria-disabled": entries.length || keeps.length ? null : "true", onclick: press };
    return el("button", members, pictureOf(build, desk.me), el("span", { class: "name" }, nameOf(build, desk.table)), el("span", { class: "cost" }, pile(build.cost, desk.table, missingOf(build)), build.permits ? el("span", { class: "permits" }, say("permits", { count: build.permits })) : null), why ? el("span", { class: "why" }, why) : null);
  });
}

/** How much of the cost is there already. */
const common = (cost, have) => Object.entries(cost).map(([kind, count]) => [kind, Math.min(count, have[kind] ?? 0)]).filter(([, count]) => count);

function nameOf({ kind }, table) {
  const own = `build_${kind}`;
  return say(own, {}, table.word("terms", kind));
}

/** Buildings of the city are shown as their tiles, in the color of the seat, with the squares that they cover. */
function pictureOf({ kind, size }, { color }) {
  if (!size) return icon(kind);
  const squares = Array.from({ length: size.width * size.height }, () => el("i"));
  return [el("span", { class: `tile paint-${color}`, "aria-hidden": "true" }, icon(kind)), el("span", { class: `plan wide-${size.width}`, "aria-hidden": "true" }, squares)];
}

/** What is missing for a building, or why it cannot be built although nothing is. */
function lack(build, { table, view, legal }) {
  const missing = missingOf(build);
  const { left } = build;
  if (left === 0) return say("none_left");
  if (Object.keys(missing).length) return [`${say("missing")} `, pile(missing, table)];
  const isTurn = view.awaiting.some((entry) => entry.seat === legal.seat && FREE_FRAMES.includes(entry.frame));
  return say(isTurn ? "no_place" : "not_now");
}

/** How much of each kind is missing. */
const missingOf = ({ cost, have }) => Object.fromEntries(Object.entries(cost).map(([kind, count]) => [kind, count - (have?.[kind] ?? 0)]).filter(([, count]) => count > 0));
