"""Tests phase 1: resource production (ledger section 7)."""

import pytest

from domain.catan.chapters.building.messages import BuildCity, BuildSettlement
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.production import ResourcesProduced
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import RESOURCES, WOOL
from tests.domain.catan.boards import printed
from tests.domain.catan.table import Table, cards, edge, node, tile

FULL = dict.fromkeys(RESOURCES, 19)
MOUNTAINS_8 = ("(2,0)N", "(2,1)N", "(1,1)N")


def before_roll(board: dict[str, tuple[str, int]] | None = None) -> Table:
    """Seat 0 is about to roll on the printed island, where some tiles are changed."""
    return Table(map_name="variable", board=printed(board)).phase("roll")


def hands(table: Table) -> list[dict[str, int]]:
    """Return the hands of all four seats."""
    return [table.hand_of(seat) for seat in range(4)]


@pytest.mark.rule("catan.production.sum")
def test_the_tiles_of_the_sum_produce() -> None:
    table = before_roll().settlement(0, node("(2,0)N")).settlement(1, node("(-2,1)N")).settlement(2, node("(0,2)N"))
    table.roll(8)
    assert table.view(None)["dice"] == [2, 6]
    assert hands(table) == [{"ore": 1}, {"lumber": 1}, {}, {}]
    assert table.bank() == {**FULL, "ore": 18, "lumber": 18}


@pytest.mark.rule("catan.production.sum")
def test_the_robber_excepts_its_tile() -> None:
    table = before_roll().settlement(0, node("(2,0)N")).settlement(1, node("(-2,1)N")).robber(tile("(2,0)"))
    assert hands(table.roll(8)) == [{}, {"lumber": 1}, {}, {}]


@pytest.mark.rule("catan.production.all_players")
def test_a_roll_pays_everybody() -> None:
    table = before_roll().settlement(2, node("(0,2)S")).settlement(3, node("(0,2)N")).roll(11)
    assert hands(table) == [{}, {}, {"wool": 1}, {"wool": 1}]
    assert table.view(None)["active"] == 0


@pytest.mark.rule("catan.production.settlement")
def test_a_settlement_gets_one_card_from_each_tile() -> None:
    table = before_roll().settlement(0, node("(-2,1)N"))
    assert table.roll(8).hand_of(0) == {"lumber": 1}
    table.phase("roll").roll(9).phase("roll").roll(11)
    assert table.hand_of(0) == {"lumber": 2, "grain": 1}
    table.phase("roll").roll(10)
    assert table.hand_of(0) == {"lumber": 2, "grain": 1}


@pytest.mark.rule("catan.production.several_settlements")
def test_every_settlement_at_a_tile_is_paid() -> None:
    for count in (2, 3):
        table = before_roll().settlement(0, *(node(name) for name in MOUNTAINS_8[:count])).roll(8)
        assert table.hand_of(0) == {"ore": count}


@pytest.mark.rule("catan.production.city")
def test_a_city_gets_two_cards_from_each_tile() -> None:
    table = before_roll({"(1,1)": ("pasture", 10)}).city(0, node("(1,2)N")).settlement(1, node("(1,1)N")).roll(10)
    assert hands(table) == [{"wool": 2}, {"wool": 1}, {}, {}]
    assert table.bank() == {**FULL, "wool": 16}


@pytest.mark.rule("catan.production.two_hexes")
def test_two_tiles_of_the_number_both_pay() -> None:
    table = before_roll({"(-1,0)": ("forest", 9)}).settlement(0, node("(-2,1)N"))
    assert table.roll(9).hand_of(0) == {"lumber": 1, "grain": 1}
    assert before_roll().settlement(0, node("(-2,1)N")).roll(9).hand_of(0) == {"grain": 1}
    same = before_roll({"(-1,0)": ("fields", 9)}).settlement(0, node("(-2,1)N")).city(1, node("(-1,0)N"))
    assert hands(same.roll(9)) == [{"grain": 2}, {"grain": 2}, {}, {}]


@pytest.mark.rule("catan.production.no_building")
def test_a_tile_without_buildings_pays_nobody() -> None:
    table = before_roll().settlement(0, node("(0,2)N")).road(1, edge("(1,-2)", "NE")).roll(2)
    assert table.happened(ResourcesProduced) == []
    assert hands(table) == [{}, {}, {}, {}]
    assert table.bank() == FULL


@pytest.mark.rule("catan.production.desert")
def test_the_desert_never_produces() -> None:
    for number in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        table = before_roll({"(0,-2)": ("desert", 0), "(0,0)": ("mountains", 10)}).robber(tile("(0,2)"))
        table.settlement(0, node("(0,-2)N")).city(1, node("(0,-3)S")).roll(number)
        assert hands(table) == [{}, {}, {}, {}]
        assert table.bank() == FULL


@pytest.mark.rule("catan.production.robber_blocks")
def test_the_robber_blocks_its_tile_for_everybody() -> None:
    table = before_roll().settlement(0, node("(-2,1)N")).city(1, node("(-2,2)N"))
    assert hands(table.roll(8)) == [{"lumber": 1}, {"lumber": 2}, {}, {}]
    table.robber(tile("(-2,1)")).phase("roll").roll(8)
    assert hands(table) == [{"lumber": 1}, {"lumber": 2}, {}, {}]
    assert table.happened(ResourcesProduced) == []


