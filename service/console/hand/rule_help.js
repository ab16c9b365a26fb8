/** The rule behind anything: a long press, the menu key of a mouse, or a question mark shows it. */

import { button, el, openDialog } from "../shared/dom.js";
import { ruleOf, sureness } from "../shared/problems.js";
import { language, say } from "../words/words.js";

const LONG_MS = 550;
const RULES = {
  FoundSettlement: "catan.founding.settlement_anywhere", FoundRoad: "catan.founding.road_touches", RollDice: "catan.turn.roll_first",
  Discard: "catan.seven.discard_half_down", MoveRobber: "catan.robber.must_move", Steal: "catan.robber.steal_one",
  OfferTrade: "catan.trade.domestic.offers", AcceptOffer: "catan.trade.domestic.consent", ConfirmTrade: "catan.trade.domestic.active_selects",
  MaritimeTrade: "catan.trade.maritime.four_to_one", BuildRoad: "catan.road.connection", BuildSettlement: "catan.settlement.distance",
  BuildCity: "catan.city.upgrade_only", BuyDevelopmentCard: "catan.development_card.cost", PlayKnight: "catan.knight.robber",
  PlayRoadBuilding: "catan.road_building.two_free", PlayYearOfPlenty: "catan.year_of_plenty.two_cards", PlayMonopoly: "catan.monopoly.takes_all",
  EndTurn: "catan.turn.optional_phases", Pass: "catan.special_building.optional",
  OfferGift: "favors.gift.one_card_held", CallTraders: "favors.traders.two_swaps", CallMerchants: "favors.merchants.take_one", CallRoadBuilders: "favors.road_builders.free_road",
  CallScholars: "favors.scholars.books", CallMasterBuilders: "favors.master_builders.point", ExchangeFavor: "favors.exchange.draw_then_return",
  FlipHelper: "helpers.use.then_flip_or_exchange", ExchangeHelper: "helpers.exchange.other_card", UseForcedTrade: "helpers.forced_trade.one_or_two",
  UseRoadHelp: "helpers.road_help.replace_one", UseResourceBalance: "helpers.balance.no_gain", UseMoveRoad: "helpers.move_road.open_end",
  UseProtectSeven: "helpers.protection.keep_all", UseCardChoice: "helpers.card_choice.look_three", UseTakeFromLeader: "helpers.leader.look_and_take",
  UseKnightToBuilding: "helpers.knight_building.cost", UseTwoToOne: "helpers.two_to_one.whole_turn", UseRobberToDesert: "helpers.robber_desert.move_and_take",
  UseCanalTokenForAny: "canal.token.any_kind",
  UseCanalToken: "canal.token.used_as_2_to_1_one_turn",
  DiceRollDice: "dice.roll.reroll_some", StopRolling: "dice.roll.stop_early", UseJoker: "dice.joker.resource", ExchangeGold: "dice.gold.two_for_one",
  DiceBuildRoad: "dice.road.adjacent", DiceBuildSettlement: "dice.settlement.order", DiceBuildCity: "dice.city.order", BuildKnight: "dice.knight.order",
  MoveShip: "elasund.pirate.move_other_row", BuildTile: "elasund.building.permit_count", BuildWall: "elasund.wall.adjacent", BuildChurch: "elasund.church.cost",
  PlacePermit: "elasund.permit_phase.ship_row", TakeGold: "elasund.permit_phase.take_gold", MovePermit: "elasund.special.a_move",
  UpgradePermit: "elasund.special.b_upgrade", PlaceExtraPermit: "elasund.special.c_place", BuyGold: "elasund.special.d_gold", EndBuilding: "elasund.turn.build_optional",
  ReplaceHut: "elasund.hut.may_replace", HalveInfluence: "elasund.shortage.halve_owner_chooses", GiveUpCards: "elasund.pirate.discard_per_cube",
};
const HELPERS = {
  forced_trade: "UseForcedTrade", road_help: "UseRoadHelp", resource_balance: "UseResourceBalance", move_road: "UseMoveRoad", protect_seven: "UseProtectSeven",
  card_choice: "UseCardChoice", take_from_leader: "UseTakeFromLeader", knight_to_building: "UseKnightToBuilding", two_to_one: "UseTwoToOne", robber_to_desert: "UseRobberToDesert",
};

/** The rule that says what a helper does. */
export const ruleOfHelper = (helper) => RULES[HELPERS[helper]];

/** Show rules in a part of the page: those of anything in it that names its type of command, or the rule itself. */
export function explain(element) {
  let timer = null;
  let late = false;
  const ruleAt = (target) => {
    const near = target.closest("[data-rule], [data-type]");
    return near && (near.dataset.rule ?? RULES[near.dataset.type]);
  };
  const stop = () => {
    clearTimeout(timer);
    timer = null;
  };
  /** Show a rule, unless the finger was lifted already while the page was busy: that is heard first. */
  const showAfter = (mine, rule) => requestAnimationFrame(() => setTimeout(() => {
    if (timer !== mine) return;
    late = true;
    showRule(rule);
  }));
  element.addEventListener("pointerdown", (event) => {
    const rule = ruleAt(event.target);
    late = false;
    stop();
    if (!rule) return;
    const mine = setTimeout(() => showAfter(mine, rule), LONG_MS);
    timer = mine;
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"]) element.addEventListener(name, (event) => { if (name !== "pointermove" || event.movementX || event.movementY) stop(); });
  element.addEventListener("click", (event) => {
    if (late) { event.preventDefault(); event.stopPropagation(); }
    late = false;
  }, true);
  element.addEventListener("contextmenu", (event) => {
    const rule = ruleAt(event.target);
    if (!rule) return;
    event.preventDefault();
    stop();
    showRule(rule);
  });
  element.addEventListener("keydown", (event) => {
    const rule = event.key === "?" && ruleAt(event.target);
    if (rule) showRule(rule);
  });
}

/** Show what a rule says, with its place in the book. */
async function showRule(id) {
  const rule = await ruleOf(id);
  if (!rule || document.querySelector("dialog.rule")) return;
  const places = rule.places.map(({ book, place }) => [book[language], place?.[language]].filter(Boolean).join(", "));
  const box = el("dialog", { class: "rule", "aria-label": say("rule") },
    el("p", {}, rule.text[language]), rule.reason ? el("p", { class: "quiet" }, rule.reason[language]) : null,
    el("p", { class: "quiet" }, el("code", {}, rule.rule), places.length ? ` · ${places.join("; ")}` : null, " ", sureness(rule)), button(say("close"), () => box.close(), { class: "main" }));
  openDialog(box);
}
