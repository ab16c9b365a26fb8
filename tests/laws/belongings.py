"""Provides what belongs to each seat of a position: cards, pieces, gold, tokens and points.

`BY_SEAT` of a family in this package, and `by_seat` of a module in `tests.modules`, name the attributes that are flat
by seat.
"""

from typing import Any

from domain.core.discovery import find
from domain.families import FAMILIES
from tests.modules import part_of


def belongings(ruleset: str, state: Any) -> list[tuple[Any, ...]]:
    """Return what belongs to each seat, by seat."""
    values = [getattr(state, name) for name in find("tests.laws", FAMILIES[ruleset], "BY_SEAT")]
    for name, part in getattr(state, "slices", {}).items():
        values += [getattr(part, attribute) for attribute in part_of(name).by_seat]
    return [tuple(_row(value, seat, state.seats) for value in values) for seat in range(state.seats)]


def _row(value: Any, seat: int, seats: int) -> tuple[Any, ...]:
    assert value, "nothing is flat by seat here"
    width, rest = divmod(len(value), seats)
    assert rest == 0
    return tuple(value[seat * width : (seat + 1) * width])
