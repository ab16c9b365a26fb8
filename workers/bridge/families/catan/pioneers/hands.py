"""Keeps what is known of a hand of resources: how many cards it has, and how many of each kind at least."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from workers.bridge.families.catan.pioneers.island import KINDS

Cards = Mapping[str, int]


def _none() -> dict[str, int]:
    return dict.fromkeys(KINDS, 0)


@dataclass(slots=True)
class Hand:
    """Holds the number of cards, and the least of each kind that there must be."""

    count: int = 0
    least: dict[str, int] = field(default_factory=_none)

    def gain(self, cards: Cards) -> None:
        """Add cards that everybody sees."""
        for kind, number in cards.items():
            self.least[kind] += number
            self.count += number

    def lose(self, cards: Cards) -> None:
        """Take cards away that everybody sees; those that were not known are from the rest."""
        self.show(cards)
        for kind, number in cards.items():
            self.least[kind] -= number
            self.count -= number

    def show(self, cards: Cards) -> None:
        """Note that the hand has these cards."""
        for kind, number in cards.items():
            self.least[kind] = max(self.least[kind], number)

    def yield_one(self, taker: "Hand") -> None:
        """Give a card to another hand, unseen by the other seats."""
        kinds = [kind for kind in KINDS if self.least[kind]]
        if len(kinds) == 1 and self.least[kinds[0]] == self.count:
            self.lose({kinds[0]: 1})
            taker.gain({kinds[0]: 1})
            return
        self.count -= 1
        taker.count += 1
        for kind in kinds:
            self.least[kind] -= 1
