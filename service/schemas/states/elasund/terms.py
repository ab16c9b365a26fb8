"""Defines the ranges of the ids of Elasund."""

from typing import Final

from domain.core.kinds import integer, json_value
from domain.elasund.board import LABELS
from domain.elasund.pieces import WALL_TILES
from domain.elasund.terms import SQUARES

SQUARE: Final = integer(0, SQUARES - 1)
SPACE: Final = integer(100, 399)
WALL_TILE: Final = integer(1, len(WALL_TILES))
LABEL: Final = json_value({"type": "integer", "enum": list(LABELS)})
"""Represents the type of a row, named by the dice total that moves the ship there."""
