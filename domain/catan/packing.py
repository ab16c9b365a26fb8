"""A position as bytes: the same in every process, short, and complete with its setting."""

import json
from collections.abc import Callable, Sequence
from typing import Final

from domain.catan.module import Rules
from domain.catan.setting import unpack_setting
from domain.catan.state import Offer, State
from domain.catan.terms import CARDS, KINDS
from domain.core.agenda import Frame

_MASK: Final = 16
_WORD: Final = 4
_HEADS: Final = 4


def pack(state: State) -> bytes:
    """The position as bytes."""
    setting = state.setting.packed
    slices = {name: part.pack() for name, part in sorted(state.slices.items())}
    tail = json.dumps([state.agenda, state.offers, slices], separators=(",", ":")).encode()
    masks = (*state.roads, *state.settlements, *state.cities, *state.touched, state.road_total, state.blocked)
    words = (state.turn, state.next_offer, len(setting), len(state.draws), *state.draws)
    return b"".join(
        (
            b"".join([word.to_bytes(_WORD, "big") for word in words]),
            setting,
            bytes(_small(state)),
            b"".join([mask.to_bytes(_MASK, "big") for mask in masks]),
            tail,
        )
    )


def _small(state: State) -> list[int]:
    """Everything that fits a byte; -1 (nobody) is written as 255."""
    return [
        state.active & 255,
        state.dice,
        int(state.card_played),
        state.robber,
        state.longest_road & 255,
        state.largest_army & 255,
        state.winner & 255,
        *state.bank,
        *state.deck,
        *state.knights,
        *state.routes,
        *state.points,
        *state.known,
        *state.extra,
        *state.hands,
        *state.cards,
        *state.fresh,
        *state.aside,
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

    def seat(self) -> int:
        """The next small number as a seat or nobody."""
        value = self.take(1)[0]
        return -1 if value == 255 else value

    def masks(self, count: int) -> list[int]:
        """The next masks."""
        return [int.from_bytes(bytes(self.take(_MASK)), "big") for _ in range(count)]


def _words(data: bytes, first: int, count: int) -> list[int]:
    return [int.from_bytes(data[at * _WORD : (at + 1) * _WORD], "big") for at in range(first, first + count)]


def unpack(data: bytes, compose: Callable[[Sequence[str]], Rules]) -> State:
    """The position from its bytes; `compose` makes the rules of named modules."""
    words = _words(data, 0, _HEADS)
    start = (_HEADS + words[3]) * _WORD
    state = State(unpack_setting(data[start : start + words[2]], compose))
    state.turn, state.next_offer = words[:2]
    state.draws = _words(data, _HEADS, words[3])
    reader = _Reader(data, start + words[2])
    _read_small(state, reader)
    _read_masks(state, reader)
    agenda, offers, slices = json.loads(data[reader.at :])
    state.slices = state.setting.rules.unpack_slices(slices)
    state.agenda = tuple(Frame(*frame) for frame in agenda)
    state.offers = tuple(_offer(values) for values in offers)
    return state


def _offer(values: Sequence[object]) -> Offer:
    number, seat, give, take, to, accepted, declined = values
    return Offer(number, seat, tuple(give), tuple(take), to, accepted, declined)  # type: ignore[arg-type]


def _read_small(state: State, reader: _Reader) -> None:
    n = state.seats
    state.active = reader.seat()
    state.dice, played, state.robber = reader.take(3)
    state.card_played = bool(played)
    state.longest_road, state.largest_army, state.winner = reader.seat(), reader.seat(), reader.seat()
    state.bank, state.deck = reader.take(KINDS), reader.row(len(CARDS))
    state.knights, state.routes, state.points = reader.row(n), reader.row(n), reader.take(n)
    state.known, state.extra = reader.take(n * KINDS), reader.row(n * n * KINDS)
    state.hands = reader.take(n * KINDS)
    state.cards, state.fresh = reader.row(n * len(CARDS)), reader.row(n * len(CARDS))
    state.aside = reader.row(n * KINDS)


def _read_masks(state: State, reader: _Reader) -> None:
    n = state.seats
    state.roads, state.settlements = reader.masks(n), reader.masks(n)
    state.cities, state.touched = reader.masks(n), reader.masks(n)
    state.road_total, state.blocked = reader.masks(2)
