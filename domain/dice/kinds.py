"""Defines the kinds of the values that messages hold."""

from typing import Final

from domain.core.kinds import counts, integer, word
from domain.dice.sheet import KNIGHTS, ROADS
from domain.dice.terms import DICE, MOST_SEATS, SYMBOLS

Dice = tuple[int, ...]

SEAT: Final = integer(0, MOST_SEATS - 1)
DICE_COUNTS: Final = counts(SYMBOLS, DICE)
SYMBOL: Final = word(SYMBOLS)
ROAD: Final = integer(0, len(ROADS) - 1)
PLACE_POINTS: Final = integer(1, 30)
KNIGHT: Final = integer(1, KNIGHTS)
