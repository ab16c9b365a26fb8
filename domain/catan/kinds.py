"""Defines kinds of fields, and a field, that several chapters share."""

from typing import Final

from domain.catan.terms import CARDS, KINDS, MOST_SEATS, RESOURCES
from domain.core.kinds import counts, groups, integer, nullable, seat_mask, word
from domain.core.messages import Field

Cards = tuple[int, ...]

RESOURCE: Final = word(RESOURCES)
CARD: Final = word(CARDS)
MOST_CARDS: Final = 200
HAND: Final = counts(RESOURCES, MOST_CARDS)
CARD_COUNTS: Final = counts(CARDS, MOST_CARDS)
SEAT: Final = integer(0, MOST_SEATS - 1)
SEATS: Final = seat_mask(MOST_SEATS)
NODE: Final = integer(0, 499)
EDGE: Final = integer(0, 499)
TILE: Final = integer(0, 199)
OFFER: Final = integer(1, 2**31)
COUNT: Final = integer(0, 10_000)
DIE: Final = integer(1, 6)
HANDS: Final = groups(HAND, KINDS, MOST_SEATS)
OPTIONAL_SEAT: Final = nullable(SEAT)
OPTIONAL_RESOURCE: Final = nullable(RESOURCE)
OF_SEAT: Final = Field("seat", SEAT)
"""Holds the seat that an event is about."""
