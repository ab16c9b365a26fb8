"""Draws the table beside the city: the turn, every player with what is public, the supplies."""

from collections.abc import Sequence
from typing import Final

from domain.elasund.knowledge import Knowledge, stack_left
from domain.elasund.pieces import TRACK_END, TRACK_FLAGS, TRACK_SPACES
from domain.elasund.terms import BUILDINGS, CARDS, CHURCH_TILES, COLORS, CUBES, KINDS, NOWHERE, PERMITS, WELL
from service.pictures.palette import BACK, FAINT, PANEL, RULE, Paint, paint
from service.pictures.parts import Figure, figures, panel
from service.pictures.shapes import Box, Circle, Group, Lines, Said, Shape, Stamp, Text, part, phrase
from service.pictures.table_parts import NOTE, WIDTH, heading, notes, supplies, tops, turn_header

_SEAT: Final = 112
_BANK: Final = 30
_STEP: Final = 25


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
    return _SEAT + NOTE * len(_seat_notes(k, seat))


def _seat(k: Knowledge, names: Sequence[str], seat: int, x: int, y: int) -> Group:
    look = paint(k.setting.colors[seat])
    shapes: list[Shape] = [
        panel(x, y, WIDTH, _seat_height(k, seat), seat == k.active and not k.finished),
        *heading(x, y, seat, look, names, k.points[seat], seat in k.winners),
        *_figures(k, seat, x + 44, y + 40),
        *_track(k, seat, x + 22, y + 86, look),
        *notes(x + 12, y + _SEAT + 6, _seat_notes(k, seat)),
    ]
    frame = (x, y, WIDTH, _seat_height(k, seat))
    return part("seat", frame, shapes, ("seat", str(seat)))


def _figures(k: Knowledge, seat: int, x: int, y: int) -> list[Shape]:
    shown: list[Figure] = [
        (str(k.hand_sizes[seat]), phrase("cards"), False),
        (str(k.cubes_left(seat)), phrase("cubes_left"), False),
        (str(k.walls_left(seat)), phrase("walls_left"), False),
        (str(k.trade[seat]), phrase("trade"), False),
    ]
    return figures(x, y, 78, shown, (BACK,))


def _track(k: Knowledge, seat: int, x: int, y: int, look: Paint) -> list[Shape]:
    """Draw the trade track: flags on its spaces, the player's disc, and a cube where one stands."""
    cubes = [
        Box(x + _STEP * space - 7, y + 4, 14, 14, look.face, look.rim, 2, 1)
        for space in TRACK_SPACES
        if k.track[seat] >> space & 1
    ]
    disc = Circle(x + _STEP * min(k.trade[seat], TRACK_END), y, 7, look.face, look.rim, 2)
    said = phrase("track", seat=seat, count=k.trade[seat])
    return [Group("track", said, (Stamp("track", x, y, _TRACK), *cubes, disc))]


_TRACK: Final[tuple[Shape, ...]] = (
    Lines(
        (
            (0, 0, _STEP * TRACK_END, 0),
            *[(_STEP * space, -3, _STEP * space, 3) for space in range(TRACK_END + 1)],
        ),
        RULE,
        2,
    ),
    *[Box(_STEP * space - 7, 4, 14, 14, PANEL, FAINT, 1, 1) for space, _ in TRACK_FLAGS],
    *[Text(_STEP * space, 15, str(count), 10, FAINT) for space, count in TRACK_FLAGS],
)


def _seat_notes(k: Knowledge, seat: int) -> list[Said]:
    free = [value for value in range(PERMITS) if k.permit_at(seat, value) == NOWHERE]
    notes: list[Said] = [phrase("free_permits", values=free)]
    if k.aside_sizes[seat]:
        notes.append(phrase("laid_aside", count=k.aside_sizes[seat]))
    held = _hand(k, seat)
    if held:
        notes.append(phrase("holds", cards=held))
    return [*notes, *_church_notes(k)] if seat == k.seat else notes


def _hand(k: Knowledge, seat: int) -> dict[str, int]:
    """Return the hand of a seat as far as the observer may see it."""
    if k.finished:
        hand = [k.shown_gold[seat], *k.shown[seat * KINDS : seat * KINDS + KINDS]]
    elif seat == k.seat:
        hand = [k.gold, *k.influence]
    else:
        return {}
    return {name: count for name, count in zip(CARDS, hand, strict=True) if count}


def _church_notes(k: Knowledge) -> list[Said]:
    """Return the church tiles that the observer has drawn or hidden."""
    drawn: list[Said] = [phrase("church_drawn", tiles=[CHURCH_TILES[tile] for tile in k.pair])] if k.pair else []
    return drawn if k.bottom == NOWHERE else [*drawn, phrase("church_bottom", tile=CHURCH_TILES[k.bottom])]


def _supplies(k: Knowledge) -> list[Said]:
    pool = {name: count for name, count in zip(CARDS, k.pool, strict=True) if count}
    gone = {name: count for name, count in zip(COLORS, k.discards, strict=True) if count}
    found: list[Said] = [phrase("gold_bank", count=k.bank, cards=k.deck_size), *_stacks(k)]
    found += [phrase("discards", cards=gone)] if gone else []
    return [*found, phrase("pirate_pool", cards=pool)] if pool else found


def _stacks(k: Knowledge) -> list[Said]:
    """Return the neutral buildings that are left, two kinds a line."""
    left = [(BUILDINGS[kind], stack_left(k, kind)) for kind in range(WELL, len(BUILDINGS)) if stack_left(k, kind)]
    return [phrase("stacks", cards=dict(left[first : first + 2])) for first in range(0, len(left), 2)]


def _bank_height(k: Knowledge) -> int:
    return _BANK + NOTE * len(_supplies(k))


def _bank(k: Knowledge, x: int, y: int) -> Group:
    shapes: list[Shape] = [
        *supplies(x, y, _bank_height(k), phrase("goal", cubes=CUBES)),
        *notes(x + 12, y + 36, _supplies(k)),
    ]
    return part("bank", (x, y, WIDTH, _bank_height(k)), shapes)
