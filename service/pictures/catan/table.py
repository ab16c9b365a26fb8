"""Draws the table beside the board: the turn, every player with what is public, the bank."""

from collections.abc import Sequence
from typing import Final

from domain.catan.knowledge import Knowledge
from domain.catan.terms import CARDS, KINDS, RESOURCES
from domain.core.documents import by_name
from domain.core.places import Phrase
from service.pictures.catan.modules import art_of
from service.pictures.palette import BACK, OTHER_BACK, paint
from service.pictures.parts import Figure, figures, good_cards, panel
from service.pictures.shapes import Group, Said, Shape, part, phrase
from service.pictures.table_parts import NOTE, WIDTH, heading, notes, supplies, tops, turn_header

_SEAT: Final = 76
_HAND: Final = 34
_BANK: Final = 68


def table_height(k: Knowledge) -> int:
    """Return how high the table is."""
    return tops(_seat_heights(k), 0)[-1] + _bank_height(k)


def draw_table(k: Knowledge, names: Sequence[str], left: int, top: int) -> list[Shape]:
    """Draw the table with its upper left corner at (left, top)."""
    *panels, below = tops(_seat_heights(k), top)
    seats = [_seat(k, names, seat, left, y) for seat, y in enumerate(panels)]
    return [turn_header(k.turn, k.dice, left, top), *seats, _bank(k, left, below)]


def _seat_heights(k: Knowledge) -> list[int]:
    return [_seat_height(k, seat) for seat in range(k.seats)]


def _seat_height(k: Knowledge, seat: int) -> int:
    hand = _HAND + NOTE * len(_card_lines(k, seat)) if _sees_hand(k, seat) else 0
    return _SEAT + NOTE * len(_seat_notes(k, seat)) + hand


def _seat(k: Knowledge, names: Sequence[str], seat: int, x: int, y: int) -> Group:
    """Draw a player: badge, name, points; counts of what is held; notes of the modules; the own hand."""
    shapes: list[Shape] = [
        panel(x, y, WIDTH, _seat_height(k, seat), seat == k.active and not k.finished),
        *heading(x, y, seat, paint(k.setting.colors[seat]), names, k.points[seat], k.winner == seat),
        *_figures(k, seat, x + 44, y + 40),
    ]
    lines = _seat_notes(k, seat)
    shapes += notes(x + 12, y + _SEAT + 9, lines)
    if _sees_hand(k, seat):
        shapes += _hand(k, seat, x + 12, y + _SEAT + 3 + NOTE * len(lines))
    frame = (x, y, WIDTH, _seat_height(k, seat))
    return part("seat", frame, shapes, ("seat", str(seat)))


def _figures(k: Knowledge, seat: int, x: int, y: int) -> list[Shape]:
    army, road = k.largest_army == seat, k.longest_road == seat
    shown: list[Figure] = [
        (str(k.hand_sizes[seat]), phrase("cards"), False),
        (str(k.card_counts[seat]), phrase("development_cards"), False),
        (str(k.knights[seat]), phrase("largest_army" if army else "knights"), army),
        (str(k.routes[seat]), phrase("longest_road" if road else "route"), road),
    ]
    return figures(x, y, 78, shown, (BACK, OTHER_BACK))


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
    shapes = good_cards(x, y, by_name(RESOURCES, held))
    return [*shapes, *notes(x, y + 40, _card_lines(k, seat))]


def _card_lines(k: Knowledge, seat: int) -> list[Phrase]:
    """Return the unplayed development cards that the observer sees, two kinds a line."""
    at = seat * len(CARDS)
    held = k.shown[at : at + len(CARDS)] if k.finished else k.cards
    kinds = [card for card, count in enumerate(held) if count]
    pairs = [kinds[first : first + 2] for first in range(0, len(kinds), 2)]
    return [phrase("holds", cards={CARDS[card]: held[card] for card in pair}) for pair in pairs]


def _bank_height(k: Knowledge) -> int:
    return _BANK + NOTE * len(_table_notes(k))


def _bank(k: Knowledge, x: int, y: int) -> Group:
    shapes: list[Shape] = [
        *supplies(x, y, _bank_height(k), phrase("deck", count=k.deck_size)),
        *good_cards(x + 12, y + 30, by_name(RESOURCES, k.bank)),
    ]
    shapes += notes(x + 12, y + _BANK + 6, _table_notes(k))
    return part("bank", (x, y, WIDTH, _bank_height(k)), shapes)
