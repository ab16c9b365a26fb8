"""Tests the city wall (ledger, chapter 11)."""

import pytest

from domain.elasund.board import board_for, square
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.walls import BuildWall, WallBuilt
from domain.elasund.displacing import BuildingRemoved
from domain.elasund.payments import InfluenceDrawn
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, build


def spaces(table: Table, seat: int = R) -> list[int]:
    """Return the wall spaces that a seat is offered."""
    return [command.space for command in table.listed(seat) if isinstance(command, BuildWall)]


@pytest.mark.rule("elasund.wall.top_tile")
def test_the_top_tile_is_taken() -> None:
    table = Table().gold(R, 4).walls(R, 107).when(R, BuildWall(106))
    assert table.happened(WallBuilt) == [WallBuilt(R, 106, 2, False)]
    other = Table().gold(R, 4).walls(B, 107, 106).walls(R, 105).when(R, BuildWall(104))
    assert other.happened(WallBuilt) == [WallBuilt(R, 104, 2, False)]


@pytest.mark.rule("elasund.wall.adjacent")
def test_a_tile_touches_a_gate_or_its_line() -> None:
    table = Table(2).gold(R, 4)
    assert spaces(table) == [103, 203, 301, 308]
    for apart in (102, 302, 305, 307):
        assert table.refused(R, BuildWall(apart)) == "elasund.wall.adjacent"
    assert spaces(Table(2).gold(R, 4).walls(B, 103, 308)) == [102, 203, 301, 307]


@pytest.mark.rule("elasund.wall.blue_price")
def test_toward_the_sea_a_tile_costs_two() -> None:
    assert Table(2).gold(R, 2).when(R, BuildWall(103)).gold_of(R) == 0
    assert Table(2).gold(R, 2).when(R, BuildWall(203)).gold_of(R) == 0
    assert Table(2).gold(R, 1).refused(R, BuildWall(103)) == "elasund.wall.blue_price"


@pytest.mark.rule("elasund.wall.red_price")
def test_in_the_east_a_tile_costs_four() -> None:
    assert Table(2).gold(R, 4).when(R, BuildWall(301)).gold_of(R) == 0
    assert Table(2).gold(R, 3).refused(R, BuildWall(301)) == "elasund.wall.red_price"
    assert spaces(Table(2).gold(R, 3)) == [103, 203]


@pytest.mark.rule("elasund.wall.shared_line")
def test_all_players_extend_one_wall() -> None:
    table = Table(2).walls(B, 103).gold(R, 2).when(R, BuildWall(102))
    assert [(wall["space"], wall["seat"], wall["tile"]) for wall in table.view(None)["walls"]] == [
        (103, B, 1),
        (102, R, 1),
    ]


@pytest.mark.rule("elasund.wall.free_growth_point")
def test_any_growth_point_may_be_chosen() -> None:
    assert Table(2).gold(R, 4).may(R, BuildWall(301))
    assert Table(2).gold(R, 4).may(R, BuildWall(308))


@pytest.mark.rule("elasund.wall.east_meets")
def test_the_eastern_line_may_close() -> None:
    table = Table(2).walls(R, 301, 302, 303, 304).walls(B, 308, 307, 306).gold(R, 4)
    assert spaces(table) == [103, 203, 305]
    table.when(R, BuildWall(305)).gold(R, 4)
    assert spaces(table) == [103, 203]
    assert table.refused(R, BuildWall(305)) == "elasund.wall.space_taken"


@pytest.mark.rule("elasund.wall.no_permit")
def test_walls_need_no_permit() -> None:
    table = Table().gold(R, 2)
    assert table.view(None)["permits"] == []
    assert table.may(R, BuildWall(107))


@pytest.mark.rule("elasund.wall.influence_reward")
def test_influence_comes_at_once() -> None:
    table = Table().walls(R, 107, 106, 105, 104).gold(R, 2).when(R, BuildWall(103), 0, 2)
    assert table.influence_of(R) == {"red": 1, "blue": 1}
    assert table.frame() == "build_tiles"


@pytest.mark.rule("elasund.wall.tower_cube")
def test_a_tower_takes_a_cube_and_gives_no_card() -> None:
    table = Table(2).walls(R, 103, 102).gold(R, 4).when(R, BuildWall(308))
    assert table.happened(WallBuilt) == [WallBuilt(R, 308, 3, True)]
    assert table.happened(InfluenceDrawn) == []
    assert (table.points(R), table.seat_view(None, R)["towers"]) == (1, 1)


@pytest.mark.rule("elasund.wall.permanent")
def test_nothing_removes_a_wall() -> None:
    table = Table(huts=False).walls(R, 107, 106, 105).building(B, "well", (5, 0))
    before = table.view(None)["walls"]
    table.roll_pirate(3).gold(R, 9).church(B, "C")
    assert table.view(None)["walls"] == before
    table.permit(R, 0, (5, 1)).gold(R, 9).when(R, build("workshop", 5, 1)).when(R, BuildWall(104))
    table.turn(B).gold(B, 9).when(B, BuildWall(103)).when(B, BuildChurch())
    assert table.view(None)["walls"][:3] == before
    assert len(table.view(None)["walls"]) == 5
    assert (table.points(R), table.seat_view(None, R)["towers"]) == (1, 1)


@pytest.mark.rule("elasund.wall.permanent")
@pytest.mark.parametrize("edition", ["english", "german"])
def test_walls_outlive_the_buildings_beside_them(edition: str) -> None:
    table = Table(2, edition, huts=False).building(B, "well", (3, 0)).building(R, "well", (3, 9))
    table.gold(R, 4).when(R, BuildWall(103)).when(R, BuildWall(203))
    table.turn(B).gold(B, 4).when(B, BuildWall(301)).walls(R, 302, 308).walls(B, 303)
    walls, towers = table.view(None)["walls"], table.seat_view(None, R)["towers"]
    assert (len(walls), towers) == (6, 1)
    displacing = (
        (R, build("workshop", 3, 0), (3, 0), [(3, 1)]),  # over blue's well, under the northern wall
        (B, build("workshop", 3, 8), (3, 9), [(3, 8)]),  # over red's well, above the southern wall
        (R, build("inn", 3, 0), (3, 0), [(4, 0), (4, 1)]),  # over the own workshop, beside the eastern wall
    )
    for seat, command, covered, permits in displacing:
        table.turn(seat).permit(seat, 0, *permits).gold(seat, 9).when(seat, command)
        assert [event.square for event in table.happened(BuildingRemoved)] == [square(*covered)]
        assert table.view(None)["walls"] == walls
        assert table.seat_view(None, R)["towers"] == towers
    assert len(table.state.walls) == sum(table.state.growth)


@pytest.mark.rule("elasund.wall.all_own_built")
def test_nine_tiles_are_all_there_are() -> None:
    table = Table().walls(R, 107, 106, 105, 104, 103, 102, 207, 206, 205).gold(R, 9)
    assert table.refused(R, BuildWall(204)) == "elasund.wall.all_own_built"
    assert spaces(table) == []
    assert table.gold(B, 9).turn(B).may(B, BuildWall(204))


@pytest.mark.rule("elasund.wall.all_spaces_full")
def test_a_full_wall_takes_no_tile() -> None:
    board = board_for(2)
    table = Table(2).walls(R, *board.north, *board.south, 301, 302).walls(B, 303, 304, 305, 306, 307, 308).gold(R, 9)
    assert len(table.view(None)["walls"]) == 12
    assert table.refused(R, BuildWall(305)) == "elasund.wall.all_spaces_full"
    assert table.winner() is None
    assert table.end_turn().waiting() == [B]
