"""A position as bytes: the same in every process, short, and complete with its setting."""

import json
from typing import Final

from domain.core.agenda import Frame
from domain.elasund.pieces import CHURCH_SIZE, PIECES, TRACK_SPACES
from domain.elasund.setting import unpack_setting
from domain.elasund.state import Row, State, Wall
from domain.elasund.terms import CARD_KINDS, KINDS, MOST_SEATS, NOBODY, NOWHERE, PERMITS, STREAMS

_WORD: Final = 4
_SHARED: Final = 16  # beside a bit a seat, where several have won
_LOWEST_SPACE: Final = 100
_GROWTH: Final = 4


def pack(state: State) -> bytes:
    """The position as bytes."""
    setting = state.setting.packed
    words = (state.turn, state.church_cubes, len(setting), *state.draws)
    agenda = json.dumps(state.agenda, separators=(",", ":")).encode()
    small = bytes([number & 255 for number in _small(state)])
    return b"".join((b"".join([word.to_bytes(_WORD, "big") for word in words]), setting, small, agenda))


def _small(state: State) -> list[int]:
    """Everything that fits a byte; -1 (nobody, nowhere) is written as 255. Masks follow from these."""
    return [
        state.active,
        state.dice,
        state.ship,
        state.builds,
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
        *[_pack_track(spaces) for spaces in state.track],
        *state.points,
        *state.known,
        *state.gold,
        *state.influence,
        *state.aside,
        *(state.pair or (NOWHERE, NOWHERE)),
        len(state.walls),
        *[number for wall in state.walls for number in _wall(wall)],
    ]


def _pack_winners(winners: Row) -> int:
    """NOBODY, the one winner, or several as bits above `_SHARED`."""
    if len(winners) > 1:
        return _SHARED | sum(1 << seat for seat in winners)
    return winners[0] if winners else NOBODY


def _unpack_winners(number: int) -> Row:
    if number & _SHARED and number != NOBODY:
        return tuple(seat for seat in range(MOST_SEATS) if number >> seat & 1)
    return () if number == NOBODY else (number,)


def _wall(wall: Wall) -> tuple[int, int, int, int]:
    return wall.space - _LOWEST_SPACE, wall.seat, wall.tile, int(wall.cube)


def _pack_track(spaces: int) -> int:
    return sum([1 << at for at, space in enumerate(TRACK_SPACES) if spaces >> space & 1])


def _unpack_track(number: int) -> int:
    return sum([1 << space for at, space in enumerate(TRACK_SPACES) if number >> at & 1])


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def take(self, count: int) -> list[int]:
        """The next numbers; 255 is -1."""
        self.at += count
        return [-1 if number == 255 else number for number in self.data[self.at - count : self.at]]

    def row(self, count: int) -> tuple[int, ...]:
        """The next numbers as a row."""
        return tuple(self.take(count))


def unpack(data: bytes) -> State:
    """The position from its bytes."""
    heads = 3 + len(STREAMS)
    words = [int.from_bytes(data[i * _WORD : (i + 1) * _WORD], "big") for i in range(heads)]
    start = heads * _WORD
    state = State(unpack_setting(data[start : start + words[2]]))
    state.turn, state.church_cubes = words[:2]
    state.draws = words[3:]
    reader = _Reader(data, start + words[2])
    _read_table(state, reader)
    _read_seats(state, reader)
    pair = reader.row(2)
    state.pair = () if pair[0] == NOWHERE else pair
    _read_walls(state, reader)
    state.agenda = tuple(Frame(*frame) for frame in json.loads(data[reader.at :]))
    return state


def _read_table(state: State, reader: _Reader) -> None:
    state.active, state.dice, state.ship, state.builds, winners = reader.take(5)
    state.winners = _unpack_winners(winners)
    state.bank, state.church_corner, state.church_first, state.bottom = reader.take(4)
    state.discards, state.pool = reader.take(KINDS), reader.row(CARD_KINDS)
    anchors, holders, cubes = reader.take(PIECES), reader.take(PIECES), reader.take(PIECES)
    for piece in range(PIECES):
        if anchors[piece] != NOWHERE:
            state.put_piece(piece, holders[piece], anchors[piece], cubes[piece])
    state.church_owners = reader.row(CHURCH_SIZE)
    for tile in range(CHURCH_SIZE):
        if state.church_owners[tile] >= 0:
            state.church |= 1 << (state.church_corner + 10 * (tile % 3) + tile // 3)
    state.growth, state.deck = reader.row(_GROWTH), reader.take(KINDS)


def _read_seats(state: State, reader: _Reader) -> None:
    n = state.seats
    for at, place in enumerate(reader.take(n * PERMITS)):
        if place != NOWHERE:
            state.put_permit(at // PERMITS, at % PERMITS, place)
    state.trade = reader.take(n)
    state.track = [_unpack_track(number) for number in reader.take(n)]
    state.points, state.known = reader.take(n), reader.take(n * KINDS)
    state.gold, state.influence = reader.take(n), reader.take(n * KINDS)
    state.aside = reader.row(n * CARD_KINDS)


def _read_walls(state: State, reader: _Reader) -> None:
    for _ in range(reader.take(1)[0]):
        space, seat, tile, cube = reader.take(4)
        state.walls = (*state.walls, Wall(space + _LOWEST_SPACE, seat, tile, bool(cube)))
        state.wall_counts[seat] += 1
        state.towers[seat] += cube
