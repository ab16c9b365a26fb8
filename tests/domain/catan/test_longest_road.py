"""Tests phase 3a: the longest route and its card (ledger section 10)."""

import pytest

from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.longest_road import LongestRoadMoved, RouteChanged
from domain.catan.terms import NOBODY
from tests.domain.catan.table import Table, line, path_edges, ring, upright, walk

ROW = line(2)
WAY = path_edges(ROW)


def length(table: Table, seat: int = 0) -> int:
    """Return the length of a seat's route as everybody is shown it."""
    return int(table.view(None)["seats"][seat]["route_length"])


def holder(table: Table) -> int | None:
    """Return the seat with the card as everybody is shown it."""
    found: int | None = table.view(None)["longest_road"]
    return found


def threatened(*others: int) -> Table:
    """Seat 0 holds the card with seven roads in line, which seat 3 can cut into three and four.

    `others` are the numbers of roads of seats 1 and 2.
    """
    table = Table().road(0, *WAY[:7])
    for seat, count in enumerate(others, 1):
        table.road(seat, *path_edges(line(3 + seat))[:count])
    table.road(3, upright(ROW[3])).hand(3, brick=1, lumber=1, wool=1, grain=1).turn(3)
    assert holder(table) == 0
    assert length(table) == 7
    return table


def cut(table: Table) -> Table:
    """Seat 3 builds its settlement inside seat 0's line."""
    return table.when(3, BuildSettlement(ROW[3]))


@pytest.mark.rule("catan.longest_road.first_five")
def test_the_first_route_of_five_takes_the_card() -> None:
    table = Table().road(0, *WAY[:3]).hand(0, brick=2, lumber=2)
    table.when(0, BuildRoad(WAY[3]))
    assert length(table) == 4
    assert holder(table) is None
    table.when(0, BuildRoad(WAY[4]))
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(0)]
    assert length(table) == 5
    assert holder(table) == 0


@pytest.mark.rule("catan.longest_road.two_points")
def test_the_card_is_worth_two_points_while_held() -> None:
    table = Table().settlement(0, line(5)[0]).settlement(1, line(5)[6]).road(0, *WAY[:4]).hand(0, brick=1, lumber=1)
    assert [table.points(seat) for seat in range(4)] == [1, 1, 0, 0]
    table.when(0, BuildRoad(WAY[4]))
    assert [table.points(seat) for seat in range(4)] == [3, 1, 0, 0]
    table.road(1, *path_edges(line(3))[:5]).hand(1, brick=1, lumber=1).turn(1)
    table.when(1, BuildRoad(path_edges(line(3))[5]))
    assert [table.points(seat) for seat in range(4)] == [1, 3, 0, 0]


@pytest.mark.rule("catan.longest_road.no_forks")
def test_side_branches_are_not_added() -> None:
    table = Table().road(0, *WAY[:4]).hand(0, brick=2, lumber=2)
    table.when(0, BuildRoad(upright(ROW[2])))
    assert len(table.roads_of(0)) == 5
    assert length(table) == 4
    assert holder(table) is None
    table.when(0, BuildRoad(WAY[4]))
    assert len(table.roads_of(0)) == 6
    assert length(table) == 5
    assert holder(table) == 0


@pytest.mark.rule("catan.longest_road.each_road_once")
def test_a_node_may_be_passed_twice_and_a_road_not() -> None:
    loop = ring("(0,0)")
    tail = walk(loop[0], 2, avoid=set(loop))
    table = Table().road(0, *path_edges(loop), *path_edges(tail))
    assert len(table.roads_of(0)) == 8
    assert length(table) == 8
    table.road(0, upright(loop[3]))
    assert len(table.roads_of(0)) == 9
    assert length(table) == 8


@pytest.mark.rule("catan.longest_road.loop")
def test_a_closed_ring_counts_in_full() -> None:
    sides = path_edges(ring("(0,0)"))
    table = Table().road(0, *sides[:5]).hand(0, brick=1, lumber=1)
    assert length(table) == 5
    table.when(0, BuildRoad(sides[5]))
    assert length(table) == 6


@pytest.mark.rule("catan.longest_road.opponent_cuts")
def test_a_foreign_building_inside_cuts_the_route() -> None:
    table = Table().road(0, *WAY[:7])
    assert length(table) == 7
    assert length(table.settlement(1, ROW[2])) == 5
    assert length(Table().road(0, *WAY[:7]).city(1, ROW[2])) == 5
    assert length(Table().road(0, *WAY[:7]).settlement(1, ROW[2]).city(2, ROW[5])) == 3


@pytest.mark.rule("catan.longest_road.end_not_cut")
def test_a_foreign_building_at_the_end_shortens_nothing() -> None:
    table = Table().road(0, *WAY[:5]).settlement(1, ROW[5])
    assert length(table) == 5
    assert holder(table) == 0
    assert length(table.settlement(2, ROW[0])) == 5
    assert length(table.settlement(2, ROW[4])) == 4


@pytest.mark.rule("catan.longest_road.loop_cut_once")
def test_a_ring_with_one_foreign_building_counts_in_full() -> None:
    loop = ring("(0,0)")
    table = Table().road(0, *path_edges(loop)).settlement(1, loop[0])
    assert length(table) == 6
    assert length(table.settlement(1, loop[2])) == 4


