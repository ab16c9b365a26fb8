"""Tests building over smaller and equal buildings (ledger, chapters 9 and 10)."""

import pytest

from domain.elasund import ELASUND
from domain.elasund.payments import InfluencePaid
from domain.elasund.pieces import KINDS_OF_BUILDING
from domain.elasund.terms import BUILDINGS, INN, LARGE, STALLS, WORKSHOP
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, Y, build, influence
from tests.judging import refusal_of


@pytest.mark.rule("elasund.displace.smaller_free")
def test_smaller_buildings_go_free() -> None:
    table = Table(huts=False).building(Y, "large_hut", (2, 2)).permit(R, 2, (1, 1)).permit(Y, 1, (1, 2)).gold(R, 4)
    table.when(R, build("inn", 1, 1))
    assert table.at(2, 2) == (R, "inn")
    assert (table.gold_of(R), table.gold_of(Y)) == (0, 1)
    assert table.happened(InfluencePaid) == []


@pytest.mark.rule("elasund.displace.partial_removes_whole")
def test_a_building_covered_in_part_leaves_whole() -> None:
    table = Table(huts=False).building(Y, "workshop", (2, 2)).permit(R, 1, (1, 1), (1, 2)).gold(R, 3)
    table.when(R, build("inn", 1, 1))
    assert table.at(2, 3) is None
    assert table.state.empty >> 23 & 1


@pytest.mark.rule("elasund.displace.size_is_squares")
def test_size_is_the_number_of_squares() -> None:
    assert [kind.size for kind in KINDS_OF_BUILDING] == [1, 2, 2, 2, 1, 2, 4, 4, 6]
    table = Table().permit(B, 0, (3, 5)).gold(B, 5).turn(B)
    assert table.refused(B, build("stalls", 3, 5)) == "elasund.equal.three_same_colour"
    assert table.influence(B, green=3).may(B, build("stalls", 3, 5, "green"))


@pytest.mark.rule("elasund.displace.larger_blocks")
def test_a_larger_building_is_never_covered() -> None:
    table = Table(huts=False).building(B, "inn", (3, 8)).permit(R, 0, (2, 8)).gold(R, 9).influence(R, red=3)
    for pay in (None, "red"):
        assert table.refused(R, build("stalls", 2, 8, pay)) == "elasund.displace.larger_blocks"


@pytest.mark.rule("elasund.displace.own_allowed")
def test_own_buildings_may_be_built_over() -> None:
    table = Table().building(R, "house", (3, 8)).permit(R, 0, (3, 9), (4, 9)).gold(R, 3).when(R, build("inn", 3, 8))
    assert table.at(3, 8) == (R, "inn")
    assert "house" in table.seat_view(None, R)["supply"]["buildings"]


@pytest.mark.rule("elasund.displace.player_tile_returns")
def test_a_displaced_workshop_can_be_built_again_at_its_price() -> None:
    table = Table(huts=False).building(Y, "workshop", (3, 8)).permit(R, 0, (4, 8), (4, 9)).gold(R, 3)
    table.when(R, build("inn", 3, 8)).permit(Y, 0, (7, 7)).turn(Y).gold(Y, 1)
    assert not table.may(Y, build("workshop", 7, 7))
    assert table.gold(Y, 2).when(Y, build("workshop", 7, 7)).gold_of(Y) == 0


@pytest.mark.rule("elasund.displace.neutral_returns")
def test_a_displaced_neutral_building_goes_back_to_its_stack() -> None:
    table = Table().building(B, "well", (3, 9)).permit(R, 0, (3, 8)).gold(R, 2)
    assert table.stack("well") == 3
    assert table.when(R, build("workshop", 3, 8)).stack("well") == 4


@pytest.mark.rule("elasund.displace.cubes_return")
def test_cubes_of_displaced_buildings_return() -> None:
    table = Table(huts=False).building(B, "inn", (3, 8)).permit(R, 0, (2, 6), (3, 6), (2, 7)).gold(R, 5)
    assert table.points(B) == 1
    table.when(R, build("large", 2, 6))
    assert (table.points(B), table.seat_view(None, B)["supply"]["cubes"]) == (0, 10)
    large = Table(huts=False).building(B, "large", (3, 7)).permit(R, 0, (2, 6), (3, 6), (2, 7)).gold(R, 5)
    assert large.points(B) == 2
    assert large.influence(R, red=3).when(R, build("large", 2, 6, "red")).points(B) == 0


@pytest.mark.rule("elasund.displace.permits_on_free_squares")
def test_an_exact_overlay_and_a_well_displace_nothing() -> None:
    table = Table(huts=False).building(B, "stalls", (3, 8)).gold(R, 9).influence(R, red=3)
    assert table.refused(R, build("stalls", 3, 8, "red")) == "elasund.permit.own_permit_needed"
    assert not table.phase("permit").state.empty >> 38 & 1
    for kind in range(2, len(BUILDINGS)):
        assert KINDS_OF_BUILDING[kind].permits >= 1


