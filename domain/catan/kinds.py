"""Kinds of fields that several chapters share."""

from typing import Final

from domain.catan.commands import HAND, SEAT
from domain.catan.terms import KINDS, MOST_SEATS
from domain.core.kinds import groups, integer, nullable

COUNT: Final = integer(0, 10_000)
DIE: Final = integer(1, 6)
HANDS: Final = groups(HAND, KINDS, MOST_SEATS)
OPTIONAL_SEAT: Final = nullable(SEAT)
