"""Makes and stacks the frames of Catan's agenda."""

from collections.abc import Mapping
from typing import Final

from domain.catan.commands import NODE, SEAT
from domain.catan.terms import (
    BUILD,
    FOUND_ROAD,
    FOUND_SETTLEMENT,
    FREE_ROADS,
    HAND_ON,
    MOST_SEATS,
    ROLL,
    TRADE,
    TRADE_BUILD,
)
from domain.core.agenda import Frame, Members, member, two_members
from domain.core.kinds import integer

STEP: Final = integer(0, 2 * MOST_SEATS - 1)
STEP_BASE: Final = 1000
"""The number of a `found_road` frame is the step in thousands and the node of the settlement just founded."""
FRAME_MEMBERS: Final[Mapping[int, Members]] = {
    FOUND_SETTLEMENT: member("step", STEP),
    FOUND_ROAD: two_members("step", STEP, "node", NODE, STEP_BASE),
    FREE_ROADS: member("roads", integer(1, 2)),
    HAND_ON: member("next", SEAT),
}


def roll_frame(seat: int) -> Frame:
    """Return the frame in which the active player must roll; a development card may come before."""
    return Frame(ROLL, 1 << seat)


def trade_frame(seat: int, combined: bool) -> Frame:
    """Return the trade phase, or the combined trade and build phase."""
    return Frame(TRADE_BUILD if combined else TRADE, 1 << seat)


def build_frame(seat: int) -> Frame:
    """Return the build phase."""
    return Frame(BUILD, 1 << seat)
