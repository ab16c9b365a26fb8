"""Packs a position into bytes: the same in every process, short, and complete with its setting."""

from collections.abc import Sequence
from typing import Final

from domain.core.agenda import agenda_of
from domain.core.packing import Reader, pack_position
from domain.dice.state import State, unpack_setting
from domain.dice.terms import CROSS, FACES, STREAMS

_HEADS: Final = 2 + len(STREAMS)


def pack(state: State) -> bytes:
    """Return the position as bytes."""
    setting = state.setting.packed
    words = (state.turn, len(setting), *state.draws)
    return pack_position(words, setting, bytes(_small(state)), (), state.agenda)


def _small(state: State) -> list[int]:
    """Return the numbers that fit a byte. Boxes follow their number, each as the difference from a cross."""
    boxes = [number for row in state.boxes for number in (len(row), *[points - CROSS for points in row])]
    return [
        state.active & 255,
        *state.dice,
        state.rolls,
        int(state.converted),
        state.built,
        state.fresh,
        state.gained,
        state.winners,
        *[roads >> 8 for roads in state.roads],
        *[roads & 255 for roads in state.roads],
        *state.settlements,
        *state.cities,
        *state.knights,
        *state.used,
        *boxes,
    ]


def unpack(data: bytes) -> State:
    """Return the position from its bytes."""
    reader = Reader(data)
    turn, length, *draws = reader.words(_HEADS)
    state = State(unpack_setting(reader.block(length)))
    state.turn, state.draws = turn, draws
    _read_small(state, reader)
    state.agenda = agenda_of(reader.rest())
    return state


def _read_small(state: State, reader: Reader) -> None:
    n = state.seats
    state.active = reader.seat()
    state.dice = reader.row(FACES)
    state.rolls, converted, state.built, state.fresh, state.gained, state.winners = reader.take(6)
    state.converted = bool(converted)
    state.roads = [high << 8 | low for high, low in zip(reader.take(n), reader.take(n), strict=True)]
    state.settlements, state.cities = reader.take(n), reader.take(n)
    state.knights, state.used = reader.take(n), reader.take(n)
    state.boxes = [_box_row(reader.take(reader.take(1)[0])) for _ in range(n)]


def _box_row(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple([number + CROSS for number in numbers])
