"""Draws what the tables beside the boards share: the turn above, a panel for every seat, the supplies below."""

from collections.abc import Sequence
from typing import Final

from service.pictures.palette import FAINT, WRITING, Paint
from service.pictures.parts import badge, dice, draw_name, name_of, note, panel, points
from service.pictures.shapes import END, START, Group, Said, Shape, Text, part, phrase

WIDTH: Final = 320
NOTE: Final = 15
_GAP: Final = 8
_HEADER: Final = 44
_LONGEST_NAME: Final = 24
_TITLE: Final = 7
"""So many letters of a winner's name give way to the title."""


def tops(heights: Sequence[int], top: int) -> list[int]:
    """Return the upper edges of the seats' panels of these heights, and that of the supplies, in a table at `top`."""
    found = [top + _HEADER]
    for height in heights:
        found.append(found[-1] + height + _GAP)
    return found


def turn_header(turn: int, roll: int, x: int, y: int) -> Group:
    """Draw the number of the turn if one has begun, and the roll's two dice: 35 is a three and a five, 0 no roll."""
    shapes: list[Shape] = [Text(x, y + 24, phrase("turn", turn=turn), 20, WRITING, START, True)] if turn else []
    if roll:
        shapes.append(dice(x + WIDTH - 66, y, divmod(roll, 10)))
    return part("turn", (x, y, WIDTH, _HEADER), shapes)


def heading(x: int, y: int, seat: int, look: Paint, names: Sequence[str], count: int, won: bool) -> list[Shape]:
    """Draw the first line of a seat's panel: its badge, the player's name, the points."""
    return [
        *badge(x + 10, y + 8, seat, look),
        *draw_name(x + 44, y + 27, WIDTH - 94, name_of(names, seat, _LONGEST_NAME - _TITLE * won), won),
        *points(x + WIDTH - 12, y + 24, count),
    ]


def notes(x: int, y: int, lines: Sequence[Said]) -> list[Shape]:
    """Draw small lines of text below each other, the first on the base line y."""
    return [note(x, y + NOTE * at, said) for at, said in enumerate(lines)]


def supplies(x: int, y: int, height: int, said: Said) -> list[Shape]:
    """Draw the panel of the supplies with its title on the left and something said on the right."""
    return [
        panel(x, y, WIDTH, height),
        Text(x + 12, y + 20, phrase("bank"), 13, WRITING, START, True),
        Text(x + WIDTH - 12, y + 20, said, 11, FAINT, END),
    ]
