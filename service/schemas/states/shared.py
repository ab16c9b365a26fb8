"""Defines fields and shapes that states and boards of several rulesets share."""

from collections.abc import Sequence
from typing import Any, Final

from marshmallow import fields

from domain.core.kinds import Kind, array, integer
from service.schemas.fields import (
    KindField,
    Reference,
    as_described,
    choice,
    list_of,
    number,
    or_null,
    sometimes,
    string,
    whole,
)
from service.schemas.messages import SEATS
from service.schemas.shapes import Answer
from service.schemas.sharing import FRAME
from service.table.terms import MOST_SEATS

SEAT: Final = integer(*SEATS)
MOST_TURNS: Final = 2**31
POINTS: Final = (-100, 100)
OWN: Final = "Present on the caller's own seat until the rules end the game."
OPEN: Final = "Present on the caller's own seat, and on all seats once the rules have ended the game."


def seat_or_null(text: str) -> KindField:
    """Return a field for a seat, or null."""
    return KindField(or_null(SEAT), text)


def some_of(kind: Kind, most: int, text: str) -> KindField:
    """Return a field for at most so many values of a type, each once."""
    return KindField(array(kind, most, unique=True), text)


def some_seats(text: str) -> KindField:
    """Return a field for some seats."""
    return some_of(SEAT, MOST_SEATS, text)


def ids(highest: int, text: str) -> KindField:
    """Return a field for the ids of some places or pieces, ascending."""
    return some_of(integer(0, highest), highest + 1, text)


def two_dice() -> KindField:
    """Return a field for the results of two dice."""
    pair = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "minItems": 2, "maxItems": 2}
    text = "The results of the two dice of this turn, each from 1 to 6; null before the roll."
    return as_described({"anyOf": [pair, {"type": "null"}]}, text)


def agenda() -> fields.List:
    """Return the field for the agenda of a game."""
    text = "What has to be done, as a stack whose last entry comes first; empty once the rules have ended the game."
    return list_of(Reference(FRAME), text)


def count_schema(name: str, about: str, text: str, kinds: Sequence[str], most: int) -> type[Answer]:
    """Return the schema of a number for every kind, even if it is 0.

    `name` is its component; `text` explains each kind, for which it has a placeholder.
    """
    members: dict[str, Any] = {kind: whole(0, most, text.format(f"`{kind}`")) for kind in kinds}
    return type(f"{name}Schema", (Answer,), members | {"__doc__": about})


def ruleset_field(name: str) -> KindField:
    """Return the field that discriminates the states and boards of the rulesets."""
    return choice((name,), "The ruleset of the game, which determines the other members.")


class Placed(Answer):
    """Represents something on a board with its coordinates."""

    x = number("How far right its center lies, in units of the side of a hex or square.")
    y = number("How far down its center lies, in units of the side of a hex or square.")


class Called(Placed):
    """Represents a place on a board that has a name."""

    place = as_described(
        {"type": "string"},
        sometimes(
            "What the place is called, in the language of the answer, such as `corner of 8 ore and 4 grain`. Absent "
            "without `words=true`."
        ),
    )


class RectangleSchema(Placed):
    """A rectangle that contains everything on the board, with the sea or the walls around it."""

    width = number("How wide the rectangle is, in the unit of `x`.")
    height = number("How high the rectangle is, in the unit of `y`.")


class BoardHead(Answer):
    """Holds the first members of every board."""

    id = string("The id of the game that is played on this board.")
