"""Tests favors: tokens for linking cores (rulebook 003, Entre amigos, Enlazar)."""

from dataclasses import replace

import pytest

from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import PlayRoadBuilding
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.favors.guilds import CallMerchants
from domain.catan.modules.favors.linking import NameDrawer, cores
from domain.catan.modules.five_six import Pass
from tests.domain.catan.favoring import BOOK, ORE, SHIP, WAGON, Favoring, founded_side_by_side, sides, trail
from tests.domain.catan.table import across, between, line, path_edges, upright

A, B, C, D = range(4)
ROW = line(2)
EDGES = path_edges(ROW)
FOUR = (BOOK, SHIP, SHIP, WAGON)
# Where row 2 has a path down to row 3, and where up to row 1.
DOWN = [at for at in ROW if across(at) in line(3)]
UP = [at for at in ROW if across(at) in line(1)]


def paying(table: Favoring, *seats: int) -> Favoring:
    """The seats (seat 0 where none is named) hold the price of four roads."""
    for seat in seats or (A,):
        table.hand(seat, brick=4, lumber=4)
    return table


def one_path_apart() -> Favoring:
    """Seat 0 has roads up to node 2 of the row, and seat 1 from node 3 on; they have never met."""
    return paying(Favoring().road(A, *EDGES[:2]).road(B, *EDGES[3:5]))


def built(table: Favoring, seat: int, edge: int, *chance: int) -> list[int]:
    """Return the seats that draw tokens, in order, when a seat builds a road there."""
    table.when(seat, BuildRoad(edge), *chance)
    return table.drawn()


@pytest.mark.rule("favors.link.reward")
def test_the_first_link_gives_the_owner_one_and_the_builder_three() -> None:
    table = one_path_apart()
    assert built(table, A, EDGES[2], *FOUR) == [B, A, A, A]
    assert (table.held(B), table.held(A)) == ({"book": 1}, {"ship": 2, "wagon": 1})
    assert built(paying(Favoring().road(A, *EDGES[:2])), A, EDGES[2]) == []


@pytest.mark.rule("favors.link.owner_draws_first")
def test_the_owner_draws_before_the_builder() -> None:
    table = one_path_apart().supply(ship=2)
    assert built(table, A, EDGES[2], SHIP, SHIP) == [B, A]
    assert table.counts() == [1, 1, 0, 0]


@pytest.mark.rule("favors.link.core_definition")
def test_a_core_is_what_is_connected_of_one_color() -> None:
    table = Favoring().settlement(A, ROW[0], ROW[6]).road(A, EDGES[0], EDGES[5])
    assert len(cores(table.state, A)) == 2
    table.road(A, *EDGES[1:5])
    (core,) = cores(table.state, A)
    assert core.roads.bit_count() == 6
    assert core.buildings == 1 << ROW[0] | 1 << ROW[6]


@pytest.mark.rule("favors.link.touch_building_or_road")
def test_reaching_a_building_or_a_road_end_counts() -> None:
    assert built(paying(Favoring().road(A, *EDGES[:2]).settlement(B, ROW[3])), A, EDGES[2], *FOUR) == [B, A, A, A]
    assert built(paying(Favoring().road(A, *EDGES[:2]).city(B, ROW[3])), A, EDGES[2], *FOUR) == [B, A, A, A]
    beside = Favoring().road(A, *EDGES[:2]).road(B, upright(ROW[3]))
    assert built(paying(beside), A, EDGES[2], *FOUR) == [B, A, A, A]
    assert built(paying(Favoring().road(A, *EDGES[:2]).settlement(B, ROW[4])), A, EDGES[2]) == []


def example() -> Favoring:
    """Blue (seat 1) has roads across the middle; red (seat 0) has one core below them and another above."""
    lower = [across(at) for at in DOWN[1:3]]
    upper = [across(at) for at in UP[1:3]]
    table = Favoring().road(B, *EDGES[1:9])
    for ends in (lower, upper):
        row = line(3) if ends is lower else line(1)
        table.road(A, *path_edges(row[row.index(ends[0]) : row.index(ends[1]) + 1]))
    assert len(cores(table.state, A)) == 2
    return paying(table, A, B)


