"""Tests that places have names in words beside their ids: on boards, in legal actions and in events."""

from typing import Any

import pytest
from redis import Redis

from domain.core.places import compass
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.clients.authentication import Caller
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.settings import read_settings
from service.texts.files import LANGUAGES
from service.views.events_pages import events_page
from service.views.game_view import board_document
from service.views.narration import board_in_words, describe_command, summary_of
from tests.service.looking import legal_actions
from tests.service.tables import Clock

BOARDS = [
    (ruleset, place["id"], seats)
    for ruleset, known in RULESETS.items()
    for place in known.describe()["maps"]
    for seats in place["seats"]
]
UNNAMED = {"wall_tiles", "trade_track", "starting_huts", "buildings"}
"""The lists of boards that hold no places."""


@pytest.fixture
def ctx(rq_redis: Redis) -> Context:
    """Return a context of the offered games."""
    return compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq_redis), Clock())


def game(ctx: Context, ruleset: str, seats: int, **wish: Any) -> Caller:
    made = create_game(ctx, NewGame(ruleset, [NewSeat("human")] * seats, seed="places", **wish))
    return Caller(made.id, next(entry.seat for entry in ctx.games.load(made.id).awaiting()))


def called(ruleset: str, place: str, seats: int, language: str) -> dict[str, dict[Any, str]]:
    """Return the names of the places of a printed board, by list and id."""
    known = RULESETS[ruleset]
    printed = known.printed(known.configure(seats, place, [], {}))
    assert printed is not None
    words = board_in_words(known, printed, language)
    return {
        name: {one["id"]: one["place"] for one in words[name] if "id" in one} for name in ("tiles", "nodes", "edges")
    }


@pytest.mark.parametrize(("ruleset", "place", "seats"), BOARDS)
def test_every_place_of_every_board_is_called_something_in_every_language(
    ctx: Context, ruleset: str, place: str, seats: int
) -> None:
    who = game(ctx, ruleset, seats, map=place)
    plain = board_document(ctx, who)
    for language in LANGUAGES:
        words = board_document(ctx, who, language)
        listed = {name: things for name, things in words.items() if isinstance(things, list) and name not in UNNAMED}
        assert all(one["place"] and "%" not in one["place"] for things in listed.values() for one in things)
        bare = {name: [{**one, "place": ""} for one in things] for name, things in listed.items()}
        assert bare == {name: [{**one, "place": ""} for one in plain[name]] for name in listed}


def test_a_corner_is_called_by_its_hexes_its_harbor_or_the_coast() -> None:
    english, spanish = (called("catan", "beginner", 4, language) for language in ("en", "es"))

    assert english["tiles"][0] == "10 ore"
    assert english["nodes"][0] == "north corner of 10 ore, at a 3:1 harbor"
    assert english["nodes"][1] == "north corner of 2 wool, at the grain harbor"
    assert english["nodes"][20] == "corner of 10 brick and 8 ore, on the coast"
    assert "corner of 10 ore, 2 wool and 6 brick" in english["nodes"].values()
    assert english["edges"][20] == "between 6 brick and 4 wool"
    assert spanish["nodes"][0] == "esquina norte de 10 de mineral, junto a un puerto 3:1"
    assert spanish["edges"][20] == "entre 6 de arcilla y 4 de lana"


def test_maps_name_their_towns_in_the_words_of_the_map() -> None:
    nodes = called("catan", "mallorca", 4, "es")["nodes"].values()
    assert "Alcúdia, esquina de 6 de mineral y 11 de almendras" in nodes
    assert not any("cereal" in words for words in nodes)


def test_inland_no_two_places_that_border_on_different_hexes_are_called_the_same() -> None:
    known = RULESETS["catan"]
    printed = known.printed(known.configure(4, "beginner", [], {}))
    assert printed is not None
    words = called("catan", "beginner", 4, "en")["nodes"]
    inland = [words[node["id"]] for node in printed["nodes"] if len(node["tiles"]) == 3]
    assert len(set(inland)) == len(inland)


def test_summaries_name_a_place_beside_its_id(ctx: Context) -> None:
    who = game(ctx, "catan", 3, map="variable")
    nodes = {
        language: {one["id"]: one["place"] for one in board_document(ctx, who, language)["nodes"]}
        for language in LANGUAGES
    }
    [first, *_] = legal_actions(ctx, who, "en")["actions"]
    node = first["command"]["node"]

    assert first["summary"] == f"Found a settlement on intersection {node} ({nodes['en'][node]})"
    assert f"{node} ({nodes['es'][node]})" in legal_actions(ctx, who, "es")["actions"][0]["summary"]
    command = ctx.games.load(who.game).ruleset.commands.decode(first["command"])
    submit(ctx, who.game, who.seat or 0, [command])
    told = [event["summary"] for event in events_page(ctx, who, summaries_in="en")["events"]]
    assert f"Seat {who.seat} founds a settlement on intersection {node} ({nodes['en'][node]})." in told


def test_points_are_a_place_only_where_they_name_one(ctx: Context) -> None:
    who = game(ctx, "catan-dice", 1)
    state = ctx.games.load(who.game)
    assert describe_command(state, {"type": "DiceBuildSettlement", "points": 4}, "en").endswith(
        "(corner of fields and pasture)"
    )
    assert "(" not in summary_of(state, {"type": "BoxFilled", "seat": 0, "points": 4, "box": 1}, "en")


def test_elasund_counts_squares_from_the_sea(ctx: Context) -> None:
    who = game(ctx, "elasund", 3)
    words = board_document(ctx, who, "en")
    assert {one["id"]: one["place"] for one in words["squares"]}[34] == "row 6, column 4 from the sea"
    assert {one["id"]: one["place"] for one in words["walls"]}[303] == "east wall, row 5"


def test_directions_are_those_of_a_page_on_which_y_grows_downward() -> None:
    found = [compass((0, 0), spot) for spot in ((1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))]
    assert found == ["east", "south", "west", "north", "northeast", "southwest"]
