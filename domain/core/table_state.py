"""Defines what every position of a table game has: its seats, its agenda, whose turn it is."""

from typing import Final, Self

from domain.core.agenda import Agenda, AgendaSet, Frame

NOBODY: Final = -1
"""Stands for no seat."""
SPECTATOR: Final = -1
"""Stands for an observer without a seat."""


class TableState:
    """Represents a position, or a seat's knowledge of one, which has no `draws`.

    `active` is the seat whose turn is played, or NOBODY.

    This is a class, not a protocol, so that mypyc compiles direct access to its members.
    """

    seats: int
    agenda: Agenda
    active: int
    turn: int
    draws: list[int]

    def copy(self) -> Self:
        """Return an independent copy of a whole position; a seat's knowledge has no copy."""
        raise TypeError("only a whole position is copied")


def agenda_set(state: TableState, event: AgendaSet) -> None:
    """Set the open frames."""
    state.agenda = event.frames


def push(state: TableState, *frames: Frame) -> Agenda:
    """Return the agenda with frames on top."""
    return (*state.agenda, *frames)


def still_owed(state: TableState, seat: int) -> Agenda | None:
    """Return the agenda with a seat removed from those that the top frame waits for; None if it was the last."""
    frame = state.agenda[-1]
    left = frame.seats & ~(1 << seat)
    return (*pop(state), Frame(frame.kind, left, frame.data)) if left else None


def pop(state: TableState) -> Agenda:
    """Return the agenda without its top frame."""
    return state.agenda[:-1]
