"""Draws the table of Goofspiel: the prize and the bids on a cloth, and a panel for each seat with its cards."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from domain.core.masks import bits
from domain.goofspiel import State
from service.pictures.artist import Artist
from service.pictures.palette import CARD, INK, PAINTS, PAPER, RED, SHADOW, brighter
from service.pictures.parts import badge, name_of, panel
from service.pictures.shapes import START, Box, Circle, Group, Picture, Polygon, Shape, Stamp, Text, part, phrase
from service.pictures.table_parts import WIDTH, heading

_GAP: Final = 14
_ACROSS: Final = 480
_DOWN: Final = 430
_SEAT: Final = 80
_BETWEEN: Final = 8  # two seats
_WIDE: Final = 30  # of a card
_HIGH: Final = 42
_SMALL: Final = 21, 28
_SMALL_APART: Final = 23
_BIDS: Final = 208
_COMING: Final = 388
_COIN: Final = 34  # across a prize that is still to come
_LARGE: Final = 3
_BID: Final = 2
_HIDDEN: Final = -1
_LONGEST: Final = 54  # letters that names on the cloth have together
_CLOTH: Final = "#23614a"
_BACK: Final = "#7a4a86"
_PRIZE: Final = "#6b4a00"
_PRIZE_GROUND: Final = "#f6d873"
_LOOKS: Final = tuple(PAINTS.values())


def draw_table(state: State, names: Sequence[str]) -> Picture:
    """Draw what an observer knows; an unseen bid lies face down."""
    panels = [_GAP + (_SEAT + _BETWEEN) * seat for seat in range(state.seats)]
    left, height = _ACROSS + 2 * _GAP, max(_DOWN + 2 * _GAP, panels[-1] + _SEAT + _GAP)
    shapes: list[Shape] = [
        Box(0, 0, left + WIDTH + _GAP, height, PAPER),
        _cloth(state, names),
        *[_seat(state, names, seat, left, y) for seat, y in enumerate(panels)],
    ]
    title = phrase("prize", prize=state.prize)
    return Picture(left + WIDTH + _GAP, height, title, phrase("standing", points=state.points), tuple(shapes))


def _cloth(state: State, names: Sequence[str]) -> Group:
    """Draw the cloth: the prize, below it every seat's bid, and the prizes that are still to come."""
    middle, wide = _GAP + _ACROSS // 2, _ACROSS // state.seats
    shapes: list[Shape] = [
        Box(_GAP, _GAP, _ACROSS, _DOWN, _CLOTH, round=14),
        Box(_GAP + 8, _GAP + 8, _ACROSS - 16, _DOWN - 16, "none", brighter(_CLOTH, 0.25), 2, 10),
    ]
    if state.turn:
        shapes.append(Text(_GAP + 24, _GAP + 34, phrase("turn", turn=state.turn), 16, CARD, START))
    if state.prize:
        shapes.append(Text(middle, _GAP + 34, phrase("prize", prize=state.prize), 20, CARD, bold=True))
        x = middle - _WIDE * _LARGE // 2
        shapes.append(Stamp(f"prize-{state.prize}", x, _GAP + 46, _card(state.prize, _PRIZE, _LARGE, _PRIZE_GROUND)))
    for seat in range(state.seats):
        shapes += _bid(state, names, seat, _GAP + wide * seat + wide // 2)
    coming = [*bits(state.prizes)]
    if coming:
        shapes.append(Text(middle, _COMING - 11, phrase("prizes_to_come"), 14, CARD))
    first = middle - _COIN * (len(coming) - 1) // 2
    shapes += [
        Stamp(f"coming-{value}", first + _COIN * at, _COMING + 14, _coin(value)) for at, value in enumerate(coming)
    ]
    return part("board", (_GAP, _GAP, _ACROSS, _DOWN), shapes)


def _bid(state: State, names: Sequence[str], seat: int, middle: int) -> list[Shape]:
    """Draw the place of a seat's bid around its middle, with the card that lies there, and the name below."""
    x = middle - _WIDE * _BID // 2
    return [
        Box(x, _BIDS, _WIDE * _BID, _HIGH * _BID, "none", brighter(_CLOTH, 0.35), 2, 10),
        *_lay(state.bids[seat], x),
        Text(middle, _BIDS + _HIGH * _BID + 38, name_of(names, seat, _LONGEST // state.seats - 4), 14, CARD),
        *badge(middle - 13, _BIDS + _HIGH * _BID - 8, seat, _LOOKS[seat]),
    ]


def _lay(bid: int, x: int) -> list[Stamp]:
    """Draw the card of a bid, face down if it is hidden; nothing if none lies there."""
    if bid == _HIDDEN:
        return [Stamp("back", x, _BIDS, _face_down(_BID))]
    return [Stamp(f"bid-{bid}", x, _BIDS, _card(bid, RED, _BID))] if bid else []


def _seat(state: State, names: Sequence[str], seat: int, x: int, y: int) -> Group:
    shapes: list[Shape] = [
        panel(x, y, WIDTH, _SEAT),
        *heading(x, y, seat, _LOOKS[seat], names, state.points[seat], False),
        *[_small_card(x + 11 + _SMALL_APART * at, y + 44, card) for at, card in enumerate(bits(state.cards[seat]))],
    ]
    return part("seat", (x, y, WIDTH, _SEAT), shapes, ("seat", str(seat)))


def _small_card(x: int, y: int, value: int) -> Stamp:
    wide, high = _SMALL
    shapes = (Box(0, 0, wide, high, CARD, INK, 1, 4), Text(wide // 2, 20, str(value), 14, INK, bold=True))
    return Stamp(f"held-{value}", x, y, shapes)


@cache
def _coin(value: int) -> tuple[Shape, ...]:
    """Draw a prize that is still to come around its middle: round, so that nobody takes it for a card of a hand."""
    return (
        Circle(1, 3, 15, SHADOW),
        Circle(0, 0, 15, _PRIZE_GROUND, _PRIZE, 2),
        Text(0, 6, str(value), 16, _PRIZE, bold=True),
    )


@cache
def _card(value: int, color: str, times: int = 1, ground: str = CARD) -> tuple[Shape, ...]:
    """Draw a card from its upper left corner, with its value in the middle and a gem for its suit."""
    wide, high = _WIDE * times, _HIGH * times
    x, y = wide // 2, high - 9 * times
    gem = ((x, y - 5 * times), (x + 4 * times, y), (x, y + 5 * times), (x - 4 * times, y))
    return (
        Box(2, 4, wide, high, SHADOW, round=5 * times),
        Box(0, 0, wide, high, ground, INK, 1, 5 * times),
        Text(x, 22 * times, str(value), 17 * times, color, bold=True),
        Polygon(gem, color),
        Polygon((gem[0], gem[1], (x, y)), brighter(color, 0.5)),
    )


@cache
def _face_down(times: int) -> tuple[Shape, ...]:
    wide, high, half = _WIDE * times, _HIGH * times, 5 * times
    weave = [
        Polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), brighter(_BACK))
        for x in (9 * times, 21 * times)
        for y in (11 * times, 21 * times, 31 * times)
    ]
    return (
        Box(2, 4, wide, high, SHADOW, round=half),
        Box(0, 0, wide, high, _BACK, INK, 1, half),
        Box(3 * times, 3 * times, wide - 6 * times, high - 6 * times, "none", CARD, 1, 3 * times),
        *weave,
    )


def in_text(state: State, seat: int) -> str:
    """Return the cards of a seat."""
    return " ".join([str(card) for card in bits(state.cards[seat])])


ARTIST = Artist(draw_table, lambda state: "\n".join([in_text(state, seat) for seat in range(state.seats)]))
