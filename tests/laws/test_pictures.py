"""Tests pictures of random games: they show only what a seat knows, are small and well-formed, and are in words."""

from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from domain.core.ruleset import Ruleset
from service.pictures.pixels import Painter, paint
from service.pictures.shapes import Picture
from service.pictures.svg import svg
from service.texts.files import LANGUAGES
from service.texts.words import say_phrase
from tests.laws.cases import Case
from tests.laws.drawn import CASES_DRAWN, positions, seen
from tests.laws.playing import open_position

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
LARGEST: Final = 60_000


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
def test_pieces_hold_hidden_the_number_of_their_seat(case: Case) -> None:
    root = ElementTree.fromstring(written(case.ruleset, seen(case.ruleset, list(positions(case, 1))[-1], 0)))
    digits = [text for text in root.iter(f"{SVG}text") if text.get("class") == "digit"]
    marks = {ElementTree.tostring(group[0]) for group in root.iter(f"{SVG}g") if group.get("class") == "sign"}

    assert {text.get("display") for text in digits} == {"none"}
    assert {text.text[0] for text in digits if text.text} == {str(seat + 1) for seat in range(case.seats)}
    assert len(marks) >= case.seats


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


@pytest.mark.parametrize("case", CASES_DRAWN[:2], ids=lambda case: case.name)
def test_pictures_that_follow_each_other_are_painted_as_alone(case: Case) -> None:
    pictures = [seen(case.ruleset, state, None) for state in positions(case, 1)][:3]
    painter = Painter(lambda phrase: phrase.key)

    assert len({painter.paint(picture).tobytes() for picture in pictures}) == len(pictures) > 1
    for picture in (*pictures, pictures[0]):
        assert painter.paint(picture).tobytes() == paint(picture, lambda phrase: phrase.key).tobytes()


@pytest.mark.parametrize("case", CASES_DRAWN, ids=lambda case: case.name)
def test_pictures_are_small_well_formed_and_in_every_language(case: Case) -> None:
    for state in positions(case, 1):
        sent = [written(case.ruleset, seen(case.ruleset, state, 0), language) for language in LANGUAGES]
        assert len(set(sent)) == len(LANGUAGES)
        assert max(map(len, sent)) < LARGEST
        assert all(ElementTree.fromstring(document).tag.endswith("svg") for document in sent)
