"""Tests the permit phase and the special actions (ledger, chapters 13 and 14)."""

import pytest

from domain.elasund.board import square
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.permits import PassPermit, TakeGold
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.special import BuyGold, PlaceExtraPermit, UpgradePermit
from domain.elasund.terms import BLUE, GREEN, RED
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, build, extra, move, place, tile


def permits(seats: int = 4, edition: str = "english", row: int = 4) -> Table:
    """Red may place a permit in an empty city; the ship is in this row."""
    return Table(seats, edition, huts=False).ship(row).phase("permit")


@pytest.mark.rule("elasund.permit_phase.take_gold")
def test_two_gold_may_be_taken() -> None:
    assert permits().gold(R, 1).when(R, TakeGold()).gold_of(R) == 3


@pytest.mark.rule("elasund.permit_phase.ship_row")
def test_a_permit_goes_to_the_row_of_the_ship() -> None:
    assert permits().may(R, place(0, 0, 2))
    assert permits().refused(R, place(0, 0, 3)) == "elasund.permit_phase.ship_row"


@pytest.mark.rule("elasund.permit_phase.price")
def test_a_permit_costs_its_value() -> None:
    table = permits().permit(R, 1, (5, 5)).permit(R, 3, (6, 5)).gold(R, 3)
    assert table.refused(R, place(4, 0, 2)) == "elasund.permit_phase.price"
    assert not table.may(R, place(4, 0, 2))
    assert table.refused(R, place(1, 0, 2)) == "elasund.permit_phase.from_supply"
    assert table.may(R, place(0, 0, 2))
    assert table.when(R, place(2, 0, 2)).gold_of(R) == 1
    assert permits().gold(R, 1).when(R, place(0, 0, 2)).gold_of(R) == 1


@pytest.mark.rule("elasund.permit_phase.empty_square")
def test_a_permit_needs_an_empty_square() -> None:
    table = permits().permit(B, 0, (0, 2)).permit(R, 0, (1, 2)).building(B, "well", (3, 2)).church(B, "S")
    for x in (0, 1, 3):
        assert table.gold(R, 9).refused(R, place(2, x, 2)) == "elasund.permit_phase.empty_square"
    assert permits(row=8).refused(R, place(0, 2, 5)) == "elasund.permit_phase.empty_square"
    church = permits(row=8).church(B, "W", "C")
    assert church.refused(R, place(0, 3, 5)) == "elasund.permit_phase.empty_square"


@pytest.mark.rule("elasund.permit_phase.overflow_adjacent")
def test_in_english_the_neighbor_rows_step_in_for_a_full_one() -> None:
    table = permits(row=6).full_row(6)
    assert table.may(R, place(0, 0, 3))
    assert table.may(R, place(0, 0, 5))
    assert table.refused(R, place(0, 0, 2)) == "elasund.permit_phase.overflow_adjacent"
    assert permits(row=6).refused(R, place(0, 0, 3)) == "elasund.permit_phase.ship_row"


@pytest.mark.rule("elasund.permit_phase.overflow_needs_influence")
def test_in_english_full_neighbor_rows_leave_influence_alone() -> None:
    table = permits(row=6).full_row(5).full_row(6).full_row(8)
    assert table.refused(R, place(0, 0, 2)) == "elasund.permit_phase.overflow_needs_influence"
    assert table.influence(R, red=2).when(R, place(0, 0, 2, "red")).influence_of(R) == {}


@pytest.mark.rule("elasund.permit_phase.overflow_nearest")
def test_in_german_the_nearest_free_rows_step_in() -> None:
    table = permits(edition="german", row=6).full_row(5).full_row(6).full_row(8)
    assert table.may(R, place(0, 0, 2))
    assert table.may(R, place(0, 0, 6))
    assert table.refused(R, place(0, 0, 1)) == "elasund.permit_phase.overflow_nearest"


@pytest.mark.rule("elasund.permit_phase.overflow_edge")
def test_the_outer_rows_have_one_neighbor() -> None:
    for edition in ("english", "german"):
        table = permits(edition=edition, row=2).full_row(2)
        assert table.may(R, place(0, 0, 1))
        assert not table.may(R, place(0, 0, 9))
        south = permits(edition=edition, row=12).full_row(12)
        assert south.may(R, place(0, 0, 8))
        assert not south.may(R, place(0, 0, 0))
        assert permits(edition=edition, row=3).full_row(3).may(R, place(0, 0, 0))
        assert permits(edition=edition, row=11).full_row(11).may(R, place(0, 0, 9))