@pytest.mark.rule("catan.longest_road.own_not_cut")
def test_own_buildings_do_not_cut() -> None:
    table = Table().road(0, *WAY[:5]).city(0, ROW[2]).settlement(0, ROW[4])
    assert length(table) == 5
    assert holder(table) == 0
    assert length(Table().road(0, *WAY[:5]).city(1, ROW[2])) == 3


@pytest.mark.rule("catan.longest_road.foreign_road_not_cut")
def test_foreign_roads_do_not_cut() -> None:
    crossing = upright(ROW[2])
    table = Table().road(0, *WAY[:5]).road(1, path_edges(line(3))[1]).hand(1, brick=1, lumber=1).turn(1)
    table.when(1, BuildRoad(crossing))
    assert length(table) == 5
    assert holder(table) == 0
    assert table.happened(RouteChanged) == [RouteChanged(1, 2)]
    table.hand(0, brick=1, lumber=1).turn(0).when(0, BuildRoad(WAY[5]))
    assert length(table) == 6


@pytest.mark.rule("catan.longest_road.strictly_longer")
def test_only_a_strictly_longer_route_takes_the_card() -> None:
    other = path_edges(line(3))
    table = Table().road(0, *WAY[:6]).road(1, *other[:5]).hand(1, brick=2, lumber=2).turn(1)
    table.when(1, BuildRoad(other[5]))
    assert (length(table, 0), length(table, 1)) == (6, 6)
    assert holder(table) == 0
    table.when(1, BuildRoad(other[6]))
    assert (length(table, 0), length(table, 1)) == (6, 7)
    assert holder(table) == 1


@pytest.mark.rule("catan.longest_road.immediate")
def test_the_card_moves_with_the_road_that_overtakes() -> None:
    other = path_edges(line(3))
    table = Table().road(0, *WAY[:5]).road(1, *other[:5]).hand(1, brick=2, lumber=2).turn(1)
    assert [table.points(0), table.points(1)] == [2, 0]
    table.when(1, BuildRoad(other[5]))
    assert table.events[-3:-1] == [RouteChanged(1, 6), LongestRoadMoved(1)]
    assert [table.points(0), table.points(1)] == [0, 2]
    assert table.state.active == 1


@pytest.mark.rule("catan.longest_road.cut_holder_keeps")
def test_a_cut_holder_keeps_the_card_while_joint_longest() -> None:
    table = Table().road(0, *WAY[:7]).road(2, *path_edges(line(4))[:5]).road(1, upright(ROW[2]))
    table.hand(1, brick=1, lumber=1, wool=1, grain=1).turn(1).when(1, BuildSettlement(ROW[2]))
    assert (length(table, 0), length(table, 2)) == (5, 5)
    assert table.happened(LongestRoadMoved) == []
    assert holder(table) == 0
    longer = Table().road(0, *WAY[:7]).road(2, *path_edges(line(4))[:6]).road(1, upright(ROW[2]))
    longer.hand(1, brick=1, lumber=1, wool=1, grain=1).turn(1).when(1, BuildSettlement(ROW[2]))
    assert holder(longer) == 2


@pytest.mark.rule("catan.longest_road.cut_to_other")
def test_after_a_cut_the_only_longest_takes_the_card() -> None:
    table = cut(threatened(3, 5))
    assert [length(table, seat) for seat in range(4)] == [4, 3, 5, 1]
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(2)]
    assert holder(table) == 2
    assert [table.points(seat) for seat in range(4)] == [0, 0, 2, 1]


@pytest.mark.rule("catan.longest_road.cut_tie_aside")
def test_after_a_cut_a_tie_of_others_sets_the_card_aside() -> None:
    table = cut(threatened(5, 5))
    assert [length(table, seat) for seat in range(4)] == [4, 5, 5, 1]
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(NOBODY)]
    assert holder(table) is None
    assert [table.points(seat) for seat in range(4)] == [0, 0, 0, 1]


@pytest.mark.rule("catan.longest_road.cut_none_aside")
def test_after_a_cut_without_a_route_of_five_the_card_is_set_aside() -> None:
    table = cut(threatened(3, 4))
    assert [length(table, seat) for seat in range(4)] == [4, 3, 4, 1]
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(NOBODY)]
    assert holder(table) is None
    assert [table.points(seat) for seat in range(4)] == [0, 0, 0, 1]


@pytest.mark.rule("catan.longest_road.from_aside")
def test_a_card_set_aside_goes_to_the_next_who_alone_is_longest() -> None:
    table = cut(threatened(5, 5))
    fourth = path_edges(line(1))
    table.road(3, *fourth[:4]).hand(3, brick=1, lumber=1).when(3, BuildRoad(fourth[4]))
    assert [length(table, seat) for seat in range(4)] == [4, 5, 5, 5]
    assert holder(table) is None
    table.hand(2, brick=1, lumber=1).turn(2).when(2, BuildRoad(path_edges(line(5))[5]))
    assert [length(table, seat) for seat in range(4)] == [4, 5, 6, 5]
    assert holder(table) == 2


@pytest.mark.rule("catan.longest_road.any_turn")
def test_the_card_may_pass_to_somebody_who_is_not_active() -> None:
    table = Table().road(1, *WAY[:7]).road(2, *path_edges(line(4))[:5]).road(0, upright(ROW[3]))
    table.hand(0, brick=1, lumber=1, wool=1, grain=1)
    assert holder(table) == 1
    table.when(0, BuildSettlement(ROW[3]))
    assert table.state.active == 0
    assert holder(table) == 2
    assert [table.points(seat) for seat in range(4)] == [1, 0, 2, 0]
