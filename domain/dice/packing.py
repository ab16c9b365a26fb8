"""A position as bytes: the same in every process, short, and complete with its setting."""

import json
from collections.abc import Sequence
from typing import Final

from domain.core.agenda import Frame
from domain.dice.state import State, unpack_setting
from domain.dice.terms import CROSS, FACES, NOBODY, STREAMS

_WORD: Final = 4
_HEADS: Final = 2 + len(STREAMS)
_NOBODY: Final = 255


def pack(state: State) -> bytes:
    """The position as bytes: words, the setting, everything that fits a byte, and the agenda."""
    setting = state.setting.packed
    words = (state.turn, len(setting), *state.draws)
    agenda = json.dumps(state.agenda, separators=(",", ":")).encode()
    return b"".join((b"".join([_word(n) for n in words]), setting, bytes(_small(state)), agenda))


def _word(number: int) -> bytes:
    return number.to_bytes(_WORD, "big")


def _small(state: State) -> list[int]:
    """Boxes are written from the cross up, each seat's after their number."""
    boxes = [number for row in state.boxes for number in (len(row), *[points - CROSS for points in row])]
    return [
        state.active & _NOBODY,
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


class _Reader:
    def __init__(self, data: bytes, at: int) -> None:
        self.data = data
        self.at = at

    def take(self, count: int) -> list[int]:
        """The next small numbers."""
        self.at += count
        return list(self.data[self.at - count : self.at])

    def row(self, count: int) -> tuple[int, ...]:
        """The next small numbers as a row."""
        return tuple(self.take(count))


def unpack(data: bytes) -> State:
    """The position from its bytes."""
    words = [int.from_bytes(data[at : at + _WORD], "big") for at in range(0, _HEADS * _WORD, _WORD)]
    start = _HEADS * _WORD
    state = State(unpack_setting(data[start : start + words[1]]))
    state.turn = words[0]
    state.draws = words[2:]
    reader = _Reader(data, start + words[1])
    _read_small(state, reader)
    state.agenda = tuple([Frame(*frame) for frame in json.loads(data[reader.at :])])
    return state


def _read_small(state: State, reader: _Reader) -> None:
    n = state.seats
    active = reader.take(1)[0]
    state.active = NOBODY if active == _NOBODY else active
    state.dice = reader.row(FACES)
    state.rolls, converted, state.built, state.fresh, state.gained, state.winners = reader.take(6)
    state.converted = bool(converted)
    state.roads = [high << 8 | low for high, low in zip(reader.take(n), reader.take(n), strict=True)]
    state.settlements, state.cities = reader.take(n), reader.take(n)
    state.knights, state.used = reader.take(n), reader.take(n)
    state.boxes = [_box_row(reader.take(reader.take(1)[0])) for _ in range(n)]


def _box_row(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple([number + CROSS for number in numbers])
