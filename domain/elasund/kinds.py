"""Defines the kinds of the values that messages hold."""

from typing import Final

from domain.core.kinds import counts, integer, nullable, word
from domain.elasund.board import SQUARES
from domain.elasund.terms import BUILDINGS, CARDS, CHURCH_TILES, COLORS, HUTS, MOST_SEATS, PERMITS

Cards = tuple[int, ...]

SEAT: Final = integer(0, MOST_SEATS - 1)
SQUARE: Final = integer(0, SQUARES - 1)
WALL_SPACE: Final = integer(100, 399)
ROW: Final = integer(2, 12)
VALUE: Final = integer(0, PERMITS - 1)
COUNT: Final = integer(0, 10_000)
COLOR: Final = word(COLORS)
OPTIONAL_COLOR: Final = nullable(COLOR)
BUILDING: Final = word(BUILDINGS)
HUT: Final = word(HUTS)
CHURCH_TILE: Final = word(CHURCH_TILES)
CARD: Final = word(CARDS)
INFLUENCE: Final = counts(COLORS, 200)
HAND: Final = counts(CARDS, 200)
