"""Lays out what has to be done, the agenda of a view: a stack of frames, of which the last entry comes first."""

from collections.abc import Iterable, Mapping
from typing import Final

from workers.lab.environments.layout import Number, OneOf, Part, Record, Slots, SomeOf

DEPTH: Final = 3
"""How many entries are laid out, from the top of the stack."""


def agenda(names: Iterable[str], seats: range, members: Mapping[str, Part] | None = None) -> Part:
    """Return the columns of the top of the agenda; `members` are what some frames say beside name and seats."""
    frame = Record({"frame": OneOf(names), "seats": SomeOf(seats), **(members or {})})
    return Slots(DEPTH, frame, is_stack=True)


def turn_head(seats: range) -> dict[str, Part]:
    """Return the columns of the number of the turn and of the seat whose turn it is."""
    return {"turn": Number(), "active": OneOf(seats)}
