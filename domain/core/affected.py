"""Finds the seats whose belongings an event changes: cards, pieces, gold and points, or an answer they gave.

A player may take back alone what touched no other seat; the parties vote about everything else.
"""

from collections.abc import Callable
from typing import Final

Affected = Callable[[object], int]
"""From an event to the mask of the seats that it affects."""

_ALL: Final = 0xFF


def nobody(event: object) -> int:
    """Return no seat: the event is about the course of play, or about what is public anyway."""
    return 0


def everybody(event: object) -> int:
    """Return all seats: the event does not name the seats that lose something by it."""
    return _ALL


def name_seats(*fields: str) -> Affected:
    """Return the seats that stand in fields of the event."""

    def find_affected(event: object) -> int:
        mask = 0
        for name in fields:
            seat = getattr(event, name)
            if seat >= 0:
                mask |= 1 << seat
        return mask

    return find_affected


def masks(*fields: str) -> Affected:
    """Return the seats in fields of the event that hold masks."""

    def find_affected(event: object) -> int:
        mask = 0
        for name in fields:
            mask |= getattr(event, name)
        return mask

    return find_affected


def rows(field: str, size: int) -> Affected:
    """Return the seats whose row of `size` numbers is not all zeros in a field that is flat by seat."""

    def find_affected(event: object) -> int:
        mask = 0
        for at, count in enumerate(getattr(event, field)):
            if count:
                mask |= 1 << at // size
        return mask

    return find_affected
