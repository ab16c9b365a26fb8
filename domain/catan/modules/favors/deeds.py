"""Keeps what was done with favors in a turn, as most of it may be done once."""

from collections.abc import Sequence
from typing import NamedTuple, Self

from domain.catan.modules.favors.terms import KINDS_OF_TOKEN
from domain.core.documents import JsonValue
from domain.core.rows import Row, add


class Deeds(NamedTuple):
    """Holds what was done in the turn `turn`, and the tokens that came in it, by seat and kind.

    `spent` says whether a favor was used or exchanged, `swaps` how many cards the traders swapped, `given` whether a
    gift was accepted, `asked` who was offered one, as a mask.
    """

    turn: int
    fresh: Row
    fresh_counts: Row
    spent: bool = False
    swaps: int = 0
    given: bool = False
    asked: int = 0

    def any(self) -> bool:
        """Return whether there was anything."""
        return self.spent or self.given or bool(self.asked or self.swaps) or any(self.fresh_counts)

    def numbers(self) -> list[int]:
        """Return all but the tokens, as `unpack_deeds` reads it."""
        return [self.turn, int(self.spent), self.swaps, int(self.given), self.asked]

    def with_token(self, seat: int, token: int) -> Self:
        """Return them with one more token of a kind for a seat."""
        fresh = add(self.fresh, seat * KINDS_OF_TOKEN + token, 1)
        return self._replace(fresh=fresh, fresh_counts=add(self.fresh_counts, seat, 1))

    def only_seen_by(self, seat: int) -> Self:
        """Return them with the kinds of the tokens of one seat alone."""
        own = range(seat * KINDS_OF_TOKEN, (seat + 1) * KINDS_OF_TOKEN)
        return self._replace(fresh=tuple([count if at in own else 0 for at, count in enumerate(self.fresh)]))


def no_deeds(seats: int, turn: int = 0) -> Deeds:
    """Return the deeds of a turn that has just begun."""
    return Deeds(turn, (0,) * (seats * KINDS_OF_TOKEN), (0,) * seats)


def unpack_deeds(fresh: Sequence[int], fresh_counts: Sequence[int], numbers: Sequence[JsonValue]) -> Deeds:
    """Return the deeds from their packed values."""
    turn, spent, swaps, given, asked = numbers
    return Deeds(turn, tuple(fresh), tuple(fresh_counts), bool(spent), swaps, bool(given), asked)
