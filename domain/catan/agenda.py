"""Makes the agendas of the phases in which a turn goes on."""

from typing import Final

from domain.catan.terms import BUILD, MOST_SEATS, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import Agenda, Frame


def _by_seat(kind: int) -> tuple[Agenda, ...]:
    return tuple((Frame(kind, 1 << seat),) for seat in range(MOST_SEATS))


_ROLL: Final = _by_seat(ROLL)
_TRADE: Final = _by_seat(TRADE)
_TRADE_BUILD: Final = _by_seat(TRADE_BUILD)
_BUILD: Final = _by_seat(BUILD)


def roll_phase(seat: int) -> Agenda:
    """Return the phase in which the active player must roll; a development card may come before."""
    return _ROLL[seat]


def trade_phase(seat: int, combined: bool) -> Agenda:
    """Return the trade phase, or the combined trade and build phase."""
    return _TRADE_BUILD[seat] if combined else _TRADE[seat]


def build_phase(seat: int) -> Agenda:
    """Return the build phase."""
    return _BUILD[seat]
