"""Texts that mean the same in several chapters and modules of Catan."""

from typing import Final

NODE: Final = "The id of the node (intersection), as in the board's `nodes`."
EDGE: Final = "The id of the edge (path), as in the board's `edges`."
TILE: Final = "The id of the tile (hex), as in the board's `tiles`."
COST: Final = "The resource cards that the seat paid to the bank. It is empty where nothing was paid."
