"""Holds texts that mean the same in several chapters of Elasund."""

from typing import Final

SQUARE: Final = "The id of the square, as in the board's `squares`: ten times its column plus its row."
INFLUENCE: Final = {
    "red": "The number of red influence cards; absent for none.",
    "green": "The number of green influence cards; absent for none.",
    "blue": "The number of blue influence cards; absent for none.",
}
CARDS: Final = {"gold": "The number of gold cards; absent for none.", **INFLUENCE}
