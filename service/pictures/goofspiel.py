"""Draws the table of Goofspiel: the prize, and a line for each seat with its name, bid, cards and points."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from domain.core.masks import bits
from domain.goofspiel import State
from service.pictures.artist import Artist
from service.pictures.palette import CARD, INK, PAPER, RED, SHADOW, WRITING, brighter
from service.pictures.parts import name_of, panel, points
from service.pictures.shapes import START, Box, Group, Picture, Polygon, Shape, Stamp, Text, phrase

_WIDTH: Final = 740
_ROW: Final = 84
_TOP: Final = 132
_GAP: Final = 14
_WIDE: Final = 30  # of a card
_HIGH: Final = 42
_APART: Final = 33
_BID: Final = 178
_HAND: Final = 236
_BACK: Final = "#7a4a86"
_PRIZE: Final = "#9a4420"
_LARGE: Final = 2
_HIDDEN: Final = -1


def draw_table(state: State, names: Sequence[str]) -> Picture:
    """Draw what an observer knows; an unseen bid lies face down."""
    height, title = _TOP + (_ROW + 8) * state.seats + _GAP, phrase("prize", prize=state.prize)
    shapes: list[Shape] = [Box(0, 0, _WIDTH, height, PAPER), Text(20, 40, title, 20, WRITING, START, True)]
    if state.prize:
        shapes.append(Stamp(f"prize-{state.prize}", _WIDTH // 2 - _WIDE, 24, _card(state.prize, _PRIZE, _LARGE)))
    shapes += [_seat(state, names, seat, _TOP + (_ROW + 8) * seat) for seat in range(state.seats)]
    return Picture(_WIDTH, height, title, phrase("standing", points=state.points), tuple(shapes))


def _seat(state: State, names: Sequence[str], seat: int, y: int) -> Group:
    shapes: list[Shape] = [
        panel(_GAP, y, _WIDTH - 2 * _GAP, _ROW),
        Text(28, y + 47, name_of(names, seat, 16), 15, WRITING, START, True),
    ]
    if state.bids[seat] == _HIDDEN:
        shapes.append(Stamp("back", _BID, y + 21, _face_down()))
    elif state.bids[seat]:
        shapes.append(Stamp(f"bid-{state.bids[seat]}", _BID, y + 21, _card(state.bids[seat], RED)))
    held = bits(state.cards[seat])
    hand = [Stamp(f"card-{card}", _HAND + _APART * at, y + 21, _card(card, INK)) for at, card in enumerate(held)]
    return Group("seat", "", (*shapes, *hand, *points(_WIDTH - 30, y + 44, state.points[seat])))


@cache
def _card(value: int, color: str, times: int = 1) -> tuple[Shape, ...]:
    """Draw a card from its upper left corner, with its value in the middle and a gem for its suit."""
    wide, high = _WIDE * times, _HIGH * times
    x, y = wide // 2, high - 9 * times
    gem = ((x, y - 5 * times), (x + 4 * times, y), (x, y + 5 * times), (x - 4 * times, y))
    return (
        Box(2, 4, wide, high, SHADOW, round=5 * times),
        Box(0, 0, wide, high, CARD, INK, 1, 5 * times),
        Text(x, 22 * times, str(value), 17 * times, color, bold=True),
        Polygon(gem, color),
        Polygon((gem[0], gem[1], (x, y)), brighter(color, 0.5)),
    )


@cache
def _face_down() -> tuple[Shape, ...]:
    weave = [
        Polygon(((x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)), brighter(_BACK))
        for x in (9, 21)
        for y in (11, 21, 31)
    ]
    return (
        Box(2, 4, _WIDE, _HIGH, SHADOW, round=5),
        Box(0, 0, _WIDE, _HIGH, _BACK, INK, 1, 5),
        Box(3, 3, _WIDE - 6, _HIGH - 6, "none", CARD, 1, 3),
        *weave,
    )


def in_text(state: State, seat: int) -> str:
    """Return the cards of a seat."""
    return " ".join([str(card) for card in bits(state.cards[seat])])


ARTIST = Artist(draw_table, lambda state: "\n".join([in_text(state, seat) for seat in range(state.seats)]))
