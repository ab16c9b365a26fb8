"""Tests components and preparation (rulebook 004)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.core.chance import SampledChance, SeededChance, outcomes
from domain.core.errors import InvalidConfiguration
from domain.dice import DICE
from domain.dice.chapters.building import DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.rolling import DiceRollDice, StopRolling, results, ways
from domain.dice.chapters.scoring import EndTurn
from domain.dice.geometry import CORNERS, geometry, point
from domain.dice.sheet import CITIES, HEXES, NODES, ROADS, SETTLEMENTS, START
from domain.dice.terms import SYMBOLS
from service.pictures.dice.text import draw_sheets
from tests.domain.dice.table import Table, dice


@pytest.mark.rule("dice.players.count")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_one_to_four_may_play(seats: int) -> None:
    assert Table(seats).state.seats == seats


@pytest.mark.rule("dice.players.count")
@pytest.mark.parametrize("seats", [0, 5])
def test_no_other_number_may_play(seats: int) -> None:
    with pytest.raises(InvalidConfiguration) as caught:
        DICE.configure(seats, None, (), {})
    assert (caught.value.field, caught.value.rule) == ("seats", "dice.players.count")


@pytest.mark.rule("dice.players.count")
def test_alone_one_plays_for_points() -> None:
    table = Table(1)
    for _ in range(15):
        table.cross()
    assert table.result is not None
    assert (table.result.winners, table.result.points) == ((0,), (-30,))


@pytest.mark.rule("dice.component.dice")
def test_six_dice_show_six_faces_equally_often() -> None:
    rng, seen = Random(4), Counter[str]()
    state = Table(1).state
    for _ in range(4000):
        rolled = DICE.decide(state, 0, DiceRollDice(), SampledChance(rng)).events[0].rolled
        assert sum(rolled) == 6
        seen.update(dict(zip(SYMBOLS, rolled, strict=True)))
    assert set(seen) == set(SYMBOLS)
    assert all(abs(count / 24000 - 1 / 6) < 0.01 for count in seen.values())


@pytest.mark.rule("dice.component.dice")
def test_a_roll_is_weighted_by_the_ways_in_which_single_dice_give_it() -> None:
    for count in range(7):
        assert sum(ways(count)) == 6**count
    assert ways(6)[results(6).index((1, 1, 1, 1, 1, 1))] == 720
    assert ways(6)[results(6).index((0, 0, 0, 0, 0, 6))] == 1


@pytest.mark.rule("dice.component.dice")
def test_the_chances_of_a_roll_can_be_told() -> None:
    state = Table(1).rolled(dice(ore=4, gold=2)).state
    told = {
        draft.events[0].rolled: chance
        for draft, chance in outcomes(lambda c: DICE.decide(state, 0, DiceRollDice(dice(ore=4)), c))
    }
    assert len(told) == 21
    assert told[dice(ore=2)] == pytest.approx(1 / 36)
    assert told[dice(ore=1, gold=1)] == pytest.approx(2 / 36)


@pytest.mark.rule("dice.component.sheet_each")
def test_every_player_has_a_sheet_of_the_own() -> None:
    table = Table(2).final(dice(brick=1, lumber=1, gold=4)).when(0, DiceBuildRoad(0))
    assert table.sheet(0)["roads"] == [0]
    assert table.sheet(1) == {**Table(2).sheet(1)}
    assert table.sheet(1)["roads"] == []


@pytest.mark.rule("dice.component.sheet_map")
def test_the_sheet_shows_these_pieces() -> None:
    sheet = geometry()
    assert [road["id"] for road in sheet["roads"]] == list(range(16))
    assert [place["points"] for place in sheet["settlements"]] == [3, 4, 5, 7, 9, 11]
    assert [place["points"] for place in sheet["cities"]] == [7, 12, 20, 30]
    assert [knight["knight"] for knight in sheet["knights"]] == [1, 2, 3, 4, 5, 6]
    assert sheet["boxes"]["count"] == 15
    totals = [sum(row["points"] for row in sheet[name]) for name in ("roads", "settlements", "cities", "knights")]
    assert totals == [16, 39, 69, 21]


@pytest.mark.rule("dice.component.sheet_map")
def test_a_number_that_is_not_printed_cannot_be_built() -> None:
    table = Table().final(dice(brick=1, lumber=1, wool=1, grain=1, gold=2))
    assert table.refused(0, DiceBuildSettlement(6)) == "dice.component.sheet_map"


@pytest.mark.rule("dice.component.sheet_map")
def test_the_roads_lie_on_the_edges_of_the_hexes() -> None:
    """The ends of every road are neighboring corners, and a road starts where the road before it ends."""
    at = {node.name: point(node) for node in NODES}
    assert len(set(at.values())) == len(NODES)
    corners = {(3 * h.q + x, 2 * h.r + h.q + y) for h in HEXES for x, y in CORNERS.values()}
    assert set(at.values()) <= corners
    for road in ROADS:
        (ax, ay), (bx, by) = at[road.ends[0]], at[road.ends[1]]
        assert (abs(ax - bx), abs(ay - by)) in {(2, 0), (1, 1)}
        assert road.ends[0] == ("v0" if road.parent == START else ROADS[road.parent].ends[1])


@pytest.mark.rule("dice.component.sheet_map")
def test_places_stand_where_their_roads_end() -> None:
    for place in (*SETTLEMENTS, *CITIES):
        assert place.node == ("v0" if place.road == START else ROADS[place.road].ends[1])


@pytest.mark.rule("dice.component.start_road")
def test_the_start_road_is_built_and_worth_nothing() -> None:
    table = Table()
    assert table.sheet(0)["points"] == 0
    assert geometry()["start_road"]["nodes"] == ["vS", "v0"]
    table.final(dice(brick=1, lumber=1, gold=4))
    assert DiceBuildRoad(0) in table.listed(0)


@pytest.mark.rule("dice.setup.first_player")
def test_the_one_agreed_on_begins() -> None:
    assert Table(3, starting_seat=2).awaited == [(2, "roll")]


@pytest.mark.rule("dice.setup.first_player")
def test_nobody_outside_of_the_game_begins() -> None:
    with pytest.raises(InvalidConfiguration) as caught:
        DICE.configure(2, None, (), {"starting_seat": 2})
    assert (caught.value.field, caught.value.key) == ("options.starting_seat", "no_such_seat")


@pytest.mark.rule("dice.setup.first_player_default")
def test_where_nobody_is_named_the_first_is_drawn() -> None:
    config = DICE.configure(4, None, (), {})
    first = Counter(DICE.setup(config, SeededChance(b"%d" % n))[0].first for n in range(400))
    assert set(first) == {0, 1, 2, 3}
    assert min(first.values()) > 70


@pytest.mark.rule("dice.information.all_public")
def test_everybody_sees_the_same() -> None:
    table = Table(3).roads(1, 0).knights(2, 3).used(2, 1).boxes(0, 4, -2)
    table.roll(0, shows=dice(ore=3, gold=3))
    views = [table.view(viewer) for viewer in (None, 0, 1, 2)]
    assert all(view == views[0] for view in views)
    assert views[0]["dice"] == {"brick": 0, "lumber": 0, "wool": 0, "grain": 0, "ore": 3, "gold": 3}
    assert views[0]["seats"][2]["jokers"] == [2, 3]
    for event in table.events:
        row = DICE.events.of(event)
        assert row.redact(event, None) == row.encode(event)


@pytest.mark.rule("dice.information.all_public")
def test_a_sheet_is_shown_with_all_that_is_on_it() -> None:
    table = Table(2).roads(1, 0, 1).settlements(1, 1).cities(1, 1).knights(1, 3).used(1, 2).boxes(1, 4, -2)
    shown = table.roll(0, shows=dice(ore=3, gold=3)).view(1)
    assert (shown["turn"], shown["active"], shown["rolls"], shown["turn_points"]) == (1, 0, 1, 0)
    assert shown["agenda"] == [{"frame": "reroll", "seats": [0]}]
    assert shown["seats"][1] == {
        "seat": 1,
        "points": 2,
        "boxes": [4, -2],
        "roads": [0, 1],
        "settlements": [3],
        "cities": [7],
        "knights": [1, 2, 3],
        "jokers": [1, 3],
        "jokers_used": [2],
    }
    assert Table(2).view(None)["dice"] is None


@pytest.mark.rule("dice.information.all_public")
def test_an_observer_knows_whose_eyes_it_has() -> None:
    known = DICE.observe(Table(3).roads(1, 0).state, 2)
    assert (known.seat, DICE.observe(known, None).seat) == (2, -1)
    assert DICE.pack(DICE.determinize(known, Random(1))) == DICE.pack(Table(3).roads(1, 0).state)


@pytest.mark.parametrize(
    ("options", "field", "key"),
    [
        ({"joker_dice": "two"}, "options.joker_dice", "choice"),
        ({"joker_dice": 1}, "options.joker_dice", "choice"),
        ({"joker_same_turn": "yes"}, "options.joker_same_turn", "not_a_boolean"),
        ({"starting_seat": 7}, "options.starting_seat", "not_in_range"),
        ({"joker": "any"}, "options.joker", "unknown_option"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: dict[str, Any], field: str, key: str) -> None:
    with pytest.raises(InvalidConfiguration) as caught:
        DICE.configure(2, None, (), options)
    assert (caught.value.field, caught.value.key) == (field, key)


@pytest.mark.rule("dice.component.sheet_map")
def test_there_is_one_map_and_no_module() -> None:
    assert DICE.configure(2, "island", (), {}).map == "island"
    for map_name, modules in (("variable", ()), (None, ("favors",))):
        with pytest.raises(InvalidConfiguration):
            DICE.configure(2, map_name, modules, {})


def test_the_sheets_can_be_drawn_as_text() -> None:
    table = Table(2).roads(0, 0, 1).settlements(0, 1).cities(0, 1).knights(0, 2).used(0, 1).boxes(0, 2, -2)
    lines = draw_sheets(table.final(dice(wool=2, gold=4)).state).splitlines()
    assert lines[0] == "seat 0: 0 points"
    assert lines[1].startswith("  roads       [R0] [R1] R2")
    assert lines[2:4] == ["  settlements [3] 4 5 7 9 11", "  cities      [7] 12 20 30"]
    assert lines[4] == "  knights     [1 ore used] [2 grain] 3 wool 4 lumber 5 brick 6 any"
    assert lines[5] == "  boxes       2 x . . . . . . . . . . . . ."
    assert lines[-1] == "dice: 2 wool, 4 gold"


def test_a_turn_by_hand() -> None:
    """A turn goes through four frames, and each waits for the seat whose turn it is."""
    table = Table(2)
    assert table.awaited == [(0, "roll")]
    assert table.roll(0, shows=dice(brick=1, lumber=1, gold=4)).awaited == [(0, "reroll")]
    assert table.when(0, StopRolling()).awaited == [(0, "convert")]
    assert table.when(0, DiceBuildRoad(0)).awaited == [(0, "build")]
    assert table.when(0, EndTurn()).awaited == [(1, "roll")]
