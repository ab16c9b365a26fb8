"""Defines how many cards and pieces the game holds (rulebook 003, Components; component facts A.1)."""

from typing import Final

SUPPLY: Final = 19
DECK: Final = (14, 2, 2, 2, 5)
ROADS: Final = 15
SETTLEMENTS: Final = 5
CITIES: Final = 4
PIECES: Final = (ROADS, SETTLEMENTS, CITIES)
"""Of each seat."""
