"""Tests a city in which no seat can build any more: the game ends, and the most cubes win (docs/rulings.md)."""

import pytest

from domain.elasund import ELASUND
from domain.elasund.board import board_for, square
from domain.elasund.chapters.building import BuildingPlaced
from domain.elasund.chapters.scoring import CityFinished, ElasundHandsRevealed, EndTurn
from domain.elasund.displacing import BuildingRemoved
from domain.elasund.terms import BUILDINGS, CHURCH_TILES
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R

pytestmark = pytest.mark.rule("elasund.end.no_other_end")
WELLS = (0, 9), (1, 9), (4, 2), (4, 8)
INNS = (0, 3), (2, 3), (0, 5), (0, 7), (2, 8)


def full_city(red: int = 6, blue: int = 3) -> Table:
    """Walls and church are complete and (4,9) alone is empty; red and blue have these numbers of cubes."""
    board = board_for(2)
    table = Table(2, huts=False).walls(R, *board.north, *board.south, 301, 302, 303, 304)
    table.walls(B, 305, 306, 307, 308).church(B, *CHURCH_TILES)
    table.state.points[:] = [0, 0]
    table.state.church_cubes = 0
    for seat, name, places in (
        (R, "well", WELLS),
        (R, "large", ((0, 0), (2, 0))),
        (B, "inn", INNS),
        (R, "workshop", ((4, 0),)),
        (B, "workshop", ((4, 3),)),
    ):
        table.apply(*(BuildingPlaced(seat, BUILDINGS.index(name), square(*at), 0) for at in places))
    table.state.points[:] = [red, blue]
    return table


def cleared(table: Table, *places: tuple[int, int]) -> Table:
    """Whatever stood on these squares has left the board."""
    for at in places:
        table.apply(BuildingRemoved(B, 0, square(*at)))
    return table


def test_the_most_cubes_win_a_city_where_nobody_can_build() -> None:
    table = full_city().end_turn()
    assert table.happened(CityFinished) == [CityFinished((R,), 6)]
    assert len(table.happened(ElasundHandsRevealed)) == 1
    assert (table.winner(), table.waiting()) == (R, [])
    assert table.refused(B, EndTurn()) == "elasund.end.win_end_of_turn"


def test_equal_cubes_share_it() -> None:
    table = full_city(5, 5).end_turn()
    result = ELASUND.result(table.state)
    assert result is not None
    assert (result.winners, result.points) == ((R, B), (5, 5))
    again = ELASUND.unpack(ELASUND.pack(table.state))
    assert ELASUND.result(again) == result


def test_room_for_one_building_keeps_the_game_going() -> None:
    table = cleared(full_city(), (4, 3)).end_turn()
    assert (table.winner(), table.waiting()) == (None, [B])


def test_a_wall_space_or_a_church_tile_keeps_the_game_going() -> None:
    table = full_city()
    north, south, east_north, east_south = table.state.growth
    table.state.growth = (north, south, east_north - 1, east_south)
    assert table.end_turn().winner() is None
    table = full_city()
    table.state.church_owners = (*table.state.church_owners[:-1], -1)
    assert table.end_turn().winner() is None


@pytest.mark.parametrize(("red", "blue", "winner"), [(4, 4, R), (4, 3, None), (3, 4, None), (3, 3, None)])
def test_permits_that_cannot_move_still_count(red: int, blue: int, winner: int | None) -> None:
    """A shop may cover the inn at (2,3) with (4,3) and (4,4), if a seat leads there or could with a higher permit."""
    table = cleared(full_city(), (4, 3)).permit(R, 0, (4, 9)).permit(R, red, (4, 3)).permit(B, blue, (4, 4))
    assert table.end_turn().winner() == winner