ROAD_A, ROAD_B, ROAD_C = upright(DOWN[1]), upright(DOWN[2]), upright(UP[1])


def test_example_a_the_lower_core_links_for_the_first_time() -> None:
    table = example()
    assert built(table, A, ROAD_A, *FOUR) == [B, A, A, A]
    assert table.counts() == [3, 1, 0, 0]


@pytest.mark.rule("favors.link.first_contact_per_core")
def test_example_c_the_upper_core_links_for_the_first_time() -> None:
    table = example()
    assert built(table, A, ROAD_A, *FOUR) == [B, A, A, A]
    assert built(table, A, ROAD_C, *FOUR) == [B, A, A, A]


@pytest.mark.rule("favors.link.second_point_nothing")
def test_example_b_a_second_road_between_the_same_cores_gives_nothing() -> None:
    table = example()
    built(table, A, ROAD_A, *FOUR)
    assert built(table, A, ROAD_B) == []
    by_blue = example()
    built(by_blue, A, ROAD_A, *FOUR)
    assert built(by_blue.turn(B), B, ROAD_B) == []
    assert by_blue.counts() == [3, 1, 0, 0]


@pytest.mark.rule("favors.link.either_may_build")
def test_example_c_built_by_blue_gives_blue_the_three() -> None:
    table = example()
    built(table, A, ROAD_A, *FOUR)
    assert built(table.turn(B), B, ROAD_C, *FOUR) == [A, B, B, B]


@pytest.mark.rule("favors.link.own_cores_nothing")
def test_joining_own_cores_gives_nothing() -> None:
    table = paying(Favoring().road(A, *EDGES[:2], *EDGES[3:5]))
    assert built(table, A, EDGES[2]) == []
    apart = Favoring().road(A, *EDGES[:2], *EDGES[3:5]).settlement(B, ROW[0]).settlement(C, ROW[5])
    assert built(paying(apart), A, EDGES[2]) == []


def merging() -> Favoring:
    """A1 (left) has met B1, A2 (right) has not, and one road would join them; B1 reaches below A2 as well."""
    below = line(3)
    left, right = below.index(across(DOWN[0])), below.index(across(DOWN[3]))
    table = Favoring().road(B, *path_edges(below[left : right + 1]), upright(DOWN[0]))
    return paying(table.road(A, *EDGES[ROW.index(DOWN[0]) : 3], *EDGES[4 : ROW.index(DOWN[3])]))


@pytest.mark.rule("favors.link.merge_inherits")
def test_a_merged_core_has_met_whom_either_part_had_met() -> None:
    table = merging()
    assert built(table, A, EDGES[3]) == []
    assert built(table, A, upright(DOWN[3])) == []
    assert built(merging(), A, upright(DOWN[3]), *FOUR) == [B, A, A, A]


def beside_water(monkeypatch: pytest.MonkeyPatch, *bank: int) -> list[int]:
    """Return the seats that draw tokens when one road joins A1 to A2 and touches B1 at the shore.

    The road joins A2 over a made-up waterway; `bank` holds further nodes that B1 touches.
    """
    table = paying(Favoring().settlement(A, ROW[0]).road(A, *EDGES[1:3]).road(B, *path_edges(line(3)[:6])))
    table.road(B, *(upright(at) for at in (ROW[4], *bank)))
    water = 1 << ROW[0] | 1 << ROW[4]
    setting = table.state.setting
    reach = (lambda state, seat: (water,) if seat == A else (),)
    monkeypatch.setattr(setting, "points", replace(setting.points, road_reach=reach))
    assert (len(cores(table.state, A)), len(cores(table.state, B))) == (2, 1)
    drawn = built(table, A, EDGES[3], *(() if bank else FOUR))
    assert len(cores(table.state, A)) == 1
    return drawn


