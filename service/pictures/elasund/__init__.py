"""Draws a game of Elasund: the city with its walls and the ship, the pieces in it, and the table beside it."""

from typing import Final

from service.pictures.artist import Artist
from service.pictures.elasund.text import draw_board
from service.pictures.elasund.whole import draw_game

ARTIST: Final = Artist(draw_game, draw_board)
