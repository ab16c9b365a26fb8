"""Tests turn and timing (ledger section 6)."""

from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
)
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.robber.messages import Discard, MoveRobber, Steal
from domain.catan.chapters.trading.messages import AcceptOffer, OfferTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import ORE, WOOL
from tests.domain.catan.boards import seeded
from tests.domain.catan.table import Table, cards, edge, node, tile

WOOL_FOR_ORE = MaritimeTrade(cards(wool=4), ORE)
WOOL_OFFER = OfferTrade(cards(wool=1), cards(ore=1))
ROAD = BuildRoad(edge("(0,0)", "NE"))


def rich(**options: Any) -> Table:
    """Seat 0 can build or buy anything: it has a settlement with a road two edges long, and cards."""
    table = Table(**options).settlement(0, node("(0,0)N"))
    table.road(0, edge("(0,0)", "NW"), edge("(0,0)", "W"))
    return table.hand(0, brick=3, lumber=3, wool=7, grain=5, ore=5)


def frame(table: Table) -> str:
    """Return the name of the frame that the table waits in."""
    return str(table.view(None)["agenda"][-1]["frame"])


@pytest.mark.rule("catan.turn.starting_player")
def test_the_oldest_player_starts() -> None:
    table = Table(empty=False, starting_seat=2).phase("roll")
    assert table.view(None)["active"] == 2
    assert table.refused(0, RollDice()) == "catan.turn.active_only"
    table.roll(2)
    assert table.view(None)["dice"] == [1, 1]


@pytest.mark.rule("catan.turn.starting_player_default")
def test_the_start_is_drawn_when_nobody_is_named() -> None:
    config = CATAN.configure(4, "beginner", (), {})
    assert {CATAN.setup(config, seeded(number))[0].first for number in range(40)} == {0, 1, 2, 3}
    named = CATAN.configure(4, "beginner", (), {"starting_seat": 1})
    assert {CATAN.setup(named, seeded(number))[0].first for number in range(40)} == {1}


@pytest.mark.rule("catan.turn.clockwise")
def test_the_turn_goes_to_the_left() -> None:
    table = Table()
    order = []
    for number in range(8):
        order.append(table.view(None)["active"])
        assert table.view(None)["turn"] == number + 1
        table.when(order[-1], EndTurn()).roll(2)
    assert order == [0, 1, 2, 3, 0, 1, 2, 3]
    three = Table(3).turn(2).when(2, EndTurn())
    assert three.view(None)["active"] == 0


@pytest.mark.rule("catan.turn.phase_order")
def test_the_roll_comes_before_trade_and_building() -> None:
    table = rich().phase("roll")
    for command in (WOOL_FOR_ORE, ROAD, BuildCity(node("(0,0)N"))):
        assert table.refused(0, command) == "catan.turn.phase_order"
    assert table.refused(0, WOOL_OFFER) == "catan.trade.domestic.phase"
    assert table.listed(0) == [RollDice()]
    table.roll(12).when(0, WOOL_OFFER).when(0, WOOL_FOR_ORE).when(0, ROAD)
    assert frame(table) == "build"
    assert table.hand_of(0) == {"brick": 2, "lumber": 2, "wool": 3, "grain": 5, "ore": 6}


@pytest.mark.rule("catan.turn.no_trade_after_build")
def test_building_or_buying_ends_trading() -> None:
    site = node("(-1,1)N")
    for command in (ROAD, BuildSettlement(site), BuildCity(node("(0,0)N")), BuyDevelopmentCard()):
        table = rich()
        assert WOOL_FOR_ORE in table.listed(0)
        table.when(0, command, *([0] if command == BuyDevelopmentCard() else []))
        assert table.refused(0, WOOL_FOR_ORE) == "catan.turn.no_trade_after_build"
        assert table.refused(0, WOOL_OFFER) == "catan.turn.no_trade_after_build"
        assert not any(type(listed) is MaritimeTrade for listed in table.listed(0))
        assert CATAN.actions(table.state, 0).templates == []
        table.when(0, EndTurn())


