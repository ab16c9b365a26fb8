"""The frames of Catan's agenda: how they are made and stacked."""

from typing import Any

from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import Frame

Agenda = tuple[Frame, ...]


def roll_frame(seat: int) -> Frame:
    """The active player must roll; a development card may come before."""
    return Frame(ROLL, 1 << seat)


def trade_frame(seat: int, combined: bool) -> Frame:
    """The trade phase, or the combined trade and build phase."""
    return Frame(TRADE_BUILD if combined else TRADE, 1 << seat)


def build_frame(seat: int) -> Frame:
    """The build phase."""
    return Frame(BUILD, 1 << seat)


def pushed(state: Any, *frames: Frame) -> Agenda:
    """The agenda with frames on top."""
    return (*state.agenda, *frames)


def popped(state: Any) -> Agenda:
    """The agenda without its top frame."""
    return state.agenda[:-1]  # type: ignore[no-any-return]
