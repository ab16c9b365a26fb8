"""Finds the seats whose belongings an event changes: cards, pieces, gold and points, or an answer they gave.

A player may undo alone what affected no other seat; the seats affected vote about every other undo.
"""

from collections.abc import Callable
from typing import Final

Affected = Callable[[object], int]
"""Maps an event to the mask of the seats that it affects."""

_ALL: Final = 0xFF


def nobody(event: object) -> int:
    """Return no seat, for events that change no seat's belongings, such as the start of a turn."""
    return 0


def everybody(event: object) -> int:
    """Return all seats, for events that do not name the seats that lose something."""
    return _ALL


def name_seats(*fields: str) -> Affected:
    """Return the seats in the given fields of the event."""

    def find_affected(event: object) -> int:
        mask = 0
        for name in fields:
            seat = getattr(event, name)
            if seat >= 0:
                mask |= 1 << seat
        return mask

    return find_affected


def masks(*fields: str) -> Affected:
    """Return the seats in the given fields of the event, which hold masks of seats."""

    def find_affected(event: object) -> int:
        mask = 0
        for name in fields:
            mask |= getattr(event, name)
        return mask

    return find_affected


def rows(field: str, size: int) -> Affected:
    """Return the seats with a number other than 0, in a field that lists `size` numbers of seat 0, then of seat 1."""

    def find_affected(event: object) -> int:
        mask = 0
        for at, count in enumerate(getattr(event, field)):
            if count:
                mask |= 1 << at // size
        return mask

    return find_affected
