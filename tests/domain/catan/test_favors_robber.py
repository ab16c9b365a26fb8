"""Tests favors: tokens for a harmless robber (rulebook 003, Entre amigos, Desplazando al ladrón)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import PlayKnight, PlayRoadBuilding
from domain.catan.chapters.robber.messages import DeclineSteal, MoveRobber, Steal
from domain.catan.terms import DESERT
from tests.domain.catan.favoring import BOOK, SHIP, WOOL, Favoring
from tests.domain.catan.table import path_edges, ring, tile

THE_DESERT = tile("(0,0)")
FOREST = tile("(-2,1)")
AROUND = ring("(-2,1)")
AROUND_DESERT = ring("(0,0)")


def seven(table: Favoring) -> Favoring:
    """Seat 0 has rolled a seven, and the robber stands far away."""
    table.robber(tile("(2,0)")).phase("roll").roll(7)
    return table


def spared() -> Favoring:
    """Seat 0 moved the robber to the desert beside seat 1, who has cards."""
    table = seven(Favoring().settlement(1, AROUND_DESERT[0]).hand(1, wool=2))
    return table.when(0, MoveRobber(THE_DESERT))


@pytest.mark.rule("favors.robber.seven")
def test_a_seven_spent_on_an_empty_hex_earns_a_token() -> None:
    table = seven(Favoring()).when(0, MoveRobber(FOREST), BOOK)
    assert (table.drawn(), table.held(0), table.frame()) == ([0], {"book": 1}, "trade")
    table = seven(Favoring().settlement(1, AROUND[0])).when(0, MoveRobber(FOREST))
    assert table.drawn() == []


@pytest.mark.rule("favors.robber.knight")
def test_a_knight_earns_the_same_before_the_roll() -> None:
    table = Favoring().cards(0, knight=1).phase("roll").when(0, PlayKnight())
    table.when(0, MoveRobber(FOREST), SHIP)
    assert (table.drawn(), table.frame()) == ([0], "roll")
    table = Favoring().cards(0, road_building=1).road(0, path_edges(AROUND)[0]).when(0, PlayRoadBuilding())
    table.when(0, BuildRoad(path_edges(AROUND)[1]))
    assert table.drawn() == []


@pytest.mark.rule("favors.robber.own_buildings_count")
def test_an_own_building_makes_a_hex_no_empty_one() -> None:
    table = seven(Favoring().settlement(0, AROUND[0])).when(0, MoveRobber(FOREST))
    assert table.drawn() == []
    table = seven(Favoring().road(0, path_edges(AROUND)[0])).when(0, MoveRobber(FOREST), BOOK)
    assert table.drawn() == [0]


@pytest.mark.rule("favors.robber.empty_desert_once")
def test_the_empty_desert_earns_one_token() -> None:
    table = seven(Favoring()).when(0, MoveRobber(THE_DESERT), BOOK)
    assert (table.drawn(), table.counts()) == ([0], [1, 0, 0, 0])


@pytest.mark.rule("favors.robber.desert_spared")
def test_sparing_the_neighbors_of_the_desert_earns_a_token() -> None:
    table = spared()
    assert (table.drawn(), table.frame()) == ([], "steal")
    table.when(0, DeclineSteal(), BOOK)
    assert (table.drawn(), table.hand_of(1)) == ([0], {"wool": 2})
    assert spared().when(0, Steal(1), WOOL).counts() == [0] * 4


@pytest.mark.rule("combo.favors_steal_compulsory.desert")
def test_where_stealing_is_compulsory_the_desert_may_still_be_spared() -> None:
    table = seven(Favoring(steal_compulsory=True).settlement(1, AROUND_DESERT[0]).hand(1, wool=2))
    table.when(0, MoveRobber(THE_DESERT))
    assert DeclineSteal() in table.listed(0)
    assert table.when(0, DeclineSteal(), BOOK).counts() == [1, 0, 0, 0]


@pytest.mark.rule("catan.robber.steal_may_decline")
def test_where_stealing_is_compulsory_nobody_else_is_spared() -> None:
    table = seven(Favoring(steal_compulsory=True).settlement(1, AROUND[0]).hand(1, wool=2))
    table.when(0, MoveRobber(FOREST))
    assert table.listed(0) == [Steal(1)]
    assert table.refused(0, DeclineSteal()) == "catan.robber.steal_may_decline"


@pytest.mark.rule("combo.favors_robber_token_only.desert")
def test_where_the_robber_stays_off_the_desert_only_an_empty_hex_earns_a_token() -> None:
    table = seven(Favoring(robber_token_only=True))
    assert table.refused(0, MoveRobber(THE_DESERT)) == "catan.robber.token_only"
    assert table.when(0, MoveRobber(FOREST), BOOK).drawn() == [0]


@pytest.mark.rule("combo.favors_friendly_robber.desert")
def test_the_friendly_robber_leaves_the_desert_open_where_nobody_is_to_be_spared() -> None:
    table = seven(Favoring(friendly_robber=True).settlement(1, AROUND_DESERT[0]).hand(1, wool=2))
    assert table.refused(0, MoveRobber(THE_DESERT)) == "catan.robber.friendly"
    assert table.when(0, MoveRobber(FOREST), BOOK).drawn() == [0]


@pytest.mark.rule("favors.robber.decline_elsewhere")
def test_declining_elsewhere_earns_nothing() -> None:
    table = seven(Favoring().settlement(1, AROUND[0]).hand(1, wool=2)).when(0, MoveRobber(FOREST))
    assert table.when(0, DeclineSteal()).counts() == [0] * 4


@pytest.mark.rule("favors.robber.desert_nobody_to_rob")
def test_a_desert_where_nobody_can_be_robbed_earns_a_token() -> None:
    own = seven(Favoring().settlement(0, AROUND_DESERT[0])).when(0, MoveRobber(THE_DESERT), BOOK)
    assert (own.drawn(), own.frame()) == ([0], "trade")
    empty = seven(Favoring().settlement(1, AROUND_DESERT[0])).when(0, MoveRobber(THE_DESERT), BOOK)
    assert (empty.drawn(), empty.frame()) == ([0], "trade")
    assert seven(Favoring().settlement(0, AROUND[0])).when(0, MoveRobber(FOREST)).drawn() == []


@pytest.mark.rule("favors.robber.each_move")
def test_a_knight_and_a_seven_in_one_turn_earn_two() -> None:
    table = Favoring().cards(0, knight=1).phase("roll").when(0, PlayKnight()).when(0, MoveRobber(FOREST), BOOK)
    table.roll(7).when(0, MoveRobber(tile("(2,0)")), SHIP)
    assert table.counts() == [2, 0, 0, 0]


@pytest.mark.rule("favors.robber.leaves_its_hex")
def test_the_robber_must_leave_an_empty_desert_but_may_go_to_the_other() -> None:
    table = Favoring(5)
    here, there = [at for at, kind in enumerate(table.state.setting.board.terrain) if kind == DESERT]
    table.robber(here).phase("roll").roll(7)
    assert table.refused(0, MoveRobber(here)) == "catan.robber.other_hex"
    assert table.when(0, MoveRobber(there), BOOK).drawn() == [0]


def test_the_draw_is_a_reveal_and_the_token_the_movers_secret() -> None:
    table = seven(Favoring()).when(0, MoveRobber(FOREST), BOOK)
    assert {"type": "FavorDrawn", "seat": 0, "deed": "robber", "token": "book"} in table.seen(0)
    for viewer in (1, None):
        assert {"type": "FavorDrawn", "seat": 0, "deed": "robber"} in table.seen(viewer)
    assert [CATAN.events.of(event).name for event in table.events if CATAN.events.of(event).reveals] == ["FavorDrawn"]
