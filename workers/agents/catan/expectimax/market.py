"""Finds the offers that raise the own probability to win most: what a trade brings, where others agree to it.

Who agrees is judged in dealt worlds, each seat by its own plans and by what it would know there. What a trade brings is
the value of the position after it, so that what it brings to a rival counts against it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from domain.catan.state import State
from domain.catan.terms import KINDS
from domain.core.ruleset import Ruleset
from workers.agents.catan.bargaining import cards_of
from workers.agents.catan.chances import chance_after
from workers.agents.catan.expectimax.others import GENEROUS
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.partners import Partner, imagine_partner
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.value.model import Value

Goods = tuple[int, ...]
MOST: Final = 2
"""The most cards that are given, or taken."""


class Exchange(NamedTuple):
    """Holds what is given for what, the expected gain in the own probability to win, and who may agree, as a mask."""

    give: Goods
    take: Goods
    gain: float
    partners: int


class Market:
    """Knows in some dealt worlds which exchanges with a seat others would agree to, and what they bring.

    Those whose seats are in the mask `generous` may agree to give more cards than they get.
    """

    def __init__(self, ruleset: Ruleset, worlds: Sequence[State], seat: int, value: Value, generous: int = 0) -> None:
        self.ruleset = ruleset
        self.worlds = [world.copy() for world in worlds]
        self.seat = seat
        self.value = value
        self.generous = generous
        self.before = [value.chances(world)[seat] for world in self.worlds]
        self._partners: dict[tuple[int, int], Partner] = {}

    def exchanges(self, seats: Sequence[int], least: float) -> list[Exchange]:
        """Return the exchanges with any of some seats that gain more than `least`, the best first."""
        hand = self.worlds[0].hand(self.seat)
        found = (self._weigh(give, take, seats) for give, take in list_exchanges(hand))
        return sorted([one for one in found if one.gain > least], key=lambda one: -one.gain)

    def _weigh(self, give: Goods, take: Goods, seats: Sequence[int]) -> Exchange:
        """Return an exchange with its expected gain: in each world with the partner with whom it gains most."""
        total, partners = 0.0, 0
        for number, world in enumerate(self.worlds):
            best = 0.0
            for seat in seats:
                if self._agrees(number, seat, give, take):
                    gain = chance_after(self.value, world, self.seat, seat, give, take) - self.before[number]
                    if gain > 0:
                        partners |= 1 << seat
                        best = max(best, gain)
            total += best
        return Exchange(give, take, total / len(self.worlds), partners)

    def _agrees(self, number: int, seat: int, give: Goods, take: Goods) -> bool:
        hand = self.worlds[number].hand(seat)
        if any(count > held for count, held in zip(take, hand, strict=True)):
            return False
        return self._partner(number, seat).takes(self.seat, give, take)

    def _partner(self, number: int, seat: int) -> Partner:
        found = self._partners.get((number, seat))
        if found is None:
            view = self.ruleset.observe(self.worlds[number], seat)
            weights = GENEROUS if self.generous >> seat & 1 else TUNED
            found = self._partners[number, seat] = imagine_partner(view, tactics_of(view.setting), weights)
        return found


def list_exchanges(hand: Sequence[int]) -> Iterator[tuple[Goods, Goods]]:
    """Yield exchanges of cards in a hand: one or two of a kind for one of another, one for any two others."""
    for give in (kind for kind in range(KINDS) if hand[kind]):
        others = [kind for kind in range(KINDS) if kind != give]
        for take in others:
            for count in range(1, min(MOST, hand[give]) + 1):
                yield cards_of(give, count), cards_of(take, 1)
            yield cards_of(give, 1), cards_of(take, MOST)
        for pair in combinations(others, 2):
            yield cards_of(give, 1), tuple([int(kind in pair) for kind in range(KINDS)])
