"""Draws the Catan dice game: the sheets, the dice, and the table beside them."""

from typing import Final

from service.pictures.artist import Artist
from service.pictures.dice.text import draw_sheets
from service.pictures.dice.whole import draw_game

ARTIST: Final = Artist(draw_game, draw_sheets)
