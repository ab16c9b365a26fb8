"""Judges trades by the chance of the own seat to win, as the value of plain Catan says it.

What a seat does not know is dealt once, alike before and after, so that only the change counts.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Final

from domain.catan.dealing import determinize
from domain.catan.state import State
from domain.catan.terms import KINDS
from workers.agents.catan.situation import Situation
from workers.agents.catan.value.model import load_value

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
        return self._mean(self.dealt)

    def after_trade(self, partner: int, given: Sequence[int], got: Sequence[int]) -> float:
        """Return how much an exchange with a partner changes the chance to win; it gives `got` for `given`."""
        return self._mean([_exchange(world, self.seat, partner, given, got) for world in self.dealt]) - self.before

    def _mean(self, worlds: Sequence[State]) -> float:
        return sum([self.value.chances(world)[self.seat] for world in worlds]) / len(worlds)


def _exchange(world: State, seat: int, partner: int, given: Sequence[int], got: Sequence[int]) -> State:
    """Return a position after an exchange; a partner that lacks a card in this deal gives another one."""
    after = world.copy()
    hands, own, other = after.hands, seat * KINDS, partner * KINDS
    for kind in range(KINDS):
        hands[own + kind] += got[kind] - given[kind]
        hands[other + kind] += given[kind] - got[kind]
    for kind in range(KINDS):
        while hands[other + kind] < 0:
            most = max(range(KINDS), key=lambda k: hands[other + k])
            hands[other + most] -= 1
            hands[other + kind] += 1
    return after
