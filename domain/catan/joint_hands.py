"""Weighs what all hands of a table together may be, as one observer can judge.

Cards that move openly move alike in every possibility. Only a card of unknown kind splits one, so there are few.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Final

from domain.catan.terms import KINDS
from domain.core.number_rows import Row

MOST: Final = 4096
"""How many possibilities are kept; the heaviest are."""
_ANY: Final = 10_000
Shares = Callable[[Sequence[int]], Sequence[int]]
"""Says how likely each kind is to leave a hand, in proportion."""


def blindly(hand: Sequence[int]) -> Sequence[int]:
    """Any card of the hand may go."""
    return hand


def by_choice(hand: Sequence[int]) -> Sequence[int]:
    """Any kind in the hand may go, each alike, since it is not known what the taker wants."""
    return [int(count > 0) for count in hand]


class Spread:
    """Holds possibilities, each a row of differences from hands that go for all of them, with weights that sum to 1.

    It never changes, so that beliefs can share it. `least` and `highest` are the bounds at each place of the row.
    """

    def __init__(self, weights: dict[Row, float]) -> None:
        total = sum(weights.values())
        self.weights = {row: weight / total for row, weight in weights.items()}
        columns = [*zip(*weights, strict=True)]
        self.least: Row = tuple([min(column) for column in columns])
        self.highest: Row = tuple([max(column) for column in columns])
        self._rows: list[Row] = []
        self._sums: list[float] = []

    def draw(self, rng: Random) -> Row:
        """Return one of the possibilities, each as often as it weighs."""
        if not self._rows:
            self._sums = list(accumulate(self.weights.values()))
            self._rows = list(self.weights)
        return self._rows[min(bisect(self._sums, rng.random()), len(self._rows) - 1)]


class JointHands:
    """Holds what all hands may be, flat by seat and kind; cards laid aside for a discard count as held.

    `cuts` counts how often there were more than `most` possibilities, so that the lightest were dropped. Then the truth
    may be among those: if nothing that is left is possible any more, `spread` is None from there on.
    """

    def __init__(self, base: Sequence[int], spread: Spread | None, most: int = MOST, cuts: int = 0) -> None:
        self.base = list(base)
        self.spread = spread
        self.most = most
        self.cuts = cuts

    def copy(self) -> "JointHands":
        """Return an independent copy."""
        return JointHands(self.base, self.spread, self.most, self.cuts)

    def worlds(self) -> Iterator[tuple[Row, float]]:
        """Yield every possibility, as all hands flat by seat and kind, with its weight."""
        if self.spread is not None:
            for row, weight in self.spread.weights.items():
                yield self._hands(row), weight

    def weight(self, hands: Sequence[int]) -> float:
        """Return how likely all hands are these."""
        row = tuple([count - held for count, held in zip(hands, self.base, strict=True)])
        return 0.0 if self.spread is None else self.spread.weights.get(row, 0.0)

    def draw(self, rng: Random) -> Row:
        """Return all hands as they may be, each possibility as often as it weighs; something must be believed."""
        assert self.spread is not None
        return self._hands(self.spread.draw(rng))

    def expect(self) -> list[float]:
        """Return how many cards to expect in each hand, flat by seat and kind."""
        found = [float(held) for held in self.base]
        for row, weight in self.spread.weights.items() if self.spread is not None else ():
            for at, more in enumerate(row):
                if more:
                    found[at] += more * weight
        return found

    def gain(self, seat: int, cards: Sequence[int]) -> None:
        """Cards come to a hand openly."""
        at = seat * KINDS
        for kind in range(KINDS):
            self.base[at + kind] += cards[kind]

    def lose(self, seat: int, cards: Sequence[int]) -> None:
        """Cards leave a hand openly, which therefore held them."""
        self.hold(seat, cards)
        at = seat * KINDS
        for kind in range(KINDS):
            self.base[at + kind] -= cards[kind]

    def hold(self, seat: int, cards: Sequence[int]) -> None:
        """A hand shows to hold cards, and perhaps more."""
        for kind in range(KINDS):
            if cards[kind]:
                self._bound(seat * KINDS + kind, cards[kind], _ANY)

    def show(self, seat: int, kind: int, count: int) -> None:
        """A hand shows to hold so many cards of a kind."""
        self._bound(seat * KINDS + kind, count, count)

    def pass_openly(self, giver: int, taker: int, kind: int) -> None:
        """A card whose kind everybody sees goes from hand to hand."""
        self._bound(giver * KINDS + kind, 1, _ANY)
        self._move(giver, taker, kind)

    def pass_seen(self, giver: int, taker: int, kind: int, shares: Shares) -> None:
        """A card whose kind the observer sees goes from hand to hand; hands that were likely to give it weigh more."""
        if self.spread is not None and len(self.spread.weights) > 1:
            weights = {}
            for row, weight in self.spread.weights.items():
                share = shares(self._hand(row, giver))
                if share[kind]:
                    weights[row] = weight * share[kind] / sum(share)
            self._keep(weights)
        self._move(giver, taker, kind)

    def pass_unseen(self, giver: int, taker: int, shares: Shares) -> None:
        """A card of a kind unknown to the observer goes from hand to hand."""
        if self.spread is None:
            return
        at, to = giver * KINDS, taker * KINDS
        weights: dict[Row, float] = {}
        for row, weight in self.spread.weights.items():
            share = shares(self._hand(row, giver))
            whole = sum(share)
            for kind in range(KINDS):
                if share[kind]:
                    moved = list(row)
                    moved[at + kind] -= 1
                    moved[to + kind] += 1
                    key = tuple(moved)
                    weights[key] = weights.get(key, 0.0) + weight * share[kind] / whole
        self._keep(weights)

    def _hands(self, row: Row) -> Row:
        return tuple([held + more for held, more in zip(self.base, row, strict=True)])

    def _hand(self, row: Row, seat: int) -> list[int]:
        at = seat * KINDS
        return [self.base[at + kind] + row[at + kind] for kind in range(KINDS)]

    def _move(self, giver: int, taker: int, kind: int) -> None:
        self.base[giver * KINDS + kind] -= 1
        self.base[taker * KINDS + kind] += 1

    def _bound(self, at: int, least: int, most: int) -> None:
        """Drop the possibilities with fewer cards at a place, or more."""
        if self.spread is None:
            return
        held, weights = self.base[at], self.spread.weights
        if least <= held + self.spread.least[at] and held + self.spread.highest[at] <= most:
            return
        possible = {row: weight for row, weight in weights.items() if least <= held + row[at] <= most}
        self._keep(possible)

    def _keep(self, weights: dict[Row, float]) -> None:
        if len(weights) > self.most:
            self.cuts += 1
            heaviest = sorted(weights.items(), key=lambda entry: (-entry[1], entry[0]))[: self.most]
            weights = dict(heaviest)
        self.spread = Spread(weights) if weights else None


def certain(hands: Sequence[int]) -> JointHands:
    """Return hands that are known."""
    return JointHands(hands, Spread({(0,) * len(hands): 1.0}))
