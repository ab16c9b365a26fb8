"""Defines how many cards the game holds (rulebook 003, Components; component facts A.1)."""

from typing import Final

SUPPLY: Final = 19
DECK: Final = (14, 2, 2, 2, 5)