@pytest.mark.rule("favors.link.merging_road_touches")
def test_a_merging_road_pays_only_for_cores_that_no_part_had_met(monkeypatch: pytest.MonkeyPatch) -> None:
    assert beside_water(monkeypatch) == [B, A, A, A]
    assert beside_water(monkeypatch, ROW[2]) == []
    assert beside_water(monkeypatch, ROW[0]) == []


def two_neighbors() -> Favoring:
    """One edge leads on from seat 0's roads, to a node where roads of seats 1 and 2 end."""
    return paying(Favoring().road(A, *EDGES[:2]).road(B, EDGES[3]).road(C, upright(ROW[3])))


@pytest.mark.rule("favors.link.two_opponents")
def test_two_neighbors_linked_at_once_get_one_each_and_the_builder_three_in_all() -> None:
    table = two_neighbors()
    assert built(table, A, EDGES[2], *FOUR, BOOK) == [B, C, A, A, A]
    assert table.counts() == [3, 1, 1, 0]


@pytest.mark.rule("favors.link.owner_order")
def test_the_builder_says_who_draws_first_from_a_short_supply() -> None:
    table = two_neighbors().supply(wagon=1)
    assert built(table, A, EDGES[2]) == []
    assert (table.frame(), table.listed(A)) == ("name_drawer", [NameDrawer(B), NameDrawer(C)])
    assert table.refused(A, NameDrawer(D)) == "favors.link.owner_order"
    assert table.refused(A, EndTurn()) == "catan.turn.pending_first"
    assert table.refused(B, EndTurn()) == "catan.turn.others_duties"
    table.when(A, NameDrawer(C), WAGON)
    assert (table.drawn(), table.counts(), table.frame()) == ([C], [0, 0, 1, 0], "build")
    enough = two_neighbors().supply(wagon=2)
    assert built(enough, A, EDGES[2], WAGON, WAGON) == [B, C]
    assert two_neighbors().refused(A, NameDrawer(B)) == "favors.link.owner_order"


def test_of_three_owners_two_are_named() -> None:
    table = two_neighbors().supply(ship=2).settlement(D, ROW[3])
    built(table, A, EDGES[2])
    table.when(A, NameDrawer(D), SHIP)
    assert table.listed(A) == [NameDrawer(B), NameDrawer(C)]
    assert table.when(A, NameDrawer(B), SHIP).counts() == [0, 1, 0, 1]
    assert table.frame() == "build"


@pytest.mark.rule("favors.link.same_owner_two_cores")
def test_two_cores_of_one_owner_give_one_token() -> None:
    table = paying(Favoring().road(A, *EDGES[:2]).road(B, EDGES[3], upright(ROW[3])).settlement(C, ROW[3]))
    assert len(cores(table.state, B)) == 2
    assert built(table, A, EDGES[2], *FOUR, BOOK) == [B, C, A, A, A]
    assert built(table.turn(B).hand(B, brick=1, lumber=1), B, EDGES[4]) == []


@pytest.mark.rule("favors.link.founding_nothing")
def test_contacts_of_the_founding_phase_give_no_tokens() -> None:
    table = founded_side_by_side()
    assert (table.drawn(), table.counts()) == ([], [0] * 4)
    row = line(2)
    later = Favoring().settlement(A, row[2]).road(A, between(row[2], row[3])).settlement(B, row[4])
    assert built(paying(later.turn(B), B), B, between(row[3], row[4]), *FOUR) == [A, B, B, B]


@pytest.mark.rule("favors.link.founding_counts_as_met")
def test_cores_that_touched_in_the_founding_phase_have_met() -> None:
    table = founded_side_by_side().turn(A)
    below, left, right = line(3), line(3).index(across(ROW[2])), line(3).index(across(ROW[4]))
    assert {ROW[2], ROW[4]} <= set(DOWN)
    table.road(A, upright(ROW[2]), *path_edges(below[left : right + 1]))
    assert built(paying(table), A, upright(ROW[4])) == []
    other_core = founded_side_by_side().turn(A).road(A, *path_edges(below[left : right + 1]))
    assert built(paying(other_core), A, upright(ROW[4]), *FOUR) == [B, A, A, A]


