"""Tests phase 2b: maritime trade (ledger section 8)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildSettlement
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import BRICK, GRAIN, ORE, RESOURCES, WOOL
from tests.domain.catan.boards import founded, laid
from tests.domain.catan.table import Table, cards, edge, node

ANY_HARBOR = "(0,-2)N"
ORE_HARBOR = "(2,-1)N"


def trades(table: Table, seat: int = 0) -> list[MaritimeTrade]:
    """Return the listed trades with the bank."""
    return [command for command in table.listed(seat) if type(command) is MaritimeTrade]


@pytest.mark.rule("catan.trade.maritime.active_only")
def test_only_the_active_player_trades_with_the_bank() -> None:
    table = Table().hand(1, wool=4)
    command = MaritimeTrade(cards(wool=4), ORE)
    assert table.refused(1, command) == "catan.trade.maritime.active_only"
    assert table.listed(1) == []
    assert table.turn(1, "roll").refused(1, command) == "catan.turn.phase_order"
    table.roll(2).when(1, command)
    assert table.hand_of(1) == {"ore": 1}


@pytest.mark.rule("catan.trade.maritime.four_to_one", "catan.trade.maritime.must_own")
def test_four_of_a_kind_buy_one() -> None:
    table = Table().hand(0, wool=4)
    assert {command.take for command in trades(table)} == {0, 1, 3, 4}
    table.when(0, MaritimeTrade(cards(wool=4), ORE))
    assert table.hand_of(0) == {"ore": 1}
    assert table.bank() == {"brick": 19, "lumber": 19, "wool": 19, "grain": 19, "ore": 18}
    for held, given, name in ((3, 4, "must_own"), (3, 3, "three_to_one"), (5, 5, "four_to_one")):
        short, rule = Table().hand(0, wool=held), f"catan.trade.maritime.{name}"
        assert short.refused(0, MaritimeTrade(cards(wool=given), ORE)) == rule


@pytest.mark.rule("catan.trade.maritime.four_to_one")
def test_no_harbor_trades_one_five_or_six_cards() -> None:
    table = Table().hand(0, wool=6).settlement(1, node(ANY_HARBOR)).road(0, edge("(2,-1)", "NE"), edge("(2,0)", "E"))
    for given in (1, 5, 6):
        assert table.refused(0, MaritimeTrade(cards(wool=given), ORE)) == "catan.trade.maritime.four_to_one"
    assert table.refused(0, MaritimeTrade(cards(wool=3), ORE)) == "catan.trade.maritime.own_harbor_only"


@pytest.mark.rule("catan.trade.maritime.same_kind_given")
def test_the_cards_given_are_of_one_kind() -> None:
    table = Table().hand(0, wool=3, lumber=1)
    for given in (cards(wool=3, lumber=1), cards(wool=2, lumber=1), cards()):
        assert table.refused(0, MaritimeTrade(given, ORE)) == "catan.trade.maritime.same_kind_given"
    assert trades(table) == []


@pytest.mark.rule("catan.trade.maritime.three_to_one")
def test_a_harbor_trades_three_to_one() -> None:
    command = MaritimeTrade(cards(lumber=3), GRAIN)
    table = Table().settlement(0, node(ANY_HARBOR)).hand(0, lumber=3).when(0, command)
    assert table.hand_of(0) == {"grain": 1}
    assert table.bank()["lumber"] == 19
    inland = Table().settlement(0, node("(0,0)N")).hand(0, lumber=3)
    assert inland.refused(0, command) == "catan.trade.maritime.three_to_one"
    four = Table().settlement(0, node(ANY_HARBOR)).hand(0, lumber=4)
    assert four.when(0, MaritimeTrade(cards(lumber=4), GRAIN)).hand_of(0) == {"grain": 1}


@pytest.mark.rule("catan.trade.maritime.two_to_one")
def test_a_special_harbor_trades_its_kind_two_to_one() -> None:
    spots = {"brick": "(-3,2)N", "lumber": "(-2,0)N", "wool": "(1,2)N", "grain": "(1,-2)N", "ore": ORE_HARBOR}
    for name, spot in spots.items():
        take = BRICK if name != "brick" else ORE
        given = tuple(2 * (kind == name) for kind in RESOURCES)
        table = Table().hand(0, brick=2, lumber=2, wool=2, grain=2, ore=2)
        assert table.refused(0, MaritimeTrade(given, take)) == "catan.trade.maritime.two_to_one"
        table.settlement(0, node(spot)).when(0, MaritimeTrade(given, take))
        assert table.hand_of(0) == {kind: 2 for kind in RESOURCES if kind != name} | {RESOURCES[take]: 3}


@pytest.mark.rule("catan.trade.maritime.two_to_one_kind_only")
def test_a_special_harbor_improves_no_other_kind() -> None:
    table = Table().settlement(0, node(ORE_HARBOR)).hand(0, grain=4)
    two, three = MaritimeTrade(cards(grain=2), BRICK), MaritimeTrade(cards(grain=3), BRICK)
    assert table.refused(0, two) == "catan.trade.maritime.two_to_one_kind_only"
    assert table.refused(0, three) == "catan.trade.maritime.three_to_one"
    assert {sum(command.give) for command in trades(table)} == {4}
    table.when(0, MaritimeTrade(cards(grain=4), BRICK))
    assert table.hand_of(0) == {"brick": 1}


@pytest.mark.rule("catan.trade.maritime.city_keeps_harbor")
def test_a_city_keeps_its_harbor() -> None:
    table = Table().city(0, node(ANY_HARBOR)).city(0, node(ORE_HARBOR)).hand(0, lumber=3, ore=2)
    table.when(0, MaritimeTrade(cards(lumber=3), GRAIN)).when(0, MaritimeTrade(cards(ore=2), WOOL))
    assert table.hand_of(0) == {"grain": 1, "wool": 1}


@pytest.mark.rule("catan.trade.maritime.own_harbor_only")
def test_another_players_harbor_gives_no_rate() -> None:
    table = Table().settlement(1, node(ORE_HARBOR), node(ANY_HARBOR)).hand(0, ore=3, wool=3)
    assert table.refused(0, MaritimeTrade(cards(ore=2), BRICK)) == "catan.trade.maritime.own_harbor_only"
    assert table.refused(0, MaritimeTrade(cards(wool=3), BRICK)) == "catan.trade.maritime.own_harbor_only"
    assert trades(table) == []
    table.turn(1).hand(1, ore=2).when(1, MaritimeTrade(cards(ore=2), BRICK))


@pytest.mark.rule("catan.trade.maritime.road_not_enough")
def test_a_road_at_a_harbor_gives_no_rate() -> None:
    table = Table().settlement(0, node("(1,-3)S")).road(0, edge("(0,-2)", "NE")).hand(0, wool=3)
    command = MaritimeTrade(cards(wool=3), ORE)
    assert table.refused(0, command) == "catan.trade.maritime.road_not_enough"
    assert trades(table) == []
    table.settlement(0, node(ANY_HARBOR)).when(0, command)


@pytest.mark.rule("catan.trade.maritime.one_owner_per_harbor")
def test_a_harbor_has_one_building_at_most() -> None:
    table = Table().settlement(0, node(ANY_HARBOR)).road(1, edge("(0,-2)", "W"))
    table.turn(1).hand(1, brick=1, lumber=1, wool=1, grain=1)
    assert table.refused(1, BuildSettlement(node("(0,-3)S"))) == "catan.settlement.distance"
    assert table.refused(1, BuildSettlement(node(ANY_HARBOR))) == "catan.settlement.free_vertex"
    table.when(1, BuildSettlement(node("(-1,-1)N")))
    for number in range(10):
        board = CATAN.begin(laid(number)).setting.board
        for spot in board.harbor_edges:
            a, b = board.topology.edge_nodes[spot]
            assert board.topology.near[a] >> b & 1


@pytest.mark.rule("catan.trade.maritime.no_like_for_like")
def test_a_kind_is_not_traded_for_itself() -> None:
    table = Table().hand(0, wool=4)
    assert table.refused(0, MaritimeTrade(cards(wool=4), WOOL)) == "catan.trade.maritime.no_like_for_like"
    assert all(command.take != WOOL for command in trades(table))


@pytest.mark.rule("catan.trade.maritime.bank_has_card")
def test_an_empty_stack_gives_nothing() -> None:
    table = Table().hand(0, wool=4).hand(1, ore=19)
    assert table.refused(0, MaritimeTrade(cards(wool=4), ORE)) == "catan.trade.maritime.bank_has_card"
    assert {command.take for command in trades(table)} == {0, 1, 3}
    assert table.hand_of(0) == {"wool": 4}
    last = Table().hand(0, wool=4).hand(1, ore=18).when(0, MaritimeTrade(cards(wool=4), ORE))
    assert (last.hand_of(0), last.bank()["ore"]) == ({"ore": 1}, 0)


@pytest.mark.rule("catan.trade.maritime.repeat")
def test_trades_with_the_bank_may_be_repeated() -> None:
    table = Table().hand(0, wool=8)
    table.when(0, MaritimeTrade(cards(wool=4), ORE)).when(0, MaritimeTrade(cards(wool=4), BRICK))
    assert table.hand_of(0) == {"ore": 1, "brick": 1}


@pytest.mark.rule("catan.trade.maritime.founding_harbor")
def test_a_founding_harbor_serves_from_the_first_turn() -> None:
    table = founded(8)
    assert node(ANY_HARBOR) in table.view(None)["seats"][0]["settlements"]
    assert table.view(None)["turn"] == 1
    table.hand(0, wool=3).roll(2).when(0, MaritimeTrade(cards(wool=3), GRAIN))
    assert table.hand_of(0) == {"lumber": 1, "grain": 1, "ore": 1}
    inland = founded(8).turn(1).hand(1, wool=3)
    assert inland.refused(1, MaritimeTrade(cards(wool=3), GRAIN)) == "catan.trade.maritime.own_harbor_only"


@pytest.mark.rule("catan.trade.maritime.new_harbor")
def test_a_new_harbor_serves_from_the_next_turn() -> None:
    table = Table(3).road(0, edge("(0,-2)", "NE")).hand(0, brick=1, lumber=1, wool=4, grain=1)
    command = MaritimeTrade(cards(wool=3), ORE)
    table.when(0, BuildSettlement(node(ANY_HARBOR)))
    assert table.refused(0, command) == "catan.turn.no_trade_after_build"
    assert trades(table) == []
    for seat in range(3):
        table.when(seat, EndTurn()).roll(12)
    assert table.when(0, command).hand_of(0) == {"ore": 1}


@pytest.mark.rule("catan.trade.maritime.new_harbor")
def test_a_new_harbor_serves_at_once_under_the_option() -> None:
    table = Table(combined_trade_build=True).road(0, edge("(0,-2)", "NE"))
    table.hand(0, brick=1, lumber=1, wool=4, grain=1)
    command = MaritimeTrade(cards(wool=3), ORE)
    assert table.refused(0, command) == "catan.trade.maritime.road_not_enough"
    table.when(0, BuildSettlement(node(ANY_HARBOR))).when(0, command)
    assert table.hand_of(0) == {"ore": 1}
