"""Provides tables with helper cards: who holds which, what was done with it, and what everybody is shown."""

from typing import Any

from domain.catan.modules.helpers.terms import EFFECTS
from domain.catan.modules.helpers.using import FlipHelper, HelperDealt, HelperFlipped
from tests.domain.catan.table import Table

# Dealt to the seats that a test does not name: they do nothing by themselves.
QUIET = (
    "road_help",
    "card_choice",
    "move_road",
    "forced_trade",
    "take_from_leader",
    "knight_to_building",
    "two_to_one",
)


def effect(name: str) -> int:
    """Return the number of the helper with this name."""
    return EFFECTS.index(name)


def helping(*names: str, seats: int = 4, flipped: bool = False, **options: Any) -> Table:
    """Return a table with seat 0 active after its roll, where the seats hold these helpers.

    They hold them since the founding phase; the seats without a named helper hold quiet ones.
    """
    extra = options.pop("modules", ())
    map_name = options.pop("map_name", "beginner" if seats < 5 else "variable")
    table = Table(seats, map_name, modules=("helpers", *extra), **options)
    rest = iter([name for name in QUIET if name not in names])
    for seat in range(seats):
        table.happens(HelperDealt(seat, effect(names[seat] if seat < len(names) else next(rest))))
    return table.happens(HelperFlipped(0)) if flipped else table


def helper(table: Table, seat: int) -> tuple[str, str]:
    """Return the helper and the side that everybody is shown at a seat."""
    shown = table.view(None)["helpers"]["seats"][seat]
    return shown["helper"], shown["side"]


def display(table: Table) -> list[str]:
    """Return the helpers beside the board."""
    found: list[str] = table.view(None)["helpers"]["display"]
    return found


def flip(table: Table, seat: int = 0) -> Table:
    """The seat keeps its helper, flipped to side B."""
    return table.when(seat, FlipHelper())


def awaited(table: Table) -> tuple[str, list[int]]:
    """Return the frame on top as everybody is shown it, and its seats."""
    frame = table.view(None)["agenda"][-1]
    return frame["frame"], frame["seats"]