def covered_shop() -> Table:
    """Red's shop stands in the way of an inn for which blue has the permits."""
    return Table(huts=False).building(R, "shop", (3, 8)).permit(B, 0, (2, 7), (3, 7)).gold(B, 3).turn(B)


@pytest.mark.rule("elasund.equal.three_same_colour")
def test_an_equal_building_costs_three_of_a_color() -> None:
    table = covered_shop().influence(B, red=3)
    assert table.refused(B, build("inn", 2, 7)) == "elasund.equal.three_same_colour"
    table.when(B, build("inn", 2, 7, "red"))
    assert table.influence_of(B) == {}
    assert table.at(3, 8) == (B, "inn")
    mixed = covered_shop().influence(B, red=2, blue=1)
    for pay, missing in (("red", {"red": 1}), ("blue", {"blue": 2}), (None, {})):
        refusal = refusal_of(ELASUND, mixed.state, B, build("inn", 2, 7, pay))
        assert refusal == ("elasund.equal.three_same_colour", {"missing": missing})
    own = Table(huts=False).building(R, "workshop", (4, 8)).permit(B, 0, (3, 8)).gold(B, 1).turn(B)
    assert own.refused(B, build("house", 3, 8)) == "elasund.equal.three_same_colour"
    assert own.influence(B, blue=3).may(B, build("house", 3, 8, "blue"))
    needless = Table().permit(R, 0, (3, 8)).gold(R, 5).influence(R, red=3)
    assert needless.refused(R, build("well", 3, 8, "red")) == "elasund.displace.smaller_free"


@pytest.mark.rule("elasund.equal.one_payment")
def test_one_payment_covers_all_equal_buildings() -> None:
    table = Table(huts=False).building(R, "shop", (2, 6)).building(B, "shop", (4, 8)).permit(Y, 1, (4, 7))
    table.permit(Y, 0, (3, 8)).gold(Y, 3).influence(Y, green=4).turn(Y).when(Y, build("inn", 3, 7, "green"))
    assert table.influence_of(Y) == {"green": 1}
    assert table.stack("shop") == 5


@pytest.mark.rule("elasund.equal.at_most_two")
def test_no_footprint_touches_more_than_two_equal_buildings() -> None:
    """Every permit needs a square of the footprint; only the other squares, two at most, can touch equal buildings."""
    most = {kind: KINDS_OF_BUILDING[kind].size - KINDS_OF_BUILDING[kind].permits for kind in (STALLS, INN, LARGE)}
    assert (most[STALLS], most[INN]) == (1, 2)
    assert min(most[LARGE], KINDS_OF_BUILDING[LARGE].copies - 1) == 2
    assert KINDS_OF_BUILDING[WORKSHOP].size - KINDS_OF_BUILDING[WORKSHOP].permits == 1


@pytest.mark.rule("elasund.equal.mixed_with_smaller")
def test_smaller_buildings_beside_an_equal_one_go_free() -> None:
    table = covered_shop().building(Y, "workshop", (2, 8)).influence(B, red=3)
    table.when(B, build("inn", 2, 7, "red"))
    assert table.happened(InfluencePaid) == [InfluencePaid(B, influence(red=3))]
    assert table.seat_view(None, Y)["supply"]["buildings"] == ["house", "workshop"]


@pytest.mark.rule("elasund.equal.own_too")
def test_an_own_equal_building_costs_influence_too() -> None:
    table = Table(huts=False).building(R, "shop", (3, 8)).permit(R, 0, (2, 7), (3, 7)).gold(R, 3)
    assert table.refused(R, build("inn", 2, 7)) == "elasund.equal.three_same_colour"
    assert table.influence(R, blue=3).may(R, build("inn", 2, 7, "blue"))


@pytest.mark.rule("elasund.equal.colour_choice")
def test_the_builder_chooses_among_complete_sets() -> None:
    table = covered_shop().influence(B, red=3, blue=3, green=2)
    assert table.may(B, build("inn", 2, 7, "red"))
    assert table.may(B, build("inn", 2, 7, "blue"))
    assert table.refused(B, build("inn", 2, 7, "green")) == "elasund.equal.three_same_colour"
    assert table.when(B, build("inn", 2, 7, "blue")).influence_of(B) == {"red": 3, "green": 2}


@pytest.mark.rule("elasund.payment.influence_discard")
def test_paid_influence_goes_to_the_discard_pile() -> None:
    table = covered_shop().influence(B, red=3)
    deck = table.view(None)["deck"]
    table.when(B, build("inn", 2, 7, "red"))
    assert table.view(None)["discards"] == {"red": 3, "green": 0, "blue": 0}
    assert table.view(None)["deck"] == deck
