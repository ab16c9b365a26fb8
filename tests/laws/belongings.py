"""Provides what belongs to each seat of a position: cards, pieces, gold, tokens and points, by attribute."""

from typing import Any, Final

from tests.modules import part_of

ROWS: Final = {
    "catan": ("hands", "cards", "aside", "roads", "settlements", "cities", "knights", "points"),
    "catan-dice": ("roads", "settlements", "cities", "knights", "used", "boxes"),
    "elasund": (
        "gold",
        "influence",
        "aside",
        "permits",
        "own_permits",
        "wall_counts",
        "towers",
        "trade",
        "track",
        "points",
    ),
    "goofspiel": ("cards", "bids", "points"),
}
"""The attributes of a ruleset's state that are flat by seat; `tests.modules` has those of the slices of modules."""


def belongings(ruleset: str, state: Any) -> list[tuple[Any, ...]]:
    """Return what belongs to each seat, by seat."""
    values = [getattr(state, name) for name in ROWS[ruleset]]
    for name, part in getattr(state, "slices", {}).items():
        values += [getattr(part, attribute) for attribute in part_of(name).by_seat]
    return [tuple(_row(value, seat, state.seats) for value in values) for seat in range(state.seats)]


def _row(value: Any, seat: int, seats: int) -> tuple[Any, ...]:
    assert value, "nothing is flat by seat here"
    width, rest = divmod(len(value), seats)
    assert rest == 0
    return tuple(value[seat * width : (seat + 1) * width])