@pytest.mark.rule("elasund.permit_phase.full_row_8")
def test_the_open_foundation_leaves_row_eight_full() -> None:
    table = permits(2, row=8).full_row(8, but=(2,))
    assert table.may(R, place(0, 0, 4))
    assert table.may(R, place(0, 0, 6))
    room = permits(2, row=8).full_row(8, but=(1, 2))
    assert room.may(R, place(0, 1, 5))
    assert room.refused(R, place(0, 0, 4)) == "elasund.permit_phase.ship_row"


@pytest.mark.rule("elasund.permit_phase.any_row")
def test_two_influence_cards_open_every_row() -> None:
    table = permits().influence(R, blue=2)
    table.when(R, place(0, 3, 8, "blue"))
    assert (table.permit_on(3, 8), table.influence_of(R)) == ((R, 0), {})
    mixed = permits().influence(R, blue=1, red=1)
    for pay in ("blue", "red"):
        assert mixed.refused(R, place(0, 3, 8, pay)) == "elasund.permit_phase.any_row"


@pytest.mark.rule("elasund.permit_phase.any_row_still_gold")
def test_influence_does_not_replace_the_gold() -> None:
    table = permits().influence(R, blue=2).gold(R, 1)
    assert table.refused(R, place(2, 3, 8, "blue")) == "elasund.permit_phase.any_row_still_gold"
    table.gold(R, 2).when(R, place(2, 3, 8, "blue"))
    assert table.gold_of(R) == 0


@pytest.mark.rule("elasund.permit_phase.no_permits_left")
def test_with_all_permits_out_gold_is_left() -> None:
    table = permits().permit(R, 0, (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)).gold(R, 9)
    assert table.refused(R, place(0, 0, 2)) == "elasund.permit_phase.no_permits_left"
    assert table.listed(R) == [TakeGold(), PassPermit()]


@pytest.mark.rule("elasund.permit_phase.no_square")
def test_without_an_empty_square_gold_is_left() -> None:
    table = permits().full_board().influence(R, red=2)
    for pay in (None, "red"):
        assert table.refused(R, place(0, 0, 2, pay)) == "elasund.permit_phase.no_square"
    assert table.listed(R) == [TakeGold(), PassPermit()]


@pytest.mark.rule("elasund.permit_phase.pass_allowed")
def test_in_english_both_may_be_declined() -> None:
    table = permits().gold(R, 1).when(R, PassPermit())
    assert (table.frame(), table.gold_of(R)) == ("special_action", 1)


@pytest.mark.rule("elasund.permit_phase.pass_forbidden")
def test_in_german_one_must_be_taken() -> None:
    table = permits(edition="german")
    assert table.refused(R, PassPermit()) == "elasund.permit_phase.pass_forbidden"
    assert not table.may(R, PassPermit())


@pytest.mark.rule("elasund.permit_phase.after_seven")
def test_after_a_seven_the_row_of_the_pirate_counts() -> None:
    table = Table(huts=False).roll_pirate(5).to_permit_phase()
    assert table.may(R, place(0, 0, 3))
    assert not table.may(R, place(0, 0, 2))
    assert table.full_row(5).may(R, place(0, 0, 4))


@pytest.mark.rule("elasund.permit_phase.no_refund")
def test_gold_paid_for_a_permit_is_gone() -> None:
    removed = (
        Table(huts=False).church(B, "SW").permit(R, 4, (4, 3)).gold(B, 7).turn(B).when(B, BuildChurch(), tile("NE"))
    )
    moved = Table().permit(R, 4, (3, 8)).influence(R, red=2).phase("special").when(R, move(4, 0, 0, "red"))
    raised = Table().permit(R, 2, (3, 8)).influence(R, red=2).gold(R, 2).phase("special")
    raised.when(R, UpgradePermit(2, 4, RED))
    built = Table().permit(R, 4, (3, 8)).gold(R, 5).when(R, build("well", 3, 8))
    for table in (removed, moved, raised, built):
        assert table.gold_of(R) == 0


@pytest.mark.rule("elasund.special.optional")
def test_a_special_action_is_voluntary() -> None:
    table = Table().permit(R, 2, (3, 8)).influence(R, red=2, green=2, blue=2).gold(R, 9).phase("special")
    for action in (move(2, 0, 0, "green"), UpgradePermit(2, 4, RED), PlaceExtraPermit(0, square(0, 1)), BuyGold()):
        assert table.may(R, action)
        assert action in table.listed(R)
    held = (table.gold_of(R), table.influence_of(R), table.permit_on(3, 8))
    assert table.may(R, EndTurn())
    assert EndTurn() in table.listed(R)
    assert table.when(R, EndTurn()).waiting() == [B]
    assert (table.gold_of(R), table.influence_of(R), table.permit_on(3, 8)) == held
    one = Table().influence(R, red=2, green=2, blue=2).phase("special").when(R, BuyGold())
    assert one.may(R, EndTurn())


