"""Deals hidden development cards: each unseen card may lie anywhere, but no hand hides enough to have won.

A card that was kept although it could have been played is the likelier to be a victory point card. The deck counts as
one more hand, which may hide any number.
"""

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Final

from domain.catan.terms import VICTORY_POINT

KEPT: Final = 0.5
"""How likely a card that can be played is kept for another turn, as agents play."""
MOST_TURNS: Final = 5
"""How many such turns count; some people keep a knight for long."""


class HiddenCards:
    """Holds where the `unseen` cards may lie, by kind: so many in each hand, the rest in the deck.

    A hand is the row of its cards, each as the number of turns in which it was kept. It hides at most `most_points`
    victory point cards.
    """

    def __init__(self, hands: Sequence[Sequence[int]], unseen: Sequence[int], most_points: Sequence[int]) -> None:
        self.unseen = list(unseen)
        self.counts = [len(hand) for hand in hands]
        deck = sum(unseen) - sum(self.counts)
        self._weights = [_weights(hand)[: most + 1] for hand, most in zip(hands, most_points, strict=True)]
        self._weights.append([float(comb(deck, points)) for points in range(deck + 1)])

    def deal(self, rng: Random) -> list[list[int]]:
        """Return the cards of every hand, in random order; what is left lies in the deck."""
        left = self.unseen[VICTORY_POINT]
        others = [card for card, count in enumerate(self.unseen) for _ in range(count) if card != VICTORY_POINT]
        rng.shuffle(others)
        hands = []
        for seat, count in enumerate(self.counts):
            points = _draw(_chances(self._weights[seat:], left), rng) if count and left else 0
            left -= points
            hands.append([VICTORY_POINT] * points + [others.pop() for _ in range(count - points)])
            rng.shuffle(hands[-1])
        return hands

    def likely_points(self, seat: int) -> list[float]:
        """Return how likely a hand hides no victory point card, one, two and so on."""
        weights = [self._weights[seat], *self._weights[:seat], *self._weights[seat + 1 :]]
        chances = _chances(weights, self.unseen[VICTORY_POINT])
        return [chance / sum(chances) for chance in chances]


def _weights(hand: Sequence[int]) -> list[float]:
    """Return how much weighs that none of these cards is a victory point, one of them is and so on."""
    weights = [1.0]
    for turns in hand:
        odds = KEPT ** -min(turns, MOST_TURNS)
        weights = [one + odds * other for one, other in zip([*weights, 0.0], [0.0, *weights], strict=True)]
    return weights


def _chances(weights: Sequence[Sequence[float]], left: int) -> list[float]:
    """Return how much weighs that the first hand hides no point left, one and so on, and the others the rest."""
    if len(weights) == 1:
        return [weight if points == left else 0.0 for points, weight in enumerate(weights[0][: left + 1])]
    rest = weights[1:]
    return [weight * sum(_chances(rest, left - points)) for points, weight in enumerate(weights[0][: left + 1])]


def _draw(chances: Sequence[float], rng: Random) -> int:
    return rng.choices(range(len(chances)), chances)[0]
