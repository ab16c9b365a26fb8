"""Draws the table of Goofspiel: the prize, and a line for each seat with its name, bid, cards and points."""

from collections.abc import Sequence

from domain.core.masks import bits
from domain.goofspiel import State
from service.pictures.artist import Artist
from service.pictures.palette import PAPER, WRITING
from service.pictures.parts import name_of, points
from service.pictures.shapes import START, Box, Group, Picture, Shape, Text, phrase


def draw_table(state: State, names: Sequence[str]) -> Picture:
    """Draw what an observer knows; an unseen bid is a question mark."""
    height, title = 50 * state.seats + 60, phrase("prize", prize=state.prize)
    shapes: list[Shape] = [Box(0, 0, 640, height, PAPER), Text(20, 40, title, 20, WRITING, START, True)]
    for seat, bid in enumerate(state.bids):
        columns = {20: name_of(names, seat, 18), 200: str(bid) if bid >= 0 else "?", 250: in_text(state, seat)}
        texts = [Text(x, 50 * seat + 85, said, 15, WRITING, START) for x, said in columns.items()]
        shapes.append(Group("seat", "", (*texts, *points(620, 50 * seat + 85, state.points[seat]))))
    return Picture(640, height, title, phrase("standing", points=state.points), tuple(shapes))


def in_text(state: State, seat: int) -> str:
    """Return the cards of a seat."""
    return " ".join([str(card) for card in bits(state.cards[seat])])


ARTIST = Artist(draw_table, lambda state: "\n".join([in_text(state, seat) for seat in range(state.seats)]))
