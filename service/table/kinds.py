"""Defines the kinds of fields that events of the table share."""

from typing import Final

from domain.core.kinds import integer, nullable

MOST_SEATS: Final = 8
SEAT: Final = integer(0, MOST_SEATS - 1)
SEAT_OR_NONE: Final = nullable(SEAT)
MOMENT: Final = integer(0, 2**53)
"""Represents a point in time, in ms since 1970."""
