"""Tests own and neutral buildings: permits, majority, compensation (ledger, chapters 7 and 8)."""

import pytest

from domain.elasund.chapters.building import BuildingPlaced, CompensationPaid
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.displacing import BuildingRemoved, PermitReturned
from domain.elasund.payments import GoldPaid
from domain.elasund.terms import BUILDINGS
from domain.elasund.trade import TradeMoved
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, G, R, Y, build, place


@pytest.mark.rule("elasund.building.types")
def test_everybody_builds_own_and_neutral_buildings() -> None:
    table = Table().permit(B, 0, (3, 8)).gold(B, 9).turn(B)
    built = {BUILDINGS[command.building] for command in table.listed(B) if hasattr(command, "building")}
    assert built == {"house", "workshop", "well", "stalls"}
    assert table.when(B, build("house", 3, 8)).at(3, 8) == (B, "house")
    again = table.permit(B, 1, (5, 8))
    assert again.refused(B, build("house", 5, 8)) == "elasund.building.from_supply"
    assert table.seat_view(None, R)["supply"]["buildings"] == ["house", "workshop"]


@pytest.mark.rule("elasund.building.from_supply")
def test_a_tile_comes_from_the_supply() -> None:
    table = Table(huts=False).building(B, "inn", (0, 0), (2, 0), (4, 0), (6, 0), (3, 8)).gold(R, 9)
    table.permit(R, 0, (2, 7), (3, 7)).influence(R, red=3)
    assert table.refused(R, build("inn", 2, 7, "red")) == "elasund.building.from_supply"
    assert table.may(R, build("shop", 2, 7, "red"))


@pytest.mark.rule("elasund.building.returned_tile_reusable")
def test_a_displaced_tile_can_be_built_again_at_once() -> None:
    table = Table(huts=False).building(B, "inn", (0, 0), (2, 0), (4, 0), (6, 0), (3, 8)).gold(R, 9)
    table.permit(R, 0, (2, 7), (3, 7)).permit(R, 2, (6, 7), (7, 7)).influence(R, red=3)
    assert not table.may(R, build("inn", 6, 7))
    table.when(R, build("shop", 2, 7, "red"))
    assert table.when(R, build("inn", 6, 7)).at(6, 7) == (R, "inn")


@pytest.mark.rule("elasund.building.ship_irrelevant")
def test_the_ship_does_not_matter_for_building() -> None:
    for row in (2, 11, 12):
        assert Table().ship(row).permit(R, 0, (3, 8)).gold(R, 1).may(R, build("house", 3, 8))


@pytest.mark.rule("elasund.building.inside_walls")
def test_a_footprint_lies_inside_gates_and_walls() -> None:
    table = Table(2).permit(R, 0, (4, 0), (4, 1), (3, 8)).gold(R, 9)
    assert table.refused(R, build("inn", 4, 0)) == "elasund.building.inside_walls"
    assert table.refused(R, build("large", 3, 8)) == "elasund.building.inside_walls"
    assert Table(4).permit(R, 0, (8, 0)).gold(R, 9).refused(R, build("house", 8, 0)) == "elasund.building.inside_walls"
    south = Table(4).permit(R, 0, (3, 9)).gold(R, 9)
    assert south.refused(R, build("workshop", 3, 9)) == "elasund.building.inside_walls"


@pytest.mark.rule("elasund.building.not_foundation")
def test_no_building_covers_the_foundation() -> None:
    table = Table(huts=False).permit(R, 0, (1, 4), (2, 4)).gold(R, 9)
    assert table.refused(R, build("inn", 1, 4)) == "elasund.building.not_foundation"
    assert table.may(R, build("inn", 1, 3))


@pytest.mark.rule("elasund.building.permit_count")
def test_a_footprint_holds_as_many_permits_as_the_tile_shows() -> None:
    table = Table().permit(R, 2, (3, 8)).gold(R, 9)
    assert table.refused(R, build("inn", 3, 8)) == "elasund.building.permit_count"
    assert table.permit(B, 1, (4, 9)).may(R, build("inn", 3, 8))
    many = Table(huts=False).permit(R, 0, (3, 7), (4, 7), (3, 8), (4, 8)).gold(R, 9)
    assert many.may(R, build("large", 3, 7))


@pytest.mark.rule("elasund.building.only_footprint_counts")
def test_permits_outside_the_footprint_do_not_count() -> None:
    table = Table().permit(B, 4, (2, 8)).permit(R, 1, (3, 8)).gold(R, 5)
    table.when(R, build("well", 3, 8))
    assert table.permit_on(2, 8) == (B, 4)
    assert table.gold_of(B) == 0


