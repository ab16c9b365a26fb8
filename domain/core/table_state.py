"""Defines what every position of a table game has: its seats, its agenda, whose turn it is."""

from typing import Final, Protocol

from domain.core.agenda import Agenda, AgendaSet, Frame
from domain.core.decider import Position

NOBODY: Final = -1
"""In the place of a seat: none."""
SPECTATOR: Final = -1
"""Stands for an observer without a seat."""


class Seated(Protocol):
    """Represents the public part of a position. `active` is the seat whose turn is played, or NOBODY."""

    seats: int
    agenda: Agenda
    active: int
    turn: int


class TableState(Seated, Position, Protocol):
    """Represents a whole position."""


def agenda_set(state: Seated, event: AgendaSet) -> None:
    """Set the open frames."""
    state.agenda = event.frames


def pushed(state: Seated, *frames: Frame) -> Agenda:
    """Return the agenda with frames on top."""
    return (*state.agenda, *frames)


def popped(state: Seated) -> Agenda:
    """Return the agenda without its top frame."""
    return state.agenda[:-1]
