"""Remembers who refused which offers of a seat, until the hand of the seat that refused may have grown.

How often a seat gave more cards than it got, or refused to, says how it trades, and is remembered for the whole game.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from domain.catan.state import Offer
from domain.core.masks import bits

Goods = tuple[int, ...]


class Asked(NamedTuple):
    """Holds an open offer: what it gives, what it wants, any one of `takes`, and masks of seats.

    Those `left` have not agreed; `heard` have answered in one way or the other.
    """

    give: Goods
    takes: tuple[Goods, ...]
    left: int
    heard: int = 0

    @property
    def is_dear(self) -> bool:
        """Return whether a seat that agrees gives more cards than it gets."""
        return min(map(sum, self.takes)) > sum(self.give)


class Refusals(NamedTuple):
    """Holds the open offers of a seat by number, and by exchange (given, wanted) the mask of those who refused it.

    `made` counts the offers of the turn without counter-offers. `dear` counts by seat how often it agreed, and how
    often it refused, to give more cards than it would get; only its first answer to an offer counts. An offer that
    ended by itself, or with the turn, was refused by all who had not agreed to it. Refusals are immutable, so that
    beliefs share them: each method returns what they are after something has happened.
    """

    open: Mapping[int, Asked]
    by: Mapping[tuple[Goods, Goods], int]
    made: int = 0
    dear: Mapping[int, tuple[int, int]] = MappingProxyType({})

    def begin_turn(self) -> "Refusals":
        """Count the offers of a new turn from 0."""
        return self._replace(made=0) if self.made else self

    def offer(self, number: int, give: Goods, takes: Sequence[Goods], to: int, *, is_counter: bool) -> "Refusals":
        """Add an offer to the seats of a mask."""
        made = self.made if is_counter else self.made + 1
        return self._replace(open={**self.open, number: Asked(give, tuple(takes), to)}, made=made)

    def accept(self, number: int, seat: int) -> "Refusals":
        """Note that a seat agreed to an offer."""
        asked = self.open.get(number)
        if asked is None:
            return self
        heard = self._hear(number, asked, 1 << seat, agreed=1)
        return heard._replace(open={**heard.open, number: heard.open[number]._replace(left=asked.left & ~(1 << seat))})

    def refuse(self, number: int, seat: int) -> "Refusals":
        """Note that a seat turned an offer down."""
        asked = self.open.get(number)
        if asked is None:
            return self
        return self._hear(number, asked, 1 << seat)._replace(by=self._note(asked, 1 << seat))

    def close(self, number: int) -> "Refusals":
        """Remove an offer that was withdrawn or traded, which says nothing of those who had not agreed."""
        return self._replace(open={n: asked for n, asked in self.open.items() if n != number}) if self.open else self

    def expire(self, number: int) -> "Refusals":
        """Remove an offer that ended by itself, and note that all who had not agreed refused it."""
        asked = self.open.get(number)
        if asked is None:
            return self
        return self._hear(number, asked, asked.left)._replace(by=self._note(asked, asked.left)).close(number)

    def end(self) -> "Refusals":
        """Do so with all offers, which end with the time for trade."""
        kept = self
        for number in self.open:
            kept = kept.expire(number)
        return kept

    def forget(self, seats: int) -> "Refusals":
        """Forget what the seats of a mask refused, since their hands grew and they may think again."""
        left = {exchange: mask & ~seats for exchange, mask in self.by.items()}
        return self._replace(by={exchange: mask for exchange, mask in left.items() if mask})

    def of(self, give: Sequence[int], take: Sequence[int]) -> int:
        """Return the mask of the seats that refused an exchange, or one that was at least as good for them."""
        found = 0
        for (given, wanted), mask in self.by.items():
            if _is_within(give, given) and _is_within(wanted, take):
                found |= mask
        return found

    def _hear(self, number: int, asked: Asked, seats: int, agreed: int = 0) -> "Refusals":
        """Count the answers of the seats of a mask to an offer, where they are the first and it is dear."""
        first = seats & ~asked.heard
        if not first or not asked.is_dear:
            return self
        dear = dict(self.dear)
        for seat in bits(first):
            yes, no = dear.get(seat, (0, 0))
            dear[seat] = (yes + agreed, no + 1 - agreed)
        heard = asked._replace(heard=asked.heard | seats)
        return self._replace(open={**self.open, number: heard}, dear=dear)

    def _note(self, asked: Asked, seats: int) -> dict[tuple[Goods, Goods], int]:
        by = dict(self.by)
        for take in asked.takes:
            by[asked.give, take] = by.get((asked.give, take), 0) | seats
        return {exchange: mask for exchange, mask in by.items() if mask}


def _is_within(goods: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether there is no more of anything among goods than among others; the longer row may go on."""
    most = max(len(goods), len(others))
    return all((goods[n] if n < len(goods) else 0) <= (others[n] if n < len(others) else 0) for n in range(most))


NO_REFUSALS: Final = Refusals(MappingProxyType({}), MappingProxyType({}))


def open_refusals(offers: Sequence[Offer], seat: int) -> Refusals:
    """Return what a seat knows of refusals from the open offers alone, without the course of the game."""
    kept = NO_REFUSALS
    for offer in offers:
        if offer.seat == seat:
            takes, left = (offer.take, *offer.or_take), offer.to & ~offer.accepted
            kept = kept.offer(offer.id, offer.give, takes, left, is_counter=offer.answers > 0)
            for other in bits(offer.declined):
                kept = kept.refuse(offer.id, other)
    return kept
