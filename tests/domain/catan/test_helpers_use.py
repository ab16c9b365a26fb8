"""Tests helpers: when one is used, and how it is flipped or exchanged after that (ledger of the extras, section 2)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.five_six import Pass
from domain.catan.modules.helpers.building import UseCardChoice, UseKnightToBuilding, UseRoadHelp
from domain.catan.modules.helpers.moving import UseMoveRoad, UseRobberToDesert, UseTakeFromLeader
from domain.catan.modules.helpers.rolling import DeclineHelper, UseProtectSeven, UseResourceBalance
from domain.catan.modules.helpers.trading import UseForcedTrade, UseTwoToOne
from domain.catan.modules.helpers.using import ExchangeHelper, FlipHelper, HelperExchanged, HelperFlipped, HelperUsed
from domain.catan.terms import CARD_COST, GRAIN, KNIGHT, ORE, WOOL
from tests.domain.catan.helping import awaited, display, effect, flip, helper, helping
from tests.domain.catan.table import Table, cards, line, node, path_edges, tile, upright, walk

BOTH = 0b110
ROW = line(2)
WAY = path_edges(ROW)


def used(flipped: bool = False) -> Table:
    """Seat 0 has used its forced trade for wool, which no other seat had."""
    return helping("forced_trade", flipped=flipped).when(0, UseForcedTrade(WOOL, BOTH))


@pytest.mark.rule("helpers.use.then_flip_or_exchange")
def test_after_side_a_the_card_is_flipped_or_exchanged() -> None:
    table = used()
    assert awaited(table) == ("settle_helper", [0])
    assert table.listed(0) == [FlipHelper(), *(ExchangeHelper(effect(name)) for name in display(table))]
    assert table.refused(0, EndTurn()) == "helpers.use.then_flip_or_exchange"
    assert helper(flip(used()), 0) == ("forced_trade", "B")
    exchanged = used().when(0, ExchangeHelper(effect("two_to_one")))
    assert helper(exchanged, 0) == ("two_to_one", "A")
    assert "forced_trade" in display(exchanged)
    assert awaited(exchanged) == ("trade", [0])


@pytest.mark.rule("helpers.use.side_b_leaves")
def test_after_side_b_the_card_is_exchanged() -> None:
    table = used(flipped=True)
    assert table.refused(0, FlipHelper()) == "helpers.use.side_b_leaves"
    assert FlipHelper() not in table.listed(0)
    table.when(0, ExchangeHelper(effect("two_to_one")))
    assert helper(table, 0) == ("two_to_one", "A")


@pytest.mark.rule("helpers.use.same_benefit")
def test_side_b_has_the_same_benefit() -> None:
    table = helping("forced_trade", flipped=True).hand(1, wool=1).hand(0, ore=1)
    table.when(0, UseForcedTrade(WOOL, BOTH))
    assert table.hand_of(0) == {"wool": 1, "ore": 1}
    assert helper(table, 0) == ("forced_trade", "B")


@pytest.mark.rule("helpers.use.same_benefit")
def test_side_b_works_in_the_very_next_turn() -> None:
    table = flip(helping("protect_seven").hand(0, ore=9).turn(1, "roll").roll(7)).turn(2, "roll").roll(7)
    assert (table.hand_of(0), awaited(table)) == ({"ore": 9}, ("settle_helper", [0]))
    assert table.refused(0, FlipHelper()) == "helpers.use.side_b_leaves"


@pytest.mark.rule("helpers.exchange.other_card")
def test_the_card_taken_is_another_one() -> None:
    table = used()
    assert table.refused(0, ExchangeHelper(effect("forced_trade"))) == "helpers.exchange.other_card"
    assert table.refused(0, ExchangeHelper(effect(helper(table, 1)[0]))) == "helpers.exchange.other_card"
    for name in display(table):
        assert ExchangeHelper(effect(name)) in CATAN.actions(table.state, 0)
    six = helping("forced_trade", seats=6).when(0, UseForcedTrade(WOOL, BOTH))
    assert len(display(six)) == 4


@pytest.mark.rule("helpers.exchange.side_a")
def test_returned_and_taken_cards_lie_on_side_a() -> None:
    table = used(flipped=True).when(0, ExchangeHelper(effect("two_to_one")))
    assert helper(table, 0) == ("two_to_one", "A")
    table.happens(HelperUsed(1, effect(helper(table, 1)[0])))
    table.happens(HelperExchanged(1, effect(helper(table, 1)[0]), effect("forced_trade"))).turn(1)
    assert helper(table, 1) == ("forced_trade", "A")
    flip(table.when(1, UseForcedTrade(WOOL, 1)), 1)
    assert UseForcedTrade(WOOL, 1) in CATAN.actions(table.turn(0).turn(1).state, 1)


@pytest.mark.rule("helpers.use.not_turn_taken")
def test_a_card_sleeps_in_the_turn_in_which_it_was_taken() -> None:
    table = helping("robber_to_desert").turn(0, "roll").robber(tile("(2,0)"))
    table.when(0, UseRobberToDesert(tile("(0,0)"))).when(0, ExchangeHelper(effect("two_to_one")))
    assert not table.view(0)["helpers"]["seats"][0]["ready"]
    table.phase("trade")
    assert table.refused(0, UseTwoToOne(WOOL)) == "helpers.use.not_turn_taken"
    assert not [c for c in table.listed(0) if isinstance(c, UseTwoToOne)]
    table.turn(1).turn(0)
    assert UseTwoToOne(WOOL) in CATAN.actions(table.state, 0)


@pytest.mark.rule("helpers.use.starting_card")
def test_a_card_of_the_founding_phase_works_from_the_first_turn() -> None:
    table = helping("road_help", "card_choice", "protect_seven").phase("roll").hand(2, ore=9)
    assert table.state.turn == 1
    table.roll(7)
    assert table.happened(HelperUsed) == [HelperUsed(2, effect("protect_seven"))]
    assert awaited(table) == ("settle_helper", [2])


@pytest.mark.rule("helpers.use.one_per_turn")
def test_one_use_a_turn() -> None:
    table = flip(used())
    assert table.refused(0, UseForcedTrade(ORE, BOTH)) == "helpers.use.one_per_turn"
    assert not [c for c in table.listed(0) if isinstance(c, UseForcedTrade)]
    table.turn(1).turn(0)
    assert UseForcedTrade(ORE, BOTH) in CATAN.actions(table.state, 0)


@pytest.mark.rule("helpers.use.no_voluntary_return")
@pytest.mark.parametrize("flipped", [False, True])
def test_an_unused_card_stays(flipped: bool) -> None:
    table = helping("forced_trade", flipped=flipped)
    for phase in ("roll", "trade", "build"):
        table.phase(phase)
        for command in (ExchangeHelper(effect("two_to_one")), FlipHelper()):
            assert table.refused(0, command) == "helpers.use.no_voluntary_return"
    table.phase("trade").when(0, UseForcedTrade(WOOL, BOTH))
    assert ExchangeHelper(effect("two_to_one")) in CATAN.actions(table.state, 0)


@pytest.mark.rule("helpers.use.no_special_building")
def test_no_helper_works_in_the_special_building_phase() -> None:
    table = helping("forced_trade", "take_from_leader", "road_help", seats=5)
    table.settlement(2, 10).hand(2, brick=2, lumber=2).when(0, EndTurn()).when(1, Pass())
    assert awaited(table) == ("special_building", [2])
    site = next(c for c in table.listed(2) if isinstance(c, BuildRoad))
    assert table.refused(2, UseRoadHelp(site.edge, cards(lumber=2))) == "helpers.use.no_special_building"
    assert not [c for c in table.listed(2) if isinstance(c, UseRoadHelp)]
    table.when(2, site)
    assert table.hand_of(2) == {"brick": 1, "lumber": 1}


OTHERS = {
    "forced_trade": UseForcedTrade(WOOL, 0b1000),
    "road_help": UseRoadHelp(0, cards(lumber=2)),
    "move_road": UseMoveRoad(0, 1),
    "card_choice": UseCardChoice(CARD_COST),
    "take_from_leader": UseTakeFromLeader(0),
    "knight_to_building": UseKnightToBuilding(0),
    "two_to_one": UseTwoToOne(WOOL),
    "robber_to_desert": UseRobberToDesert(9),
}


@pytest.mark.rule("helpers.use.off_turn_only_two")
def test_only_two_helpers_work_off_turn() -> None:
    for name, command in OTHERS.items():
        quiet = "two_to_one" if name != "two_to_one" else "forced_trade"
        assert helping(quiet, name).refused(1, command) == "helpers.use.off_turn_only_two"
    table = helping("forced_trade", "resource_balance").phase("roll").roll(5)
    table.when(1, UseResourceBalance(ORE))
    assert table.hand_of(1) == {"ore": 1}


@pytest.mark.rule("helpers.use.off_turn_settled_at_once")
def test_an_off_turn_use_is_settled_before_the_turn_goes_on() -> None:
    table = helping("forced_trade", "resource_balance").phase("roll").hand(0, wool=4).roll(5)
    table.when(1, UseResourceBalance(ORE))
    assert awaited(table) == ("settle_helper", [1])
    for command in (EndTurn(), MaritimeTrade(cards(wool=4), ORE), OfferTrade(cards(wool=1), cards(ore=1))):
        assert table.refused(0, command) == "catan.turn.pending_first"
    table.when(1, ExchangeHelper(effect("protect_seven")))
    assert awaited(table) == ("trade", [0])
    table.phase("roll").hand(1, grain=9).roll(7)
    assert table.happened(HelperUsed) == []
    assert table.turn(2, "roll").roll(7).happened(HelperUsed) == [HelperUsed(1, effect("protect_seven"))]


@pytest.mark.rule("helpers.use.after_roll")
def test_helpers_wait_for_the_roll_but_for_the_robber() -> None:
    for name, command in OTHERS.items():
        table = helping(name).turn(0, "roll").robber(tile("(2,0)"))
        if name == "robber_to_desert":
            assert command in table.listed(0)
            assert RollDice() in table.when(0, command).when(0, FlipHelper()).listed(0)
        else:
            assert table.refused(0, command) == "helpers.use.after_roll"


@pytest.mark.rule("helpers.use.pointless_refused")
def test_a_use_that_the_supply_cannot_pay_does_not_count() -> None:
    empty = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19)
    table = helping("two_to_one", "resource_balance").hand(2, **empty).phase("roll").roll(2)
    assert awaited(table) == ("trade", [0])
    assert table.refused(0, UseTwoToOne(WOOL)) == "helpers.use.pointless_refused"
    no_ore = helping("robber_to_desert", "resource_balance").hand(2, ore=19).robber(tile("(2,0)"))
    assert no_ore.refused(0, UseRobberToDesert(tile("(0,0)"))) == "helpers.use.pointless_refused"
    no_ore.phase("roll").roll(2)
    assert no_ore.refused(1, UseResourceBalance(ORE)) == "helpers.use.pointless_refused"
    assert UseResourceBalance(GRAIN) in no_ore.listed(1)
    seven = helping("two_to_one", "protect_seven").hand(2, **empty).phase("roll").roll(7)
    assert seven.happened(HelperUsed) == [HelperUsed(1, effect("protect_seven"))]


def test_what_nothing_asks_for_is_refused() -> None:
    table = helping("forced_trade")
    assert table.refused(0, DeclineHelper()) == "helpers.balance.window"
    assert table.refused(1, UseProtectSeven(ORE)) == "helpers.protection.compulsory"


def test_a_use_in_the_build_phase_leaves_trading_closed() -> None:
    roads = path_edges(walk(node("(0,0)N"), 2))
    table = helping("move_road").settlement(0, node("(0,0)N")).road(0, *roads).phase("build")
    move = next(c for c in table.listed(0) if isinstance(c, UseMoveRoad))
    flip(table.when(0, move))
    assert awaited(table) == ("build", [0])
    assert (
        helping("forced_trade").phase("build").refused(0, UseForcedTrade(WOOL, 2)) == "catan.turn.no_trade_after_build"
    )
    assert table.happened(HelperFlipped) == [HelperFlipped(0)]


USES = {
    "road_help": UseRoadHelp(0, cards(lumber=2)),
    "move_road": UseMoveRoad(0, 1),
    "card_choice": UseCardChoice(CARD_COST),
    "forced_trade": UseForcedTrade(WOOL, BOTH),
    "take_from_leader": UseTakeFromLeader(1),
    "knight_to_building": UseKnightToBuilding(0),
    "two_to_one": UseTwoToOne(WOOL),
    "robber_to_desert": UseRobberToDesert(0),
}


@pytest.mark.rule("helpers.use.one_per_turn")
@pytest.mark.parametrize("name", USES)
def test_no_helper_is_used_twice_a_turn(name: str) -> None:
    table = helping(name).happens(HelperUsed(0, effect(name)))
    assert table.refused(0, USES[name]) == "helpers.use.one_per_turn"


@pytest.mark.rule("helpers.use.not_turn_taken")
@pytest.mark.parametrize("name", USES)
def test_no_helper_is_used_in_the_turn_when_it_was_taken(name: str) -> None:
    others = helping("resource_balance").happens(HelperExchanged(0, effect("resource_balance"), effect(name)))
    assert others.refused(0, USES[name]) == "helpers.use.not_turn_taken"


@pytest.mark.rule("helpers.card.one_each_public")
@pytest.mark.parametrize("name", USES)
def test_nobody_uses_a_helper_that_lies_elsewhere(name: str) -> None:
    assert helping("resource_balance").refused(0, USES[name]) == "helpers.use.own_card"


def ready(name: str) -> Table:
    """Seat 0 may use the helper of this name with its command in READY."""
    table = helping(name, map_name="beginner").settlement(0, ROW[0]).road(0, *WAY[:2]).knights(0, 1)
    table.city(2, line(4)[4]).hand(2, ore=1).robber(tile("(0,2)"))
    return table.hand(0, brick=1, lumber=2, wool=1, grain=1, ore=1)


READY = {
    "road_help": UseRoadHelp(WAY[2], cards(lumber=2)),
    "move_road": UseMoveRoad(WAY[1], upright(ROW[1])),
    "card_choice": UseCardChoice(CARD_COST),
    "forced_trade": UseForcedTrade(WOOL, BOTH),
    "take_from_leader": UseTakeFromLeader(2),
    "knight_to_building": UseKnightToBuilding(ROW[2]),
    "two_to_one": UseTwoToOne(WOOL),
}


@pytest.mark.rule("helpers.use.one_per_turn")
@pytest.mark.parametrize("name", READY)
def test_every_use_is_on_record(name: str) -> None:
    table = ready(name).when(0, READY[name], *([KNIGHT] * 3 if name == "card_choice" else []))
    assert table.happened(HelperUsed) == [HelperUsed(0, effect(name))]