@pytest.mark.rule("catan.production.robber_blocks_one_hex")
def test_other_tiles_of_the_number_still_pay_the_blocked() -> None:
    table = before_roll().settlement(0, node("(-2,1)N"), node("(2,1)N")).robber(tile("(-2,1)")).roll(8)
    assert table.hand_of(0) == {"ore": 1}
    table.phase("roll").roll(9)
    assert table.hand_of(0) == {"ore": 1, "grain": 1}


@pytest.mark.rule("catan.production.robber_stays")
def test_the_robbers_own_number_does_not_move_it() -> None:
    table = before_roll().settlement(0, node("(2,1)N")).robber(tile("(-2,1)")).roll(8)
    assert table.view(None)["robber"] == tile("(-2,1)")
    assert [frame["frame"] for frame in table.view(None)["agenda"]] == ["trade"]


def ore_left(left: int, board: dict[str, tuple[str, int]] | None = None) -> Table:
    """Seat 3 holds all ore but what is left in the bank; seat 0 has a settlement and seat 1 a city at mountains 8."""
    table = before_roll(board).hand(3, ore=19 - left)
    return table.settlement(0, node("(2,0)N")).city(1, node("(2,1)N"))


@pytest.mark.rule("catan.production.bank_enough")
def test_a_stack_that_just_suffices_pays_everybody() -> None:
    table = ore_left(3).roll(8)
    assert hands(table) == [{"ore": 1}, {"ore": 2}, {}, {"ore": 16}]
    assert table.bank()["ore"] == 0


@pytest.mark.rule("catan.production.bank_short_several")
def test_a_short_stack_pays_none_of_several() -> None:
    for left in (0, 1, 2):
        table = ore_left(left).roll(8)
        assert hands(table) == [{}, {}, {}, {"ore": 19 - left}]
        assert table.bank()["ore"] == left


@pytest.mark.rule("catan.production.bank_short_one_player")
def test_a_single_player_takes_what_is_left() -> None:
    table = before_roll().hand(3, ore=18).city(0, node("(2,1)N")).roll(8)
    assert hands(table) == [{"ore": 1}, {}, {}, {"ore": 18}]
    assert table.bank()["ore"] == 0
    assert table.seen(None)[1]["gains"] == [{"ore": 1}, {}, {}, {}]

    table.turn(3).when(3, MaritimeTrade(cards(ore=4), WOOL)).when(3, EndTurn()).roll(8)
    assert table.hand_of(0) == {"ore": 3}
    assert table.bank()["ore"] == 2


@pytest.mark.rule("catan.production.bank_short_one_player")
def test_two_buildings_of_one_player_take_what_is_left() -> None:
    table = before_roll().hand(3, ore=18).settlement(0, node("(2,1)N"), node("(2,0)N")).roll(8)
    assert table.hand_of(0) == {"ore": 1}


@pytest.mark.rule("catan.production.bank_short_per_kind")
def test_a_shortage_touches_one_kind_only() -> None:
    table = ore_left(2, {"(-2,1)": ("fields", 8)}).settlement(0, node("(-2,1)N")).city(2, node("(-2,2)N")).roll(8)
    assert hands(table) == [{"grain": 1}, {}, {"grain": 2}, {"ore": 17}]
    assert table.bank() == {**FULL, "ore": 2, "grain": 16}


@pytest.mark.rule("catan.production.bank_short_blocked")
def test_blocked_cards_are_not_due() -> None:
    table = before_roll({"(-2,1)": ("mountains", 8)}).hand(3, ore=17)
    table.city(0, node("(-3,2)N")).city(1, node("(2,0)N")).robber(tile("(2,0)")).roll(8)
    assert hands(table) == [{"ore": 2}, {}, {}, {"ore": 17}]

    free = before_roll({"(-2,1)": ("mountains", 8)}).hand(3, ore=17)
    free.city(0, node("(-3,2)N")).city(1, node("(2,0)N")).roll(8)
    assert hands(free) == [{}, {}, {}, {"ore": 17}]


@pytest.mark.rule("catan.production.seven")
def test_a_seven_pays_nobody() -> None:
    table = before_roll()
    for seat, name in enumerate(("(2,0)N", "(-2,1)N", "(0,2)N", "(0,-1)N")):
        table.city(seat, node(name))
    table.roll(7)
    assert hands(table) == [{}, {}, {}, {}]
    assert table.bank() == FULL
    assert table.happened(ResourcesProduced) == []


@pytest.mark.rule("catan.production.not_on_building")
def test_building_pays_nothing() -> None:
    table = Table().road(0, edge("(-2,1)", "NE")).hand(0, brick=1, lumber=1, wool=1, grain=3, ore=3)
    table.when(0, BuildSettlement(node("(-2,1)N")))
    assert table.hand_of(0) == {"grain": 2, "ore": 3}
    table.when(0, BuildCity(node("(-2,1)N")))
    assert table.hand_of(0) == {}
    assert table.bank() == FULL


@pytest.mark.rule("catan.production.no_hand_limit")
def test_a_hand_has_no_limit_without_a_seven() -> None:
    table = before_roll().hand(0, lumber=12).settlement(0, node("(1,2)N"), node("(-3,3)N")).roll(5)
    assert table.hand_of(0) == {"lumber": 12, "wool": 1, "brick": 1}
    table.when(0, EndTurn())
    assert table.view(None)["seats"][0]["resource_count"] == 14

    seven = before_roll().hand(0, lumber=12).roll(7)
    assert seven.view(None)["agenda"][-1]["frame"] == "discard"
