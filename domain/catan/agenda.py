"""Makes the frames in which a turn goes on."""

from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD
from domain.core.agenda import Frame


def roll_frame(seat: int) -> Frame:
    """Return the frame in which the active player must roll; a development card may come before."""
    return Frame(ROLL, 1 << seat)


def trade_frame(seat: int, combined: bool) -> Frame:
    """Return the trade phase, or the combined trade and build phase."""
    return Frame(TRADE_BUILD if combined else TRADE, 1 << seat)


def build_frame(seat: int) -> Frame:
    """Return the build phase."""
    return Frame(BUILD, 1 << seat)