@pytest.mark.rule("catan.turn.card_keeps_phase")
def test_a_development_card_keeps_the_trade_phase() -> None:
    table = rich().cards(0, road_building=1).when(0, PlayRoadBuilding()).when(0, ROAD)
    table.when(0, BuildRoad(edge("(0,0)", "E")))
    assert frame(table) == "trade"
    assert table.hand_of(0)["brick"] == 3
    table.when(0, WOOL_FOR_ORE)
    assert table.hand_of(0)["ore"] == 6

    knight = rich().cards(0, knight=1).when(0, PlayKnight()).when(0, MoveRobber(tile("(0,2)")))
    assert frame(knight) == "trade"


@pytest.mark.rule("catan.turn.combined_trade_build")
def test_trade_and_building_may_be_mixed_under_the_option() -> None:
    table = rich(combined_trade_build=True).when(0, ROAD).when(0, WOOL_FOR_ORE).when(0, WOOL_OFFER)
    assert frame(table) == "trade_build"
    table.when(0, BuildCity(node("(0,0)N"))).hand(1, ore=1).when(1, AcceptOffer(1))
    assert rich(combined_trade_build=True).phase("roll").refused(0, WOOL_FOR_ORE) == "catan.turn.phase_order"
    assert rich().when(0, ROAD).refused(0, WOOL_FOR_ORE) == "catan.turn.no_trade_after_build"


@pytest.mark.rule("catan.turn.roll_first")
def test_a_turn_cannot_end_before_the_roll() -> None:
    table = Table().phase("roll")
    assert table.refused(0, EndTurn()) == "catan.turn.roll_first"
    table.roll(2).when(0, EndTurn())
    assert table.view(None)["active"] == 1


@pytest.mark.rule("catan.turn.roll_once")
def test_there_is_one_roll_a_turn() -> None:
    table = rich().phase("roll").roll(12)
    assert table.refused(0, RollDice()) == "catan.turn.roll_once"
    table.when(0, ROAD)
    assert table.refused(0, RollDice()) == "catan.turn.roll_once"
    table.when(0, EndTurn()).roll(2)
    assert table.view(None)["dice"] == [1, 1]


@pytest.mark.rule("catan.turn.before_roll_card_only")
def test_before_the_roll_only_a_card_may_be_played() -> None:
    table = rich().cards(0, knight=1).phase("roll")
    assert table.refused(0, BuyDevelopmentCard()) == "catan.turn.before_roll_card_only"
    assert table.listed(0) == [RollDice(), PlayKnight()]
    table.when(0, PlayKnight()).when(0, MoveRobber(tile("(0,2)")))
    assert frame(table) == "roll"
    assert table.roll(12).hand_of(0)["wool"] == 7


@pytest.mark.rule("catan.turn.before_roll_card_only")
def test_every_kind_of_card_may_come_before_the_roll() -> None:
    for command in (PlayRoadBuilding(), PlayYearOfPlenty(cards(ore=2)), PlayMonopoly(WOOL)):
        table = rich().cards(0, road_building=1, year_of_plenty=1, monopoly=1).phase("roll").when(0, command)
        assert table.view(None)["card_played"]
        assert sum(table.view(None)["played_cards"].values()) == 1


@pytest.mark.rule("catan.turn.optional_phases")
def test_trade_and_building_are_optional() -> None:
    table = rich().phase("roll").roll(5).when(0, EndTurn())
    assert table.view(None)["active"] == 1
    assert table.hand_of(0) == {"brick": 3, "lumber": 3, "wool": 7, "grain": 5, "ore": 5}


@pytest.mark.rule("catan.turn.active_only")
def test_only_the_active_player_acts() -> None:
    table = Table().settlement(1, node("(0,0)N")).hand(1, brick=1, lumber=1, wool=5, grain=2, ore=3)
    table.cards(1, knight=1)
    for command in (ROAD, BuildCity(node("(0,0)N")), BuyDevelopmentCard(), EndTurn()):
        assert table.refused(1, command) == "catan.turn.active_only"
    assert table.refused(1, WOOL_FOR_ORE) == "catan.trade.maritime.active_only"
    assert table.refused(1, PlayKnight()) == "catan.development_card.own_turn"
    assert table.listed(1) == []
    table.phase("roll")
    assert table.refused(1, RollDice()) == "catan.turn.active_only"
    table.turn(1).when(1, ROAD)


