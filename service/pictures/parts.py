"""Draws what the pictures of all games share: dice, badges of seats, cards of goods, and lines of figures."""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from domain.core.places import Phrase
from service.pictures.palette import (
    CARD,
    EDGE_LIGHT,
    FAINT,
    GOODS,
    HONOR,
    INK,
    PANEL,
    RULE,
    SHADOW,
    WRITING,
    Paint,
    brighter,
)
from service.pictures.pieces import sign
from service.pictures.shapes import END, START, Box, Circle, Group, Said, Shape, Stamp, Text
from service.pictures.symbols import symbol

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
GOOD_WIDTH: Final = 30
_GOOD_STEP: Final = 60


def die(x: int, y: int, pips: int) -> list[Shape]:
    """Draw a die of 30 units from its upper left corner."""
    dots = [Circle(x + 15 + 8 * dx, y + 15 + 8 * dy, 3, INK) for dx, dy in _PIPS[pips]]
    return [Box(x + 1, y + 4, 30, 30, SHADOW, round=6), Box(x, y, 30, 30, CARD, INK, 2, 6), *dots]


def dice(x: int, y: int, thrown: Sequence[int]) -> Group:
    """Draw dice side by side."""
    shapes = [shape for at, pips in enumerate(thrown) for shape in die(x + 36 * at, y, pips)]
    return Group("dice", Phrase("picture.dice", {"dice": list(thrown)}), tuple(shapes))


def badge(x: int, y: int, seat: int, look: Paint) -> list[Shape]:
    """Draw the mark of a seat on its color, 26 units from the upper left corner."""
    return [Box(x, y, 26, 26, look.face, look.rim, 2, 5), *sign(x + 13, y + 13, seat, look.ink, 16, 2)]


Figure = tuple[Said, Said, bool]
"""Holds a number, its caption, and whether it is honored."""


def figures(x: int, y: int, apart: int, shown: Sequence[Figure], held: tuple[str, ...] = ()) -> list[Shape]:
    """Draw numbers above their captions, from the middle of the first on; honored ones on a bright ground.

    The first of them are counts of cards, whose backs have these colors.
    """
    places = [(x + apart * at, *one) for at, one in enumerate(shown)]
    name = f"captions{''.join([str(int(is_honored)) for _, _, is_honored in shown])}"
    captions: tuple[Shape, ...] = tuple(
        [Text(apart * at, 27, caption, 9, FAINT) for at, (_, caption, _) in enumerate(shown)]
    )
    captions += tuple([_backs(apart * at, color) for at, color in enumerate(held)])
    return [
        *[Box(at - 37, y, 74, 31, HONOR, "#c79a1d", 1, 5) for at, _, _, is_honored in places if is_honored],
        *[Text(at, y + 16, value, 15, WRITING, bold=True) for at, value, _, _ in places],
        Stamp(name, x, y, captions, is_spoken=True),
    ]


def _backs(x: int, color: str) -> Stamp:
    """Draw two cards face down to the left of a figure."""
    cards = (Box(-26, 1, 11, 15, color, EDGE_LIGHT, 1, 2), Box(-22, 3, 11, 15, color, EDGE_LIGHT, 1, 2))
    return Stamp(f"backs-{color[1:]}", x, 0, cards)


def good_cards(x: int, y: int, counts: Mapping[str, int]) -> list[Shape]:
    """Draw a card of each kind with how many there are to the right of it, from the upper left corner."""
    said = [str(count) for count in counts.values()]
    texts = [
        Text(x + GOOD_WIDTH + 4 + at * _GOOD_STEP, y + 18, one, 14, WRITING, START, True) for at, one in enumerate(said)
    ]
    return [Stamp("goods", x, y, _good_cards(tuple(counts))), *texts]


@cache
def _good_cards(kinds: tuple[str, ...]) -> tuple[Shape, ...]:
    return tuple([Stamp(f"card-{good}", at * _GOOD_STEP, 0, _good_card(good)) for at, good in enumerate(kinds)])


@cache
def _good_card(good: str) -> tuple[Shape, ...]:
    return (
        Box(1, 3, GOOD_WIDTH, 26, SHADOW, round=4),
        Box(0, 0, GOOD_WIDTH, 26, brighter(GOODS[good]), INK, 1, 4),
        symbol(good, GOOD_WIDTH // 2, 13),
    )


def panel(x: int, y: int, across: int, down: int, is_active: bool = False) -> Box:
    """Draw the ground of a part of the table; that of the seat on turn has a strong rim."""
    return Box(x, y, across, down, PANEL, WRITING if is_active else RULE, 3 if is_active else 1, 8)


def note(x: int, y: int, said: Said) -> Text:
    """Draw a small line of text from its left end."""
    return Text(x, y, said, 11, WRITING, START)


def points(x: int, y: int, count: int) -> list[Shape]:
    """Draw a number of points, right-aligned at x, on the base line y."""
    return [
        Text(x, y, str(count), 22, WRITING, END, True),
        Stamp("points", x, y, _POINTS, is_spoken=True),
    ]


_POINTS: Final = (Text(0, 11, Phrase("picture.points", {}), 9, FAINT, END),)


def draw_name(x: int, y: int, across: int, name: Said, is_winner: bool) -> list[Shape]:
    """Draw a player's name from x on the base line y, and the winner's title before the points at x + `across`."""
    title = [Text(x + across, y - 2, Phrase("picture.winner", {}), 12, WRITING, END, True)] if is_winner else []
    return [Text(x, y, name, 15, WRITING, START, True), *title]


def name_of(names: Sequence[str], seat: int, most: int) -> Said:
    """Return a player's name, cut to the width of `most` narrow letters; its number from 1 on if there is none."""
    name = names[seat].strip() if seat < len(names) else ""
    return shorten(name, most) if name else Phrase("picture.seat", {"seat": seat + 1})


def shorten(name: str, most: int) -> str:
    """Return as much of a text as fits, wide letters counting double, with dots for what is left out."""
    room = most
    for at, letter in enumerate(name):
        room -= 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if room < 0:
            return name[: max(0, at - 1)] + "…"
    return name
