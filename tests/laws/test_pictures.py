"""Tests pictures of random games: they show only what a seat knows, are small and well-formed, and are in words."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from domain.core.ruleset import Ruleset
from service.pictures.pixels import paint
from service.pictures.registry import picture_of
from service.pictures.shapes import Picture
from service.pictures.svg import svg
from service.texts.files import LANGUAGES
from service.texts.words import say_phrase
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position, uniform

DRAWN: Final = (
    "catan-4",
    "catan-canal-5",
    "catan-mallorca-3",
    "favors-helpers-new-york-6",
    "dice-1",
    "dice-4",
    "elasund-english-2",
    "elasund-german-3",
    "elasund-english-4",
)
CASES_DRAWN: Final = [case for case in CASES if case.name in DRAWN]
NAMES: Final = (
    "Ana",
    "",
    "<script>&\"'",
    "李小龍",
    "\u202ebackwards\x07",
    "a name that is much too long for its place",
)
SVG: Final = "{http://www.w3.org/2000/svg}"
TAGS: Final = {"svg", "title", "desc", "defs", "g", "use", "polygon", "polyline", "rect", "circle", "path", "text"}
PLACES: Final = {
    "catan": (("tiles", "tile", "id"), ("nodes", "node", "id"), ("edges", "edge", "id")),
    "catan-dice": (
        ("roads", "road", "id"),
        ("settlements", "settlement", "points"),
        ("cities", "city", "points"),
        ("knights", "knight", "knight"),
        ("knights", "joker", "knight"),
    ),
    "elasund": (("squares", "square", "id"), ("walls", "space", "id"), ("rows", "row", "row")),
}
"""Lists the places of a board by ruleset: the member of the board, the mark in the picture, the member with the id."""
EVERY: Final = 300
LARGEST: Final = 80_000


def positions(case: Case, seed: int) -> Iterator[Any]:
    """Yield every `EVERY`-th position of a random game, and its last one."""
    state, chance = open_position(case, seed)
    rng, steps = Random(seed), 0
    while case.ruleset.result(state) is None:
        if steps % EVERY == 0:
            yield state
        seat = rng.choice(case.ruleset.awaiting(state)).seat
        command = uniform(case.ruleset, state, seat, case.ruleset.actions(state, seat), rng)
        state = case.ruleset.decide(state, seat, command, chance).state
        steps += 1
    yield state


def seen(ruleset: Ruleset, state: Any, seat: int | None) -> Picture:
    """Return what a seat is shown of a position."""
    return picture_of(ruleset, ruleset.observe(state, seat), NAMES)


def written(ruleset: Ruleset, picture: Picture, language: str = "en") -> bytes:
    """Return a picture as it is sent."""
    return svg(picture, lambda phrase: say_phrase(ruleset.name, phrase, language))


@pytest.mark.parametrize("case", CASES_DRAWN, ids=lambda case: case.name)
def test_pictures_show_what_a_seat_knows_and_nothing_else(case: Case, long_games: int) -> None:
    for seed in range(long_games or 1):
        for state in positions(case, seed):
            for seat in (None, *range(case.seats)):
                _look(case.ruleset, state, seat, Random(seed))


def _look(ruleset: Ruleset, state: Any, seat: int | None, rng: Random) -> None:
    picture = seen(ruleset, state, seat)
    assert seen(ruleset, ruleset.determinize(ruleset.observe(state, seat), rng), seat) == picture


@pytest.mark.parametrize("case", CASES_DRAWN, ids=lambda case: case.name)
def test_pictures_hold_shapes_and_texts_alone(case: Case) -> None:
    """A page may put them into itself: nothing in them loads, runs or links to anything but their own stamps."""
    root = ElementTree.fromstring(written(case.ruleset, seen(case.ruleset, list(positions(case, 1))[-1], 0)))

    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= TAGS
    names = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in names if name.startswith("on") or name in ("style", "src")]
    assert all(element.get("href", "#art-").startswith("#art-") for element in root.iter())
    assert all(element.get("id", "art-").startswith("art-") for element in root.iter())


@pytest.mark.parametrize("case", CASES_DRAWN, ids=lambda case: case.name)
def test_every_place_of_the_board_is_marked_with_its_id(case: Case) -> None:
    state = open_position(case, 2)[0]
    root = ElementTree.fromstring(written(case.ruleset, seen(case.ruleset, state, 0)))
    marked = {item for element in root.iter() for item in element.attrib.items()}

    board = case.ruleset.geometry(state)
    wanted = {(f"data-{mark}", str(one[name])) for kind, mark, name in PLACES[case.ruleset.name] for one in board[kind]}
    assert len(wanted) > 30
    assert wanted <= marked


@pytest.mark.parametrize("case", CASES_DRAWN, ids=lambda case: case.name)
def test_pictures_are_painted_as_large_as_they_say(case: Case) -> None:
    picture = seen(case.ruleset, open_position(case, 1)[0], 0)

    assert paint(picture, lambda phrase: phrase.key).size == (picture.width, picture.height)


@pytest.mark.parametrize("case", CASES_DRAWN, ids=lambda case: case.name)
def test_pictures_are_small_well_formed_and_in_every_language(case: Case) -> None:
    for state in positions(case, 1):
        sent = [written(case.ruleset, seen(case.ruleset, state, 0), language) for language in LANGUAGES]
        assert len(set(sent)) == len(LANGUAGES)
        assert max(map(len, sent)) < LARGEST
        assert all(ElementTree.fromstring(document).tag.endswith("svg") for document in sent)
