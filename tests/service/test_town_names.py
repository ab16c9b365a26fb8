"""Tests that the names of towns on a picture lie neither over numbers and signs nor over each other."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from domain.catan import RULESET
from domain.core.chance import SeededChance
from service.pictures.registry import picture_of
from service.pictures.shapes import END, MIDDLE, START, Group, Shape, Stamp, Text
from workers.agents.search.match import open_position

WIDE, HIGH = 6.0, 10  # of a letter, a little larger than drawn: pages enlarge names
SHARES = {START: 0.0, MIDDLE: 0.5, END: 1.0}
SIGNS = {"token": (17, 17, 17), "harbor": (17, 17, 26), "sign": (13, 13, 13)}  # to the sides, up, down


class Box(NamedTuple):
    """Holds what a name or a sign covers."""

    called: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def shapes_of(shapes: tuple[Shape, ...], kind: str = "") -> Iterator[tuple[str, Shape]]:
    """Yield the shapes of a picture, each with the kind of its group."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from shapes_of(shape.shapes, shape.kind)
        else:
            yield kind, shape


def name_box(text: Text) -> Box:
    """Return the box of a name."""
    wide = WIDE * len(str(text.said))
    left = text.x - wide * SHARES[text.anchor]
    return Box(str(text.said), left, text.y - HIGH, left + wide, text.y + 2)


def sign_box(stamp: Stamp) -> Box | None:
    """Return the box of a number, harbor or document; None for any other stamp."""
    for begin, (aside, up, down) in SIGNS.items():
        if stamp.name.startswith(begin):
            return Box(stamp.name, stamp.x - aside, stamp.y - up, stamp.x + aside, stamp.y + down)
    return None


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", ["new-york", "mallorca"])
def test_names_of_towns_leave_numbers_and_signs_free(name: str, seats: int) -> None:
    state = open_position(RULESET, RULESET.configure(seats, name, (), {}), SeededChance(Random(1).randbytes(8)))
    found = list(shapes_of(picture_of(RULESET, RULESET.observe(state, None), ("",) * seats).shapes))
    names = [name_box(shape) for kind, shape in found if kind == "names" and isinstance(shape, Text)]
    signs = [box for _, shape in found if isinstance(shape, Stamp) and (box := sign_box(shape))]

    assert len(names) > 15
    assert len(signs) > 20
    others = [(one, other) for one in names for other in (*signs, *names) if one is not other]
    assert [(one.called, other.called) for one, other in others if one.meets(other)] == []
