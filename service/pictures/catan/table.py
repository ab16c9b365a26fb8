"""Draws the table beside the board: the turn, every player with what is public, the bank."""

from collections.abc import Sequence
from typing import Final

from domain.catan.terms import CARDS, KINDS, NOBODY, RESOURCES
from domain.catan.view import Knowledge
from domain.core.phrase import Phrase
from service.pictures.catan.modules.registry import art_of
from service.pictures.palette import FAINT, INK, paint
from service.pictures.parts import badge, figure, good_cards, name_of, named, note, panel, points, turn_header
from service.pictures.shapes import END, START, Group, Said, Shape, Text, phrase

WIDTH: Final = 320
_GAP: Final = 8
_HEADER: Final = 44
_SEAT: Final = 76
_NOTE: Final = 15
_HAND: Final = 34
_BANK: Final = 68
_LONGEST_NAME: Final = 24


def table_height(k: Knowledge) -> int:
    """Return how high the table is."""
    seats = sum([_seat_height(k, seat) + _GAP for seat in range(k.seats)])
    return _HEADER + seats + _BANK + _NOTE * len(_table_notes(k))


def draw_table(k: Knowledge, names: Sequence[str], left: int, top: int) -> list[Shape]:
    """Draw the table with its upper left corner at (left, top)."""
    shapes: list[Shape] = [turn_header(k.turn, divmod(k.dice, 10) if k.dice else (), left, top, WIDTH)]
    y = top + _HEADER
    for seat in range(k.seats):
        shapes.append(_seat(k, names, seat, left, y))
        y += _seat_height(k, seat) + _GAP
    return [*shapes, _bank(k, left, y)]


def _seat_height(k: Knowledge, seat: int) -> int:
    hand = _HAND + _NOTE * len(_card_lines(k, seat)) if _sees_hand(k, seat) else 0
    return _SEAT + _NOTE * len(_seat_notes(k, seat)) + hand


def _seat(k: Knowledge, names: Sequence[str], seat: int, x: int, y: int) -> Group:
    """Draw a player: badge, name, points; counts of what is held; notes of the modules; the own hand."""
    won = k.winner == seat
    shapes: list[Shape] = [
        panel(x, y, WIDTH, _seat_height(k, seat), seat == k.active and k.winner == NOBODY),
        *badge(x + 10, y + 8, seat, paint(k.setting.colors[seat])),
        *named(x + 44, y + 27, WIDTH - 94, name_of(names, seat, _LONGEST_NAME - 7 * won), won),
        *points(x + WIDTH - 12, y + 24, k.points[seat]),
        *_figures(k, seat, x + 44, y + 40),
    ]
    below = y + _SEAT + 9
    for said in _seat_notes(k, seat):
        shapes.append(note(x + 12, below, said))
        below += _NOTE
    if _sees_hand(k, seat):
        shapes += _hand(k, seat, x + 12, below - 6)
    return Group(f"seat seat-{seat}", "", tuple(shapes))


def _figures(k: Knowledge, seat: int, x: int, y: int) -> list[Shape]:
    army, road = k.largest_army == seat, k.longest_road == seat
    return [
        *figure(x, y, str(k.hand_sizes[seat]), phrase("cards")),
        *figure(x + 78, y, str(k.card_counts[seat]), phrase("development_cards")),
        *figure(x + 156, y, str(k.knights[seat]), phrase("largest_army" if army else "knights"), army),
        *figure(x + 234, y, str(k.routes[seat]), phrase("longest_road" if road else "route"), road),
    ]


def _seat_notes(k: Knowledge, seat: int) -> list[Said]:
    aside: list[Said] = [phrase("laid_aside", count=k.aside_sizes[seat])] if k.aside_sizes[seat] else []
    return [*aside, *[said for art in art_of(k.setting) for said in art.seat_notes(k, seat)]]


def _table_notes(k: Knowledge) -> list[Said]:
    return [said for art in art_of(k.setting) for said in art.table_notes(k)]


def _sees_hand(k: Knowledge, seat: int) -> bool:
    return k.finished or seat == k.seat


def _hand(k: Knowledge, seat: int, x: int, y: int) -> list[Shape]:
    """Draw the resource cards of a hand that the observer sees, and its development cards in words."""
    held = k.lows[seat * KINDS : seat * KINDS + KINDS]
    shapes = good_cards(x, y, dict(zip(RESOURCES, held, strict=True)))
    lines = [note(x, y + 40 + _NOTE * at, said) for at, said in enumerate(_card_lines(k, seat))]
    return [*shapes, *lines]


def _card_lines(k: Knowledge, seat: int) -> list[Phrase]:
    """Return the unplayed development cards that the observer sees, two kinds a line."""
    at = seat * len(CARDS)
    held = k.shown[at : at + len(CARDS)] if k.finished else k.cards
    kinds = [card for card, count in enumerate(held) if count]
    pairs = [kinds[first : first + 2] for first in range(0, len(kinds), 2)]
    return [phrase("holds", cards={CARDS[card]: held[card] for card in pair}) for pair in pairs]


def _bank(k: Knowledge, x: int, y: int) -> Group:
    shapes: list[Shape] = [
        panel(x, y, WIDTH, _BANK + _NOTE * len(_table_notes(k))),
        Text(x + 12, y + 20, phrase("bank"), 13, INK, START, True),
        Text(x + WIDTH - 12, y + 20, phrase("deck", count=k.deck_size), 11, FAINT, END),
        *good_cards(x + 12, y + 30, dict(zip(RESOURCES, k.bank, strict=True))),
    ]
    shapes += [note(x + 12, y + _BANK + 6 + _NOTE * at, said) for at, said in enumerate(_table_notes(k))]
    return Group("bank", "", tuple(shapes))
