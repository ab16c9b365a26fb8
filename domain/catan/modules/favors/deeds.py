"""Keeps what was done with favors in a turn, as most of it may be done once."""

from collections.abc import Sequence
from typing import Any

from domain.catan.modules.favors.terms import KINDS_OF_TOKEN


class Deeds:
    """Holds what was done in the turn `turn`, and the tokens that came in it, by seat and kind.

    `spent` says whether a favor was used or exchanged, `swaps` how many cards the traders swapped, `given` whether a
    gift was accepted, `asked` who was offered one, as a mask.
    """

    def __init__(self, seats: int, turn: int = 0) -> None:
        self.turn = turn
        self.spent = False
        self.swaps = 0
        self.given = False
        self.asked = 0
        self.fresh = [0] * (seats * KINDS_OF_TOKEN)
        self.fresh_counts = [0] * seats

    def copy(self) -> "Deeds":
        """Return an independent copy."""
        other = Deeds(0, self.turn)
        other.spent = self.spent
        other.swaps = self.swaps
        other.given = self.given
        other.asked = self.asked
        other.fresh = self.fresh[:]
        other.fresh_counts = self.fresh_counts[:]
        return other

    def any(self) -> bool:
        """Return whether there was anything."""
        return self.spent or self.given or bool(self.asked or self.swaps) or any(self.fresh_counts)

    def numbers(self) -> list[int]:
        """Return all but the tokens, as `unpack_deeds` reads it."""
        return [self.turn, int(self.spent), self.swaps, int(self.given), self.asked]

    def observed(self, seat: int) -> "Deeds":
        """Return them with the kinds of the own tokens alone."""
        seen = self.copy()
        own = range(seat * KINDS_OF_TOKEN, (seat + 1) * KINDS_OF_TOKEN)
        seen.fresh = [count if at in own else 0 for at, count in enumerate(self.fresh)]
        return seen


def unpack_deeds(fresh: list[int], fresh_counts: list[int], numbers: Sequence[Any]) -> Deeds:
    """Return the deeds from their packed values."""
    deeds = Deeds(0)
    deeds.turn, spent, deeds.swaps, given, deeds.asked = numbers
    deeds.spent, deeds.given = bool(spent), bool(given)
    deeds.fresh, deeds.fresh_counts = fresh, fresh_counts
    return deeds