@pytest.mark.rule("elasund.building.all_or_nothing")
def test_a_build_that_cannot_be_paid_whole_changes_nothing() -> None:
    table = Table().permit(R, 2, (3, 8)).permit(B, 1, (4, 8)).gold(R, 3)
    assert table.refused(R, build("inn", 3, 8)) == "elasund.compensation.afford_all"
    assert (table.gold_of(R), table.permit_on(4, 8)) == (3, (B, 1))


@pytest.mark.rule("elasund.building.order_of_effects")
def test_effects_come_in_order() -> None:
    table = Table(huts=False).building(R, "house", (0, 5)).permit(B, 2, (0, 4)).permit(R, 1, (1, 4)).gold(B, 9)
    table.turn(B).when(B, build("inn", 0, 4))
    kinds = [type(event) for event in table.events[:-1]]
    assert kinds == [
        GoldPaid,
        CompensationPaid,
        PermitReturned,
        PermitReturned,
        BuildingRemoved,
        TradeMoved,
        BuildingPlaced,
        TradeMoved,
    ]
    assert [(event.seat, event.total) for event in table.happened(TradeMoved)] == [(R, 0), (B, 2)]


@pytest.mark.rule("elasund.building.flags_filled")
def test_every_flag_of_a_neutral_building_takes_a_cube() -> None:
    table = Table(huts=False).permit(R, 0, (3, 7), (4, 7), (3, 8)).gold(R, 5).when(R, build("large", 3, 7))
    assert (table.points(R), table.seat_view(None, R)["supply"]["cubes"]) == (2, 8)
    assert [b["cubes"] for b in table.view(None)["buildings"]] == [2]
    assert Table().permit(R, 0, (3, 8)).gold(R, 5).when(R, build("house", 3, 8)).points(R) == 0


@pytest.mark.rule("elasund.building.permits_return")
def test_all_permits_of_the_footprint_go_home() -> None:
    table = Table().permit(R, 2, (3, 8)).permit(B, 1, (4, 8)).permit(R, 0, (3, 9)).gold(R, 4)
    table.when(R, build("inn", 3, 8))
    assert table.seat_view(None, R)["supply"]["permits"] == [0, 1, 2, 3, 4]
    assert table.seat_view(None, B)["supply"]["permits"] == [0, 1, 2, 3, 4]
    assert table.gold_of(R) == 0


@pytest.mark.rule("elasund.permit.majority_strict")
def test_the_total_must_exceed_that_of_every_single_rival() -> None:
    table = Table(huts=False).permit(R, 3, (3, 7)).permit(Y, 2, (4, 7)).permit(B, 2, (3, 8)).gold(R, 9)
    assert table.may(R, build("large", 3, 7))
    lower = Table().permit(R, 1, (3, 8)).permit(B, 2, (4, 8)).gold(R, 9)
    assert lower.refused(R, build("inn", 3, 8)) == "elasund.permit.majority_strict"


@pytest.mark.rule("elasund.permit.tie_at_top_blocks_all")
def test_a_tie_at_the_top_blocks_everybody() -> None:
    table = Table(huts=False).permit(R, 2, (3, 7)).permit(B, 2, (4, 7)).permit(Y, 1, (3, 8))
    for seat in (R, B, Y):
        assert not table.gold(seat, 15).turn(seat).may(seat, build("large", 3, 7))
    assert table.turn(R).refused(R, build("large", 3, 7)) == "elasund.permit.tie_at_top_blocks_all"


@pytest.mark.rule("elasund.permit.tie_below_harmless")
def test_a_tie_below_the_top_is_harmless() -> None:
    table = Table(huts=False).permit(R, 3, (3, 7)).permit(Y, 2, (4, 7)).permit(B, 2, (3, 8)).gold(R, 9)
    assert table.when(R, build("large", 3, 7)).at(3, 7) == (R, "large")


@pytest.mark.rule("elasund.permit.sum_not_number")
def test_the_sum_decides_and_not_the_number() -> None:
    table = Table(huts=False).permit(R, 4, (3, 7)).permit(B, 0, (4, 7), (3, 8), (4, 8)).gold(R, 9).gold(B, 9)
    assert table.may(R, build("large", 3, 7))
    assert table.turn(B).refused(B, build("large", 3, 7)) == "elasund.permit.majority_strict"


