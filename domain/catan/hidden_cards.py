"""Deals hidden development cards: each unseen card may lie anywhere alike, but no hand hides enough to have won.

The deck counts as one more hand, which may hide any number.
"""

from collections.abc import Sequence
from math import comb
from random import Random

from domain.catan.terms import VICTORY_POINT


class HiddenCards:
    """Holds where the `unseen` cards may lie, by kind: so many in each hand, the rest in the deck.

    `most_points` says how many victory point cards each hand may hide.
    """

    def __init__(self, counts: Sequence[int], unseen: Sequence[int], most_points: Sequence[int]) -> None:
        self.unseen = list(unseen)
        self.counts = [*counts, sum(unseen) - sum(counts)]
        self.most_points = [*map(min, most_points, counts), self.counts[-1]]

    def deal(self, rng: Random) -> list[list[int]]:
        """Return the cards of every hand, in random order; what is left lies in the deck."""
        points = self.unseen[VICTORY_POINT]
        others = [card for card, count in enumerate(self.unseen) for _ in range(count) if card != VICTORY_POINT]
        rng.shuffle(others)
        hands = []
        for seat, count in enumerate(self.counts[:-1]):
            here = self._deal_points(seat, points, rng) if count and points else 0
            points -= here
            hands.append([VICTORY_POINT] * here + [others.pop() for _ in range(count - here)])
            if 0 < here < count:
                rng.shuffle(hands[-1])
        return hands

    def likely_points(self, seat: int) -> list[float]:
        """Return how likely a hand hides no victory point card, one, two and so on."""
        first = HiddenCards([], self.unseen, [])
        order = [seat, *(other for other in range(len(self.counts)) if other != seat)]
        first.counts = [self.counts[one] for one in order]
        first.most_points = [self.most_points[one] for one in order]
        ways = first._ways(0, self.unseen[VICTORY_POINT])
        return [way / sum(ways) for way in ways]

    def _deal_points(self, seat: int, left: int, rng: Random) -> int:
        ways = self._ways(seat, left)
        return rng.choices(range(len(ways)), ways)[0]

    def _ways(self, seat: int, left: int) -> list[int]:
        """Return in how many ways a hand holds none of the points left, one and so on, and later hands the rest."""
        count = self.counts[seat]
        most = min(self.most_points[seat], left)
        if seat == len(self.counts) - 1:
            return [int(here == left) * comb(count, here) for here in range(most + 1)]
        return [comb(count, here) * sum(self._ways(seat + 1, left - here)) for here in range(most + 1)]
