"""Packs a position into bytes: the same in every process, short, and complete with its setting."""

import json
from typing import Final

from domain.core.agenda import agenda_of
from domain.core.packing import Reader, pack_position
from domain.dice.setting import DiceGameStarted, Setting
from domain.dice.state import State
from domain.dice.terms import CROSS, FACES, STREAMS

_HEADS: Final = 2 + len(STREAMS)


def pack(state: State) -> bytes:
    """Return the position as bytes. Boxes follow their number, each as the difference from a cross."""
    setting = state.setting.packed
    words = (state.turn, len(setting), *state.draws)
    boxes = [number for row in state.boxes for number in (len(row), *[points - CROSS for points in row])]
    small = [
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
    return pack_position(words, setting, bytes(small), (), state.agenda)


def unpack(data: bytes) -> State:
    """Return the position from its bytes."""
    reader = Reader(data)
    turn, length, *draws = reader.words(_HEADS)
    state = State(Setting(DiceGameStarted(*json.loads(reader.block(length)))))
    state.turn, state.draws = turn, draws
    n = state.seats
    state.active = reader.seat()
    state.dice = reader.row(FACES)
    state.rolls, converted, state.built, state.fresh, state.gained, state.winners = reader.take(6)
    state.converted = bool(converted)
    state.roads = [high << 8 | low for high, low in zip(reader.take(n), reader.take(n), strict=True)]
    state.settlements, state.cities = reader.take(n), reader.take(n)
    state.knights, state.used = reader.take(n), reader.take(n)
    state.boxes = [_read_boxes(reader) for _ in range(n)]
    state.agenda = agenda_of(reader.rest())
    return state


def _read_boxes(reader: Reader) -> tuple[int, ...]:
    count = reader.take(1)[0]
    return tuple([number + CROSS for number in reader.take(count)])
