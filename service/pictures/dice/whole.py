"""Draws a dice game: the dice on the table, and every player's sheet."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.core.documents import by_name
from domain.core.places import Phrase
from domain.dice.state import State
from domain.dice.terms import ROLLS, SYMBOLS
from service.pictures.dice.sheet import BOXES_WIDTH, ISLAND_HEIGHT, ISLAND_WIDTH, draw_boxes, draw_island
from service.pictures.palette import FAINT, GOODS, INK, PAPER, SHADOW, UNPAINTED, WRITING, brighter
from service.pictures.parts import badge, draw_name, name_of, panel, points
from service.pictures.shapes import END, START, Box, Group, Picture, Place, Shape, Text, part, phrase, word
from service.pictures.symbols import symbol

_GAP: Final = 14
_HEADER: Final = 56
_TITLE: Final = 46
_SHEET_WIDTH: Final = ISLAND_WIDTH + BOXES_WIDTH + 3 * _GAP
_SHEET_HEIGHT: Final = _TITLE + ISLAND_HEIGHT + _GAP
_LONGEST_NAME: Final = 30


def draw_game(state: State, names: Sequence[str]) -> Picture:
    """Draw what everybody sees; `names` are the players' by seat."""
    columns = min(2, state.seats)
    rows = (state.seats + 1) // 2
    width = columns * (_SHEET_WIDTH + _GAP) + _GAP
    height = _HEADER + rows * (_SHEET_HEIGHT + _GAP) + _GAP
    shapes: list[Shape] = [Box(0, 0, width, height, PAPER), _table(state)]
    for seat in range(state.seats):
        x = _GAP + seat % columns * (_SHEET_WIDTH + _GAP)
        y = _GAP + _HEADER + seat // columns * (_SHEET_HEIGHT + _GAP)
        shapes.append(_sheet(state, names, seat, x, y))
    totals = [state.total(seat) for seat in range(state.seats)]
    return Picture(
        width, height, phrase("dice_game", turn=state.turn), phrase("standing", points=totals), tuple(shapes)
    )


def _table(state: State) -> Group:
    """Draw the turn and the dice as they lie."""
    shapes: list[Shape] = [Text(_GAP, 44, phrase("turn", turn=state.turn), 20, WRITING, START, True)]
    frame = (_GAP, _GAP, _SHEET_WIDTH, _HEADER - 4)
    if not state.rolls:
        return part("table", frame, shapes)
    shapes.append(Text(_GAP + _SHEET_WIDTH, 44, phrase("roll", roll=state.rolls, rolls=ROLLS), 12, FAINT, END))
    faces = [SYMBOLS[face] for face, count in enumerate(state.dice) for _ in range(count)]
    dice = [shape for at, good in enumerate(faces) for shape in _die(good, 140 + 42 * at)]
    shapes.append(Group("dice", Phrase("picture.showing", {"cards": by_name(SYMBOLS, state.dice)}), tuple(dice)))
    return part("table", frame, [*shapes, Group("places", "", tuple(_places_of_dice(faces)))])


def _places_of_dice(faces: Sequence[str]) -> Iterator[Place]:
    """Mark every die with its number and its symbol."""
    for at, good in enumerate(faces):
        left, right = 138 + 42 * at, 178 + 42 * at
        outline = ((left, 16), (right, 16), (right, 56), (left, 56))
        yield Place((("die", str(at)), ("symbol", good)), outline)


def _die(good: str, x: int) -> list[Shape]:
    return [
        Group("shade", "", (Box(x + 1, 22, 36, 36, SHADOW, round=8),)),
        Box(x, 18, 36, 36, brighter(GOODS[good], 0.3), INK, 2, 7, word(good)),
        symbol(good, x + 18, 36),
    ]


def _sheet(state: State, names: Sequence[str], seat: int, x: int, y: int) -> Group:
    won = bool(state.winners >> seat & 1)
    shapes: list[Shape] = [
        panel(x, y, _SHEET_WIDTH, _SHEET_HEIGHT, seat == state.active and not state.winners),
        *badge(x + 12, y + 10, seat, UNPAINTED),
        *draw_name(x + 46, y + 29, _SHEET_WIDTH - 110, name_of(names, seat, _LONGEST_NAME), won),
        *points(x + _SHEET_WIDTH - 14, y + 27, state.total(seat)),
        *draw_island(state, seat, x + _GAP, y + _TITLE),
        draw_boxes(state, seat, x + ISLAND_WIDTH + 2 * _GAP, y + _TITLE + 4),
    ]
    if seat == state.active and state.built:
        shapes.append(_draw_gain(state, x + ISLAND_WIDTH + 2 * _GAP, y + _TITLE + ISLAND_HEIGHT - 16))
    return part("seat sheet", (x, y, _SHEET_WIDTH, _SHEET_HEIGHT), shapes, ("seat", str(seat)))


def _draw_gain(state: State, x: int, y: int) -> Text:
    """Draw the points built in the turn so far."""
    return Text(x, y, phrase("turn_points", points=state.gained), 12, WRITING, START, True)
