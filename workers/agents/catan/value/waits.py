"""Computes in how many rounds a hand and an income pay a cost, with the bank's ratios."""

from collections.abc import Sequence
from operator import mul
from typing import Final

NEVER: Final = 40.0
SOONEST: Final = 0.5  # the least rounds for a cost that cannot be paid at once

Hand = tuple[float, ...]
Cost = tuple[tuple[int, int], ...]
"""A cost: its kinds of card, each with the number of cards."""


def cost_of(cards: Sequence[int]) -> Cost:
    """Return a cost from its cards by kind."""
    return tuple([(kind, count) for kind, count in enumerate(cards) if count])


class Purse:
    """Holds the income of a seat by kind: cards per round, what the bank gives for them, and for one card."""

    def __init__(self, per_round: Sequence[float], ratios: Sequence[int]) -> None:
        self.ratios = ratios
        self.terms = [(income, income / ratio, 1 / ratio) for income, ratio in zip(per_round, ratios, strict=True)]
        self.shares = [share for _, _, share in self.terms]
        self.traded = sum([traded for _, traded, _ in self.terms])

    def spare(self, hand: Sequence[float]) -> float:
        """Return the cards that the bank gives for a whole hand, fractions included."""
        return sum(map(mul, hand, self.shares))

    def rounds(self, hand: Sequence[float], spare: float, cost: Cost) -> float:
        """Count the rounds until hand and income pay a cost, spare cards going to the bank; 0 is at once.

        `spare` is that of the hand. What is lacking shrinks with the income of its own kind and with what the bank
        gives for spare cards: a concave function of time, whose root Newton's method meets from below.
        """
        value, slope, rise, lacking = spare, self.traded, self.traded, []
        for kind, need in cost:
            left, term = hand[kind] - need, self.terms[kind]
            if left < 0:
                income, traded, share = term
                sold = hand[kind] * share
                spare -= sold
                slope -= traded
                value += left - sold
                rise += income - traded
                lacking.append((left, income, traded, share))
            else:
                sold = need * term[2]
                spare -= sold
                value -= sold
        if not lacking:
            return 0.0
        time = _newton(value, rise, 0.0)
        if len(lacking) > 1 and SOONEST < time < NEVER:
            time = _root(spare, slope, lacking, time)
        return time if time > SOONEST else self._soon(hand, cost)

    def _soon(self, hand: Sequence[float], cost: Cost) -> float:
        """Return whether a hand pays a cost at once, with whole trades with the bank; otherwise it waits for a roll."""
        left = list(hand)
        for kind, need in cost:
            left[kind] -= need
        short = sum([count for count in left if count < 0])
        spare = sum([count // ratio for count, ratio in zip(left, self.ratios, strict=True) if count > 0])
        return 0.0 if spare + short >= 0 else SOONEST


def _newton(value: float, rise: float, time: float) -> float:
    if value >= -1e-9:
        return time
    return NEVER if (NEVER - time) * rise <= -value else time - value / rise


def _root(spare: float, slope: float, lacking: list[tuple[float, float, float, float]], time: float) -> float:
    """Return the time at which nothing is lacking, by Newton's method from an earlier `time`."""
    while True:
        value, rise = spare + slope * time, slope
        for left, income, traded, share in lacking:
            now = left + income * time
            value += now if now < 0 else now * share
            rise += income if now < 0 else traded
        later = _newton(value, rise, time)
        if later <= time or later >= NEVER:
            return later
        time = later