@pytest.mark.rule("catan.turn.others_duties")
def test_the_others_answer_offers_and_discard() -> None:
    table = Table().hand(0, wool=1).hand(1, ore=9).when(0, WOOL_OFFER).when(1, AcceptOffer(1))
    assert table.view(None)["offers"][0]["accepted"] == [1]
    table.when(1, OfferTrade(cards(ore=2), cards(wool=1)))
    assert table.refused(1, RollDice()) == "catan.turn.active_only"
    assert Table().phase("roll").refused(1, RollDice()) == "catan.turn.active_only"

    seven = Table().hand(1, ore=9).phase("roll").roll(7)
    assert [(a.seat, a.frame) for a in CATAN.awaiting(seven.state)] == [(1, "discard")]
    assert seven.refused(2, Discard(cards())) == "catan.seven.discard_owed"
    assert seven.refused(1, OfferTrade(cards(ore=1), cards(wool=1))) == "catan.turn.pending_first"
    seven.when(1, Discard(cards(ore=4)))
    assert seven.refused(1, MoveRobber(tile("(0,2)"))) == "catan.turn.active_only"
    assert seven.refused(1, OfferTrade(cards(ore=1), cards(wool=1))) == "catan.turn.others_duties"


@pytest.mark.rule("catan.turn.pending_first")
def test_who_owes_a_discard_does_nothing_else() -> None:
    table = rich().cards(0, monopoly=1).hand(1, brick=4, lumber=4).phase("roll").roll(7)
    pending(table, "catan.turn.pending_first")
    table.when(0, Discard(cards(wool=7, grain=4)))
    pending(table, "catan.turn.pending_first")
    assert table.refused(1, ROAD) == "catan.turn.pending_first"
    table.when(1, Discard(cards(brick=4)))
    pending(table, "catan.robber.must_move")


def pending(table: Table, rule_for_end: str, rule: str = "catan.turn.pending_first") -> None:
    """Check that seat 0 has to finish something before it trades, buys or plays a card, or ends the turn."""
    for command in (WOOL_FOR_ORE, WOOL_OFFER, BuyDevelopmentCard(), PlayMonopoly(WOOL)):
        assert table.refused(0, command) == rule
        assert command not in table.listed(0)
    assert table.refused(0, EndTurn()) == rule_for_end


@pytest.mark.rule("catan.turn.pending_first")
def test_the_robber_goes_before_anything_else() -> None:
    table = rich().cards(0, knight=1, monopoly=1).settlement(1, node("(0,2)N")).hand(1, ore=1)
    table.when(0, PlayKnight())
    pending(table, "catan.robber.must_move")
    table.when(0, MoveRobber(tile("(0,2)")))
    pending(table, "catan.turn.pending_first")
    table.when(0, Steal(1), ORE).when(0, WOOL_FOR_ORE)
    assert table.hand_of(0)["ore"] == 7


@pytest.mark.rule("catan.turn.pending_first")
def test_discards_go_before_anything_else() -> None:
    table = Table().cards(0, monopoly=1).hand(0, wool=7).hand(1, ore=8).phase("roll").roll(7)
    pending(table, "catan.turn.pending_first")
    assert table.listed(0) == []
    assert table.refused(0, MoveRobber(tile("(0,2)"))) == "catan.seven.discard_before_robber"
    table.when(1, Discard(cards(ore=4))).when(0, MoveRobber(tile("(0,2)"))).when(0, WOOL_FOR_ORE)


@pytest.mark.rule("catan.turn.pending_first")
def test_free_roads_go_before_anything_else() -> None:
    table = rich().cards(0, road_building=1, monopoly=1).when(0, PlayRoadBuilding())
    pending(table, "catan.road_building.mandatory", "catan.road_building.mandatory")
