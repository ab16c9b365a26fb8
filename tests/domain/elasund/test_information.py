"""Tests what everybody is shown and what only the owner is shown, member by member (ledger, chapter 17)."""

from typing import Any

import pytest

from domain.elasund.board import square
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.pirates import GiveUpCards
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, G, R, cards


def late() -> Table:
    """Blue has rolled a seven in a city with something of everything."""
    table = Table(3).building(R, "inn", (0, 0), (0, 8)).building(B, "large", (4, 7)).walls(R, 105, 301, 104)
    table.walls(B, 205).church(G, "N", bottom="SE").permit(B, 3, (6, 0), (5, 0)).permit(R, 0, (6, 2))
    return table.gold(R, 3).influence(R, red=2, blue=1).gold(B, 2).turn(B).ship(5).phase("roll").roll(7)


def stands(building: str, seat: int, x: int, y: int, cubes: int | None = None) -> dict[str, Any]:
    """Return a building as a view shows it."""
    shown: dict[str, Any] = {"building": building, "seat": seat, "square": square(x, y)}
    return shown if cubes is None else shown | {"cubes": cubes}


@pytest.mark.rule("elasund.info.supplies_public")
@pytest.mark.parametrize("viewer", [None, R, B, G])
def test_the_whole_board_is_public(viewer: int | None) -> None:
    shown = late().view(viewer)
    assert shown["buildings"] == [
        stands("small_hut", R, 3, 2),
        stands("large_hut", R, 4, 5),
        stands("small_hut", B, 2, 2),
        stands("large_hut", B, 1, 5),
        stands("small_hut", G, 3, 7),
        stands("large_hut", G, 4, 3),
        stands("inn", R, 0, 0, 1),
        stands("inn", R, 0, 8, 1),
        stands("large", B, 4, 7, 2),
    ]
    assert shown["permits"] == [
        {"seat": R, "value": 0, "square": square(6, 2)},
        {"seat": B, "value": 3, "square": square(6, 0)},
        {"seat": B, "value": 4, "square": square(5, 0)},
    ]
    assert shown["walls"] == [
        {"space": 105, "seat": R, "tile": 1, "cube": False},
        {"space": 301, "seat": R, "tile": 2, "cube": False},
        {"space": 104, "seat": R, "tile": 3, "cube": True},
        {"space": 205, "seat": B, "tile": 1, "cube": False},
    ]
    assert shown["church"] == {
        "tiles": [{"tile": "N", "square": square(2, 5), "seat": G, "cube": True}],
        "corner": square(1, 5),
        "pile": 8,
        "not_built": ["NW", "NE", "W", "C", "E", "SW", "S", "SE"],
        "bottom_known_to": G,
    }
    assert shown["stacks"] == {"well": 4, "stalls": 4, "inn": 3, "shop": 5, "large": 2}


@pytest.mark.rule("elasund.info.supplies_public")
@pytest.mark.parametrize(("name", "cubes"), [("well", 1), ("stalls", 1), ("shop", 1)])
def test_every_neutral_building_shows_its_cubes(name: str, cubes: int) -> None:
    shown = Table(huts=False).building(B, name, (3, 8), (5, 8)).view(None)["buildings"]
    assert shown == [stands(name, B, 3, 8, cubes), stands(name, B, 5, 8, cubes)]


@pytest.mark.rule("elasund.info.supplies_public")
def test_every_supply_is_public() -> None:
    shown = late().view(None)
    assert (shown["bank"], shown["deck"]) == (51 - 5, 39 - 3)
    assert [seat["supply"] for seat in shown["seats"]] == [
        {"cubes": 6, "permits": [1, 2, 3, 4], "buildings": ["house", "workshop"], "wall_tiles": 6},
        {"cubes": 8, "permits": [0, 1, 2], "buildings": ["house", "workshop"], "wall_tiles": 8},
        {"cubes": 9, "permits": [0, 1, 2, 3, 4], "buildings": ["house", "workshop"], "wall_tiles": 9},
    ]
    assert [(seat["seat"], seat["color"]) for seat in shown["seats"]] == [(R, "red"), (B, "blue"), (G, "green")]
    assert [(seat["points"], seat["towers"]) for seat in shown["seats"]] == [(4, 1), (2, 0), (1, 0)]
    assert [seat["trade"] for seat in shown["seats"]] == [
        {"points": 4, "disc": 4, "cubes": [3]},
        {"points": 2, "disc": 2, "cubes": []},
        {"points": 0, "disc": 0, "cubes": []},
    ]
    built = late().building(B, "house", (0, 3)).view(None)["seats"][B]["supply"]["buildings"]
    assert built == ["workshop"]


@pytest.mark.rule("elasund.info.open_events_public")
def test_the_course_of_a_turn_is_public() -> None:
    table = late()
    for viewer in (None, R, B):
        shown = table.view(viewer)
        assert (shown["turn"], shown["active"], shown["dice"], shown["ship"]) == (2, B, [1, 6], 5)
        assert shown["agenda"] == [
            {"frame": "build_tiles", "seats": [B]},
            {"frame": "move_pirate", "seats": [B]},
        ]
    before = Table()
    before.state.active = before.state.ship = -1
    shown = before.view(None)
    assert (shown["active"], shown["ship"], shown["dice"], shown["built_this_turn"]) == (None, None, None, 0)


@pytest.mark.rule("elasund.info.hand_hidden")
def test_nobody_sees_more_of_a_hand_than_its_owner() -> None:
    table = late()
    everybody = {"seat", "color", "points", "hand", "held_gold", "at_least", "laid_aside", "towers", "trade", "supply"}
    for viewer in (None, R, B, G):
        for seat in (R, B, G):
            secrets = {"gold", "influence", "laying_aside"} if seat == viewer else set()
            secrets |= {"church_bottom"} if seat == viewer == G else set()
            assert set(table.seat_view(viewer, seat)) == everybody | secrets
    mine = table.seat_view(R, R)
    assert (mine["gold"], mine["influence"]) == (3, {"red": 2, "green": 0, "blue": 1})
    assert mine["laying_aside"] == {"gold": 0, "red": 0, "green": 0, "blue": 0}


@pytest.mark.rule("elasund.info.hand_total_public")
def test_the_cards_laid_aside_are_counted_for_all() -> None:
    table = Table(huts=False).building(R, "well", (5, 3)).building(B, "well", (6, 3)).gold(R, 3).gold(B, 3)
    table.roll_pirate(5).when(R, GiveUpCards(cards(gold=1)))
    for viewer in (None, R, B):
        shown = [table.seat_view(viewer, seat) for seat in (R, B)]
        assert [(seat["hand"], seat["laid_aside"]) for seat in shown] == [(2, 1), (3, 0)]


@pytest.mark.rule("elasund.info.church_pair_private")
def test_two_tiles_leave_the_pile_before_one_is_chosen() -> None:
    table = Table(huts=False).gold(R, 7).when(R, BuildChurch(), 0)
    for viewer in (None, R, B):
        church = table.view(viewer)["church"]
        assert (church["tiles"], church["corner"], church["pile"]) == ([], None, 7)
        assert church["bottom_known_to"] is None
