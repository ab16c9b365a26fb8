"""Defines the long work of a sweep, which is done in small steps."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from eventstore.keys import SHARDS
from service.game.context import Context
from workers.serving.shares import ALL, NOTHING, Shares


class LongWork(ABC):
    """Represents long work that is done in small steps, and may rest for a while; at first it does not.

    It is done for the shards that are served, or, where `is_common`, by the one sweep that serves what has no shard.
    Work that is done in passes keeps in `visited` which shards it has visited since the last pass began.
    """

    is_common = False

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        self.ctx = ctx
        self.shares = shares
        self.visited = NOTHING
        self._rests_since_ms = self._rests_until_ms = 0

    @abstractmethod
    def step(self) -> object:
        """Do the next step; raises RedisError, after which the next step goes on."""

    @property
    def gained(self) -> frozenset[int]:
        """Return the shards that are served and were not visited: their work does not wait for the next pass."""
        return self.shares.shards - self.visited

    def rests(self) -> bool:
        """Return whether the work is not to be done now; a clock that was set back ends the rest."""
        return self._rests_since_ms <= self.ctx.clock() < self._rests_until_ms

    def rest(self, length_ms: int) -> None:
        """Let the work rest for `length_ms` from now."""
        self._rests_since_ms = self.ctx.clock()
        self._rests_until_ms = self._rests_since_ms + length_ms

    def do_some(self, act: Callable[[Context], int], pause_ms: int) -> int:
        """Do some work by `act` and return how much that was, unless the work rests; if there was none, rest then."""
        if self.rests():
            return 0
        count = act(self.ctx)
        if not count:
            self.rest(pause_ms)
        return count


class Walking(LongWork):
    """Represents long work along numbered places, by default the shards: one place at each step, pass after pass.

    A place whose store does not answer has its turn again in the next pass, so that the others do not wait for it.
    """

    places = SHARDS

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._next = 0

    def walk_on(self, pass_ms: int) -> int | None:
        """Return the number of the next place; None between two passes, which begin at least `pass_ms` apart."""
        if not self._next:
            if self.rests():
                return None
            self.rest(pass_ms)
        place, self._next = self._next, (self._next + 1) % self.places
        return place

    def end_pass(self) -> None:
        """Leave out the places that are left; the next pass begins with the first one, when it is time."""
        self._next = 0
