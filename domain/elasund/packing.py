"""Packs a position into bytes: the same in every process, short, and complete with its setting."""

import json
from typing import Final

from domain.core.agenda import agenda_of
from domain.core.number_rows import Row
from domain.core.packing import Reader, pack_position
from domain.elasund.pieces import CHURCH_SIZE, PIECES, TRACK_SPACES
from domain.elasund.setting import Setting
from domain.elasund.state import State, Wall
from domain.elasund.terms import CARD_KINDS, KINDS, MOST_SEATS, NOBODY, NOWHERE, PERMITS, STREAMS

_HEADS: Final = 3 + len(STREAMS)
_SHARED: Final = 16  # added to the mask of winners if there are several
_LOWEST_SPACE: Final = 100
_SHORT: Final = 4  # bits for the number of tiles built; the kinds of card that are short are stored above them
_GROWTH: Final = 4


def pack(state: State) -> bytes:
    """Return the position as bytes."""
    setting = state.setting.packed
    words = (state.turn, state.church_cubes, len(setting), *state.draws)
    return pack_position(words, setting, bytes([number & 255 for number in _small(state)]), (), state.agenda)


def _small(state: State) -> list[int]:
    """Return the numbers that fit a byte; -1 (no seat, no place) is written as 255. Masks are derived from these."""
    return [
        state.active,
        state.dice,
        state.ship,
        state.builds | state.short << _SHORT,
        _pack_winners(state.winners),
        state.bank,
        state.church_corner,
        state.church_first,
        state.bottom,
        *state.discards,
        *state.pool,
        *state.anchors,
        *state.holders,
        *state.cubes,
        *state.church_owners,
        *state.growth,
        *state.deck,
        *state.permits,
        *state.trade,
        *[_pack_track(held) for held in state.track],
        *state.points,
        *state.known,
        *state.gold,
        *state.influence,
        *state.aside,
        *(state.pair or (NOWHERE, NOWHERE)),
        len(state.walls),
        *[
            number
            for wall in state.walls
            for number in (wall.space - _LOWEST_SPACE, wall.seat, wall.tile, int(wall.cube))
        ],
    ]


def _pack_track(held: int) -> int:
    """Return a mask of spaces as bits by their place in `TRACK_SPACES`."""
    return sum([1 << at for at, space in enumerate(TRACK_SPACES) if held >> space & 1])


def _unpack_track(number: int) -> int:
    return sum([1 << space for at, space in enumerate(TRACK_SPACES) if number >> at & 1])


def _pack_winners(winners: Row) -> int:
    """Return NOBODY, the one winner, or several as bits above `_SHARED`."""
    if len(winners) > 1:
        return _SHARED | sum(1 << seat for seat in winners)
    return winners[0] if winners else NOBODY


def _unpack_winners(number: int) -> Row:
    if number & _SHARED and number != NOBODY:
        return tuple(seat for seat in range(MOST_SEATS) if number >> seat & 1)
    return () if number == NOBODY else (number,)


def unpack(data: bytes) -> State:
    """Return the position from its bytes."""
    reader = Reader(data)
    turn, church_cubes, length, *draws = reader.words(_HEADS)
    state = State(Setting(json.loads(reader.block(length))))
    state.turn, state.church_cubes, state.draws = turn, church_cubes, draws
    _read_table(state, reader)
    _read_seats(state, reader)
    pair = reader.signed_row(2)
    state.pair = () if pair[0] == NOWHERE else pair
    for _ in range(reader.signed(1)[0]):
        space, seat, tile, cube = reader.signed(4)
        state.walls = (*state.walls, Wall(space + _LOWEST_SPACE, seat, tile, bool(cube)))
        state.wall_counts[seat] += 1
        state.towers[seat] += cube
    state.agenda = agenda_of(reader.rest())
    return state


def _read_table(state: State, reader: Reader) -> None:
    state.active, state.dice, state.ship, builds, winners = reader.signed(5)
    state.builds, state.short = builds & (1 << _SHORT) - 1, builds >> _SHORT
    state.winners = _unpack_winners(winners)
    state.bank, state.church_corner, state.church_first, state.bottom = reader.signed(4)
    state.discards, state.pool = reader.signed(KINDS), reader.signed_row(CARD_KINDS)
    anchors, holders, cubes = reader.signed(PIECES), reader.signed(PIECES), reader.signed(PIECES)
    for piece in range(PIECES):
        if anchors[piece] != NOWHERE:
            state.put_piece(piece, holders[piece], anchors[piece], cubes[piece])
    state.church_owners = reader.signed_row(CHURCH_SIZE)
    for tile in range(CHURCH_SIZE):
        if state.church_owners[tile] >= 0:
            state.church |= 1 << (state.church_corner + 10 * (tile % 3) + tile // 3)
    state.growth, state.deck = reader.signed_row(_GROWTH), reader.signed(KINDS)


def _read_seats(state: State, reader: Reader) -> None:
    n = state.seats
    for at, place in enumerate(reader.signed(n * PERMITS)):
        if place != NOWHERE:
            state.put_permit(at // PERMITS, at % PERMITS, place)
    state.trade = reader.signed(n)
    state.track = [_unpack_track(number) for number in reader.signed(n)]
    state.points, state.known = reader.signed(n), reader.signed(n * KINDS)
    state.gold, state.influence = reader.signed(n), reader.signed(n * KINDS)
    state.aside = reader.signed_row(n * CARD_KINDS)