@pytest.mark.rule("elasund.special.must_afford")
def test_a_special_action_is_paid_whole() -> None:
    table = Table().influence(R, red=1, blue=1).phase("special")
    assert table.refused(R, BuyGold()) == "elasund.special.d_gold"
    assert table.influence_of(R) == {"red": 1, "blue": 1}
    assert table.listed(R) == [EndTurn()]


@pytest.mark.rule("elasund.special.a_move")
def test_a_moves_an_own_permit_anywhere() -> None:
    table = (
        Table(huts=False).permit(R, 4, (3, 8)).permit(B, 0, (1, 1)).influence(R, green=2).gold(R, 5).phase("special")
    )
    assert table.refused(R, move(0, 0, 0, "green")) == "elasund.special.a_move"
    assert table.refused(R, move(4, 1, 1, "green")) == "elasund.permit_phase.empty_square"
    assert table.refused(R, move(4, 0, 0, "red")) == "elasund.special.a_move"
    table.when(R, move(4, 0, 0, "green"))
    assert (table.permit_on(0, 0), table.permit_on(3, 8)) == ((R, 4), None)
    assert (table.gold_of(R), table.influence_of(R)) == (5, {})


@pytest.mark.rule("elasund.special.b_upgrade")
def test_b_swaps_a_permit_for_a_higher_one() -> None:
    table = Table().permit(R, 1, (3, 8)).influence(R, green=2).phase("special")
    assert table.gold(R, 2).refused(R, UpgradePermit(1, 4, GREEN)) == "elasund.special.b_upgrade"
    assert not table.may(R, UpgradePermit(1, 4, GREEN))
    assert table.gold(R, 3).refused(R, UpgradePermit(1, 4, BLUE)) == "elasund.special.b_upgrade"
    table.when(R, UpgradePermit(1, 4, GREEN))
    assert (table.permit_on(3, 8), table.gold_of(R), table.influence_of(R)) == ((R, 4), 0, {})
    assert table.seat_view(None, R)["supply"]["permits"] == [0, 1, 2, 3]


@pytest.mark.rule("elasund.special.b_only_higher")
def test_b_takes_only_higher_permits_from_the_supply() -> None:
    table = Table().permit(R, 2, (3, 8), (4, 8)).influence(R, green=2).gold(R, 9).phase("special")
    for value in (1, 2, 3):
        assert table.refused(R, UpgradePermit(2, value, GREEN)) == "elasund.special.b_only_higher"
    assert table.refused(R, UpgradePermit(0, 4, GREEN)) == "elasund.special.b_upgrade"
    assert table.may(R, UpgradePermit(2, 4, GREEN))


@pytest.mark.rule("elasund.special.c_place")
def test_c_places_a_permit_anywhere() -> None:
    table = Table(huts=False).influence(R, red=1, green=1, blue=1).gold(R, 2).ship(12).phase("special")
    table.when(R, extra(2, 0, 0))
    assert (table.permit_on(0, 0), table.gold_of(R), table.influence_of(R)) == ((R, 2), 0, {})
    two_red = Table().influence(R, red=2, blue=1).phase("special")
    assert two_red.refused(R, extra(0, 0, 0)) == "elasund.special.c_place"
    poor = Table().influence(R, red=1, green=1, blue=1).gold(R, 1).phase("special")
    assert poor.refused(R, extra(2, 0, 0)) == "elasund.special.c_place"
    for x, y in ((2, 2), (2, 5)):
        assert poor.refused(R, extra(0, x, y)) == "elasund.permit_phase.empty_square"
    none = Table().permit(R, 0, (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)).influence(R, red=1, green=1, blue=1)
    assert none.phase("special").refused(R, extra(0, 0, 2)) == "elasund.permit_phase.no_permits_left"


@pytest.mark.rule("elasund.special.d_gold")
def test_d_takes_two_gold_for_one_of_each() -> None:
    table = Table().influence(R, red=1, green=1, blue=1).phase("special").when(R, BuyGold())
    assert (table.gold_of(R), table.influence_of(R)) == (2, {})
    assert Table().influence(R, red=3).phase("special").refused(R, BuyGold()) == "elasund.special.d_gold"


@pytest.mark.rule("elasund.special.same_turn_as_permit")
def test_a_special_action_may_follow_a_permit_and_change_it() -> None:
    table = permits().influence(R, blue=2).gold(R, 1).when(R, place(0, 3, 2))
    assert table.may(R, move(0, 8, 8, "blue"))
    assert table.when(R, UpgradePermit(0, 1, BLUE)).permit_on(3, 2) == (R, 1)
    two = permits().influence(R, red=1, green=1, blue=1).when(R, place(0, 3, 2)).gold(R, 1).when(R, extra(1, 8, 8))
    assert len(two.view(None)["permits"]) == 2
