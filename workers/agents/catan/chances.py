"""Judges trades by the chance of the own seat to win, as the value of plain Catan says it.

Hidden cards are dealt alike before and after a trade, so that only what the trade changes counts.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final

from domain.catan.dealing import determinize
from domain.catan.state import State
from domain.catan.terms import KINDS
from workers.agents.catan.situation import Situation
from workers.agents.catan.value.model import Value, load_value

DEALS: Final = 2
"""In how many ways hidden cards are dealt."""


class Chances:
    """Holds positions that fit what a seat knows, and its chance to win in them."""

    def __init__(self, now: Situation) -> None:
        self.seat = now.seat
        self.value = load_value()
        self.dealt: list[State] = [determinize(now.view, Random(number)) for number in range(DEALS)]

    @cached_property
    def before(self) -> float:
        """Return the mean chance of the seat to win as things stand."""
        return _mean([self.value.chances(world)[self.seat] for world in self.dealt])

    def after_trade(self, partner: int, given: Sequence[int], got: Sequence[int]) -> float:
        """Return how much the chance to win changes when the seat gives a partner some cards for others."""
        after = [chance_after(self.value, world, self.seat, partner, given, got) for world in self.dealt]
        return _mean(after) - self.before


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def chance_after(
    value: Value, world: State, seat: int, partner: int, given: Sequence[int], got: Sequence[int]
) -> float:
    """Return the chance of a seat to win once it has given cards to a partner for others; the world stays as it is."""
    before = world.hands
    world.hands = _exchange(before, seat * KINDS, partner * KINDS, given, got)
    chance = value.chances(world)[seat]
    world.hands = before
    return chance


def _exchange(hands: Sequence[int], own: int, other: int, given: Sequence[int], got: Sequence[int]) -> list[int]:
    """Return all hands after an exchange between those that begin at two places; who lacks a card gives another one."""
    after = [*hands]
    for kind in range(KINDS):
        after[own + kind] += got[kind] - given[kind]
        after[other + kind] += given[kind] - got[kind]
    for kind in range(KINDS):
        while after[other + kind] < 0:
            most = max(range(KINDS), key=lambda k: after[other + k])
            after[other + most] -= 1
            after[other + kind] += 1
    return after
