"""Texts that mean the same in several chapters of Elasund."""

from typing import Final

SQUARE: Final = "The id of the square, as in the board's `squares`: ten times its column plus its row."