@pytest.mark.rule("elasund.permit.own_permit_needed")
def test_without_an_own_permit_nobody_builds() -> None:
    table = Table().permit(B, 0, (3, 8)).gold(R, 9)
    assert table.refused(R, build("well", 3, 8)) == "elasund.permit.own_permit_needed"
    assert Table().gold(R, 9).refused(R, build("well", 3, 8)) == "elasund.permit.own_permit_needed"


@pytest.mark.rule("elasund.permit.lone_zero_enough")
def test_a_lone_zero_is_enough_but_ties_with_another() -> None:
    assert Table().permit(R, 0, (3, 8)).gold(R, 5).may(R, build("well", 3, 8))
    tied = Table().permit(R, 0, (3, 8)).permit(B, 0, (4, 8)).gold(R, 5)
    assert tied.refused(R, build("stalls", 3, 8)) == "elasund.permit.tie_at_top_blocks_all"


@pytest.mark.rule("elasund.permit.returned_usable")
def test_a_returned_permit_can_be_placed_again_the_same_turn() -> None:
    table = Table().permit(R, 0, (3, 8)).gold(R, 9).ship(11).when(R, build("well", 3, 8))
    assert not table.may(R, build("house", 3, 7))
    assert table.to_permit_phase().may(R, place(0, 4, 8))


@pytest.mark.rule("elasund.permit.face_up")
def test_permits_lie_face_up() -> None:
    table = Table().permit(R, 3, (3, 8))
    for viewer in (None, R, B):
        assert table.view(viewer)["permits"] == [{"seat": R, "value": 3, "square": 38}]


@pytest.mark.rule("elasund.compensation.face_value")
def test_a_rival_permit_is_paid_at_face_value() -> None:
    table = Table().permit(R, 3, (3, 8)).permit(B, 2, (4, 8)).gold(R, 5).when(R, build("inn", 3, 8))
    assert table.happened(CompensationPaid) == [CompensationPaid(R, B, 2)]
    assert (table.gold_of(R), table.gold_of(B)) == (0, 2)
    small = Table().permit(R, 3, (3, 8)).permit(B, 1, (4, 8)).gold(R, 2).when(R, build("house", 3, 8))
    assert (small.gold_of(R), small.gold_of(B)) == (0, 1)


@pytest.mark.rule("elasund.compensation.every_permit")
def test_every_rival_permit_is_paid_also_a_surplus_one() -> None:
    table = Table().permit(R, 3, (3, 8)).permit(R, 1, (4, 8)).permit(B, 2, (3, 9)).permit(G, 1, (4, 9)).gold(R, 6)
    table.when(R, build("inn", 3, 8))
    assert [table.gold_of(seat) for seat in (R, B, G)] == [0, 2, 1]


@pytest.mark.rule("elasund.compensation.zero_permit")
def test_a_rival_zero_costs_nothing() -> None:
    table = Table().permit(R, 1, (3, 8)).permit(B, 0, (4, 8)).gold(R, 3).when(R, build("inn", 3, 8))
    assert table.happened(CompensationPaid) == []
    assert 0 in table.seat_view(None, B)["supply"]["permits"]
    assert table.gold_of(B) == 0


@pytest.mark.rule("elasund.compensation.afford_all")
def test_price_and_compensation_are_paid_together() -> None:
    table = Table(huts=False).permit(R, 3, (3, 7)).permit(Y, 2, (4, 7)).permit(B, 2, (3, 8)).gold(R, 8)
    assert table.refused(R, build("large", 3, 7)) == "elasund.compensation.afford_all"
    assert not table.may(R, build("large", 3, 7))
    assert table.gold(R, 9).may(R, build("large", 3, 7))


@pytest.mark.rule("elasund.compensation.none_for_buildings")
def test_owners_of_displaced_buildings_get_no_gold() -> None:
    table = Table(huts=False).building(Y, "workshop", (3, 8)).permit(R, 0, (4, 8), (4, 9)).gold(R, 3)
    table.when(R, build("inn", 3, 8))
    assert table.gold_of(Y) == 0
    assert table.seat_view(None, Y)["supply"]["buildings"] == ["house", "workshop"]


def test_a_build_counts_whatever_it_displaces() -> None:
    table = Table(huts=False).building(Y, "workshop", (3, 8)).permit(R, 0, (4, 8), (4, 9)).gold(R, 9)
    table.when(R, build("inn", 3, 8)).when(R, BuildWall(107))
    assert table.frame() == "permit_or_gold"
