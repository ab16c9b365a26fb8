"""Draws a game of Catan: ground, island, features of scenario maps, pieces, and the table beside the board."""

from typing import Final

from service.pictures.artist import Artist
from service.pictures.catan.text import draw_board
from service.pictures.catan.whole import draw_game, draw_island_alone

ARTIST: Final = Artist(draw_game, draw_board, draw_island_alone)
