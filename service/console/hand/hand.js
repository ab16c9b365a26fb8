/** The cards that a seat holds, as pictures; those that can be played are buttons. */

import { el } from "../shared/dom.js";
import { say } from "../words/words.js";
import { card, numberCard } from "./cards.js";
import { permitButtons } from "./permits.js";

const PLAYED = { knight: "PlayKnight", road_building: "PlayRoadBuilding", year_of_plenty: "PlayYearOfPlenty", monopoly: "PlayMonopoly" };
const COLORS = ["red", "green", "blue"];

/** The types of the actions that are found on cards. */
export const ON_CARDS = [...Object.values(PLAYED), "Bid"];

/** The hand: `play` does an action type that a card stands for, `give` begins a trade with a kind, null without one; `choose` has places glow. */
export function handOf(desk, { play, give, choose }) {
  const { table, view, me, legal, perform } = desk;
  const cards = me ? (HANDS[view.state.ruleset]?.(table, me, legal, { play, give, choose, perform, view }) ?? []) : [];
  return el("div", { class: "hand", role: "group", "aria-label": say("hand") }, cards);
}

const HANDS = {
  catan(table, me, legal, { play, give, view }) {
    const resources = Object.entries(me.resources ?? {}).map(([kind, count]) => card(kind, count, table, { press: give && count ? () => give(kind) : null, hint: say("trade") }));
    const held = Object.entries(me.development_cards ?? {}).filter(([, count]) => count > 0);
    return [...resources, ...held.map(([kind, count]) => developmentCard(kind, count, { table, me, legal, play })), ...tokens(table, view, me)];
  },
  elasund(table, me, legal, { choose, view }) {
    if (me.gold === undefined) return [];
    return [card("gold", me.gold, table), ...COLORS.map((color) => card(color, me.influence[color], table)), permitButtons({ view, me, legal }, choose)];
  },
  goofspiel(table, me, legal, { perform }) {
    const cards = me.cards.map((value) => {
      const bid = legal.actions.find(({ command }) => command.type === "Bid" && command.card === value);
      return numberCard(value, { press: bid ? () => perform(bid.command) : null, label: bid?.summary, isLaid: me.bid === value });
    });
    return [...cards, el("span", { class: "hand-note" }, say("your_cards"))];
  },
};

function developmentCard(kind, count, { table, me, legal, play }) {
  const type = PLAYED[kind];
  const canPlay = [...legal.actions.map((one) => one.command), ...legal.templates].some((one) => one.type === type);
  const fresh = me.bought_this_turn?.[kind] === count;
  return card(kind, count, table, { press: canPlay ? () => play(type) : null, note: canPlay ? say("play_it") : fresh ? say("fresh") : "" });
}

/** Favor tokens of one's own, and those of the canal. */
function tokens(table, { state }, me) {
  const favors = Object.entries(state.favors?.own?.tokens ?? {}).filter(([, count]) => count > 0);
  const canal = state.erie_canal?.seats[me.seat].tokens ?? 0;
  return [...favors.map(([kind, count]) => card(kind, count, table)), ...(canal ? [card("canal_token", canal, table)] : [])];
}
