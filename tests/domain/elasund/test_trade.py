"""Tests trade fields and the trade track (ledger, chapter 16)."""

import pytest

from domain.elasund.board import COLUMNS, board_for
from domain.elasund.pieces import TRACK_FLAGS
from domain.elasund.trade import TradeMoved
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, build


def bare(seats: int = 4) -> Table:
    """Return a city without huts where red has plenty of gold."""
    return Table(seats, huts=False).gold(R, 15)


@pytest.mark.rule("elasund.trade.point_per_square")
def test_every_covered_windmill_counts() -> None:
    assert bare(2).building(B, "inn", (0, 8)).trade(B)[0] == 2
    assert bare(2).building(B, "house", (0, 4)).trade(B)[0] == 1
    assert bare(2).building(B, "large", (0, 7)).trade(B)[0] == 3
    assert bare(3).building(B, "large", (4, 0)).trade(B)[0] == 2
    assert bare(4).building(B, "stalls", (7, 0)).trade(B)[0] == 2
    assert bare().permit(R, 0, (0, 0)).walls(R, 107).trade(R)[0] == 0


@pytest.mark.rule("elasund.trade.reach_or_pass")
def test_reaching_or_passing_a_space_earns_a_cube() -> None:
    reached = bare().building(R, "house", (0, 0)).permit(R, 0, (0, 2), (0, 3)).when(R, build("inn", 0, 2))
    assert reached.trade(R) == (3, [3])
    passed = bare().building(R, "inn", (0, 0)).permit(R, 0, (0, 2), (0, 3)).when(R, build("inn", 0, 2))
    assert passed.trade(R) == (4, [3])


@pytest.mark.rule("elasund.trade.several_spaces")
def test_one_move_may_earn_several_cubes() -> None:
    table = bare().building(R, "inn", (0, 0)).permit(R, 0, (0, 7), (0, 8), (0, 9)).when(R, build("large", 0, 7))
    assert table.trade(R) == (5, [3, 5])
    assert table.points(R) == 1 + 2 + 2


@pytest.mark.rule("elasund.trade.one_cube_per_space")
def test_a_space_takes_one_cube_of_a_player() -> None:
    table = bare().building(R, "large", (0, 7)).permit(R, 0, (0, 0)).when(R, build("well", 0, 0))
    assert table.trade(R) == (4, [3])
    assert table.points(R) == 2 + 1 + 1


@pytest.mark.rule("elasund.trade.cube_automatic")
def test_trade_cubes_are_placed_without_a_question() -> None:
    table = bare().building(R, "house", (0, 0)).permit(R, 0, (0, 2), (0, 3)).when(R, build("inn", 0, 2))
    assert table.happened(TradeMoved) == [TradeMoved(R, 3, (3,))]
    assert table.frame() == "build_tiles"


@pytest.mark.rule("elasund.trade.loss_on_displace")
def test_a_lost_building_takes_its_windmills_along() -> None:
    table = bare().building(B, "workshop", (0, 0)).permit(R, 0, (1, 0), (1, 1)).when(R, build("inn", 0, 0))
    assert table.trade(B) == (0, [])
    assert table.trade(R) == (2, [])
    beside = bare().building(B, "inn", (0, 0)).permit(R, 0, (2, 1), (1, 2), (2, 2)).when(R, build("large", 1, 1))
    assert (beside.trade(B), beside.trade(R)) == ((0, []), (0, []))


def red_on_five() -> Table:
    """Red stands on five of the trade track, with a house at the coast and two inns."""
    return Table(huts=False).building(R, "house", (0, 4)).building(R, "inn", (0, 6), (0, 8)).gold(B, 15).turn(B)


@pytest.mark.rule("elasund.trade.cube_lost_below")
def test_falling_below_a_space_returns_its_cube() -> None:
    table = red_on_five()
    assert table.trade(R) == (5, [3, 5])
    table.permit(B, 0, (0, 3), (1, 3)).when(B, build("inn", 0, 3))
    assert table.trade(R) == (4, [3])
    six = red_on_five().building(R, "well", (0, 0)).permit(B, 0, (0, 3), (1, 3)).when(B, build("inn", 0, 3))
    assert six.trade(R) == (5, [3, 5])


@pytest.mark.rule("elasund.trade.regain")
def test_rising_again_earns_the_cube_again() -> None:
    table = red_on_five().permit(B, 0, (0, 3), (1, 3)).when(B, build("inn", 0, 3)).turn(R).gold(R, 5)
    table.permit(R, 0, (0, 0)).when(R, build("well", 0, 0))
    assert table.trade(R) == (5, [3, 5])


@pytest.mark.rule("elasund.trade.lower_first")
def test_losses_come_before_gains() -> None:
    table = Table(huts=False).building(R, "inn", (0, 0), (7, 0), (0, 2)).building(R, "well", (0, 4))
    table.building(B, "inn", (5, 0)).gold(B, 9).influence(B, red=3).turn(B)
    assert (table.trade(R)[0], table.trade(B)[0]) == (7, 2)
    table.permit(B, 0, (0, 5), (1, 5)).permit(B, 2, (1, 4)).permit(B, 3, (0, 6))
    table.when(B, build("large", 0, 4))
    assert [(event.seat, event.total) for event in table.happened(TradeMoved)] == [(R, 6), (B, 5)]


@pytest.mark.rule("elasund.trade.own_overbuild")
def test_building_over_own_trade_fields_changes_the_total_by_the_difference() -> None:
    table = bare().building(R, "house", (0, 4)).building(R, "inn", (0, 6)).permit(R, 0, (0, 3), (1, 3))
    assert table.trade(R) == (3, [3])
    table.when(R, build("inn", 0, 3))
    assert table.trade(R) == (4, [3])


def red_on_thirteen() -> Table:
    """Red stands on thirteen of the trade track, with a cube on every space; blue may build."""
    table = Table(huts=False).building(R, "house", (0, 0)).building(R, "workshop", (0, 2)).building(R, "inn", (0, 5))
    table.building(R, "well", (5, 0), (5, 9), (7, 0), (7, 9))
    assert table.trade(R) == (13, [3, 5, 7, 9, 11])
    return table.gold(B, 15).turn(B)


@pytest.mark.rule("elasund.trade.total_kept_above_11")
def test_points_above_eleven_are_kept() -> None:
    table = red_on_thirteen()
    assert table.seat_view(None, R)["trade"]["disc"] == 11
    table.permit(B, 0, (1, 2), (1, 3)).when(B, build("inn", 0, 2))
    assert table.trade(R) == (11, [3, 5, 7, 9, 11])
    lower = red_on_thirteen().permit(B, 0, (0, 1), (1, 1), (1, 2)).when(B, build("large", 0, 0))
    assert lower.trade(R) == (10, [3, 5, 7, 9])
    assert lower.seat_view(None, R)["trade"]["disc"] == 10


@pytest.mark.rule("elasund.trade.flags_never_scarce")
def test_printed_flags_always_suffice() -> None:
    for seats in COLUMNS:
        board = board_for(seats)
        points = board.windmills(board.open)
        assert points == {2: 10, 3: 14, 4: 18}[seats]
        for space, flags in TRACK_FLAGS:
            assert min(seats, points // space) <= flags


@pytest.mark.rule("elasund.trade.two_player_cap")
def test_two_players_cannot_reach_eleven() -> None:
    table = Table(2, huts=False).building(R, "large", (0, 0), (0, 3), (0, 6)).building(R, "house", (0, 9))
    assert table.trade(R) == (10, [3, 5, 7, 9])
    assert board_for(2).windmills(board_for(2).inside) == 10