@pytest.mark.rule("favors.link.foreign_building_cuts")
def test_a_foreign_building_parts_a_core() -> None:
    table = Favoring().road(A, *EDGES[:4])
    assert len(cores(table.state, A)) == 1
    assert len(cores(table.settlement(B, ROW[2]).state, A)) == 2
    assert len(cores(Favoring().road(A, *EDGES[:4]).settlement(A, ROW[2]).state, A)) == 1


def parted() -> Favoring:
    """A's core has met B's at its left end, then C has settled in its middle; B's core reaches below A's right part."""
    middle = UP[1]
    above, below = line(1), line(3)
    assert ROW.index(DOWN[0]) < ROW.index(middle) < ROW.index(DOWN[3])
    left, right = below.index(across(DOWN[0])), below.index(across(DOWN[3]))
    table = Favoring().road(A, *EDGES[ROW.index(DOWN[0]) : ROW.index(DOWN[3])])
    table.road(B, *path_edges(below[left : right + 1]), upright(DOWN[0]))
    table.road(C, upright(middle), between(across(middle), above[above.index(across(middle)) + 1]))
    table.turn(C).hand(C, brick=1, lumber=1, wool=1, grain=1).when(C, BuildSettlement(middle))
    assert (len(cores(table.state, A)), table.drawn()) == (2, [])
    return paying(table.turn(A))


@pytest.mark.rule("favors.link.split_keeps_memory")
def test_both_parts_of_a_core_remember_whom_it_met() -> None:
    table = parted()
    assert built(table, A, upright(DOWN[3])) == []
    assert table.view(None)["favors"]["contacts_kept"][0]["other"] == B
    right_end = ROW.index(DOWN[3])
    unmet = parted().settlement(D, ROW[right_end + 1])
    assert built(unmet, A, EDGES[right_end], *FOUR) == [D, A, A, A]
    by_b = parted().turn(B).hand(B, brick=1, lumber=1)
    assert built(by_b, B, upright(DOWN[3])) == []


@pytest.mark.rule("favors.link.split_keeps_memory")
def test_a_third_core_remembers_nothing_of_them() -> None:
    table, below, under = parted(), line(3), line(4)
    node = next(at for at in below[below.index(across(DOWN[0])) + 1 :] if across(at) in under)
    end = under.index(across(node))
    table.road(A, between(under[end], under[end + 1]))
    assert built(table, A, upright(node), *FOUR) == [B, A, A, A]


@pytest.mark.rule("favors.link.any_road_counts")
def test_free_roads_link_like_paid_ones() -> None:
    table = one_path_apart().cards(A, road_building=1).when(A, PlayRoadBuilding())
    assert built(table, A, EDGES[2], *FOUR) == [B, A, A, A]


@pytest.mark.rule("favors.link.special_building")
def test_a_link_in_the_special_building_phase_pays_both() -> None:
    table = Favoring(5)
    topology = table.state.setting.board.topology
    edges = sides(topology, trail(topology, 0, 5))
    table.road(C, *edges[:2]).road(D, *edges[3:]).hand(C, brick=1, lumber=1)
    table.when(A, EndTurn()).when(B, Pass())
    assert built(table, C, edges[2], *FOUR) == [D, C, C, C]
    assert table.counts() == [0, 0, 3, 1, 0]
    assert table.refused(C, CallMerchants(ORE)) == "favors.use.special_building_none"


def test_a_core_that_met_two_opponents_links_each_once() -> None:
    table = paying(Favoring().road(A, EDGES[1]).settlement(B, ROW[0]).settlement(C, ROW[3]))
    assert built(table, A, EDGES[0], *FOUR) == [B, A, A, A]
    assert built(table, A, EDGES[2], *FOUR) == [C, A, A, A]
