"""Fixed lists that stand for open families of commands, and how many commands these lists leave out.

An open family is a template with bounds, such as every trade that the hand allows. Its fixed list has the same entries
in every game of a size; where an entry fits the template, it is one legal command.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations, zip_longest
from typing import Any, Final

import numpy as np

from domain.core.actions import CardsBound, SeatsBound, Template

EXACT: Final = 5
"""How many cards are chosen one by one at most; more are given in an order of kinds."""


class OpenList(ABC):
    """Represents the fixed list of one open family."""

    def __init__(self, cls: type, names: Sequence[str]) -> None:
        self.cls = cls
        self.names = tuple(names)

    @abstractmethod
    def commands(self, template: Template[Any]) -> Iterator[tuple[int, Any]]:
        """Yield the entries that fit a template: the number in the list, and the command."""

    @abstractmethod
    def size(self, template: Template[Any]) -> int:
        """Return how many commands of different meaning fit a template."""

    def left_out(self, template: Template[Any]) -> int:
        """Return how many commands fit a template and have no entry."""
        return self.size(template) - len({command for _, command in self.commands(template)})


class CardChoices(OpenList):
    """Lists the choices of a member `cards`: every choice of up to 5 cards, and every order of the kinds for more.

    An order means: as many cards as possible of its first kind, then of its second, and so on, until there are as many
    as the most that the template allows.
    """

    def __init__(self, cls: type, kinds: Sequence[str]) -> None:
        self.exact = np.array([*choices(len(kinds), 1, EXACT)])
        self.sums = self.exact.sum(axis=1)
        self.orders = [*permutations(range(len(kinds)))]
        exact = [f"cards={_say(kinds, choice)}" for choice in self.exact.tolist()]
        super().__init__(
            cls, [*exact, *(f"cards=in order {'>'.join(kinds[kind] for kind in order)}" for order in self.orders)]
        )

    def commands(self, template: Template[Any]) -> Iterator[tuple[int, Any]]:
        """Yield the choices that the bound allows; orders only where it allows more cards than the choices have."""
        bound = template.bounds["cards"]
        assert isinstance(bound, CardsBound)
        fits = (self.exact <= np.array(bound.most)).all(axis=1)
        fits &= (self.sums >= bound.least) & (self.sums <= bound.total)
        for number in np.flatnonzero(fits).tolist():
            yield number, self.cls(tuple(self.exact[number].tolist()))
        most = min(bound.total, sum(bound.most))
        if most > EXACT:
            for number, order in enumerate(self.orders, len(self.exact)):
                yield number, self.cls(_in_order(bound.most, order, most))

    def size(self, template: Template[Any]) -> int:
        """Return how many choices of cards the bound allows."""
        bound = template.bounds["cards"]
        assert isinstance(bound, CardsBound)
        ways = np.ones(1, np.int64)  # by how many cards are chosen
        for most in bound.most:
            ways = np.convolve(ways, np.ones(most + 1, np.int64))
        return int(ways[bound.least : bound.total + 1].sum())


class Swaps(OpenList):
    """Lists offers of one card for one or two others, or of two for one, to all who may be asked."""

    def __init__(self, cls: type, kinds: Sequence[str]) -> None:
        count = len(kinds)
        pairs = [
            (give, take)
            for gives, takes in ((1, 1), (2, 1), (1, 2))
            for give in choices(count, gives, gives)
            for take in choices(count, takes, takes)
            if not any(a and b for a, b in zip(give, take, strict=True))
        ]
        self.pairs = pairs
        self.gives, self.takes = np.array([give for give, _ in pairs]), np.array([take for _, take in pairs])
        super().__init__(cls, [f"give={_say(kinds, give)} take={_say(kinds, take)}" for give, take in pairs])

    def commands(self, template: Template[Any]) -> Iterator[tuple[int, Any]]:
        """Yield the offers that the hand allows."""
        give, take, to = template.bounds["give"], template.bounds["take"], template.bounds["to"]
        assert isinstance(give, CardsBound)
        assert isinstance(take, CardsBound)
        assert isinstance(to, SeatsBound)
        fits = (self.gives <= self._pad(give.most)).all(axis=1) & (self.takes <= self._pad(take.most)).all(axis=1)
        for number in np.flatnonzero(fits).tolist():
            gives, takes = self.pairs[number]
            yield number, self.cls(gives, takes, to.among)

    def size(self, template: Template[Any]) -> int:
        """Return how many offers fit: of all amounts, to any choice of seats."""
        give, take, to = template.bounds["give"], template.bounds["take"], template.bounds["to"]
        assert isinstance(give, CardsBound)
        assert isinstance(take, CardsBound)
        assert isinstance(to, SeatsBound)
        return _offers(give, take) * (2 ** to.among.bit_count() - 1)

    def _pad(self, most: Sequence[int]) -> Any:
        return np.array([*most, *[0] * (self.gives.shape[1] - len(most))])


def _offers(give: CardsBound, take: CardsBound) -> int:
    """Count the pairs of amounts that share no kind, by how many cards are given and taken."""
    ways = {(0, 0): 1}
    for most_given, most_taken in zip_longest(give.most, take.most, fillvalue=0):
        steps = [(0, 0)]
        steps += [(count, 0) for count in range(1, most_given + 1)]
        steps += [(0, count) for count in range(1, most_taken + 1)]
        more: dict[tuple[int, int], int] = {}
        for (given, taken), number in ways.items():
            for a, b in steps:
                more[given + a, taken + b] = more.get((given + a, taken + b), 0) + number
        ways = more
    return sum(n for (a, b), n in ways.items() if give.least <= a <= give.total and take.least <= b <= take.total)


def choices(kinds: int, least: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of so many cards, as counts by kind."""
    for size in range(least, most + 1):
        for drawn in combinations_with_replacement(range(kinds), size):
            yield tuple(drawn.count(kind) for kind in range(kinds))


def _in_order(most: Sequence[int], order: Sequence[int], count: int) -> tuple[int, ...]:
    chosen = [0] * len(most)
    for kind in order:
        chosen[kind] = min(most[kind], count)
        count -= chosen[kind]
    return tuple(chosen)


def _say(kinds: Sequence[str], counts: Sequence[int]) -> str:
    return "+".join(f"{count} {kind}" for kind, count in zip(kinds, counts, strict=True) if count)
