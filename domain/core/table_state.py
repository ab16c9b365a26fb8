"""What every position of a game at a table has, whatever the game: its seats, its agenda, whose turn it is."""

from typing import Final, Protocol

from domain.core.agenda import Agenda, AgendaSet, Frame
from domain.core.decider import Position

NOBODY: Final = -1
"""In the place of a seat: none."""
SPECTATOR: Final = -1
"""In the place of the seat that looks: somebody who has none."""


class Seated(Protocol):
    """A position as far as it lies open on the table. `active` is the seat whose turn is played, or NOBODY."""

    seats: int
    agenda: Agenda
    active: int
    turn: int


class TableState(Seated, Position, Protocol):
    """A whole position."""


def agenda_set(state: Seated, event: AgendaSet) -> None:
    """Those frames are open now."""
    state.agenda = event.frames


def pushed(state: Seated, *frames: Frame) -> Agenda:
    """The agenda with frames on top."""
    return (*state.agenda, *frames)


def popped(state: Seated) -> Agenda:
    """The agenda without its top frame."""
    return state.agenda[:-1]
