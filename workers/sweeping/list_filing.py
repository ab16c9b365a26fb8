"""Moves entries of archived games that are still in the store into the archive, one API key or player after another.

Most entries move together with their games. This finds the others: those of seats that somebody left, of games that
came back and were archived again, and of games that an older release archived.
"""

import logging
import time
from collections.abc import Iterator
from typing import Final

from redis.exceptions import RedisError

from eventstore.archive.objects import ArchiveAway
from eventstore.keys import shard_of
from service.clients.own_games import file_lists, list_owners
from service.game.clocks import DAY_MS
from service.game.context import Context
from workers.serving.shares import ALL, NOTHING, Shares
from workers.sweeping.long_work import LongWork

BUDGET_S: Final = 0.2
RETRY_MS: Final = 300_000
"""Sets how long it rests when the archive, or a store, cannot be read."""

log = logging.getLogger(__name__)


class ListFiling(LongWork):
    """Walks once a day along the owners of its shards, some of their games at a step; without an archive it rests.

    If it gains shards between two walks, it walks along their owners as soon as it can.
    """

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._course: Iterator[int] | None = None

    def step(self, seconds: float = BUDGET_S) -> int:
        """Go on for about `seconds`; return how many entries moved. Raises RedisError."""
        course = (self._course or self._begin()) if self.ctx.store.archive.is_there else None
        if course is None:
            return 0
        ends, count = time.monotonic() + seconds, 0
        self._course = None  # after an exception it begins again
        while time.monotonic() < ends:
            moved = self._go_on(course)
            if moved is None:
                return count
            count += moved
        self._course = course
        return count

    def _go_on(self, course: Iterator[int]) -> int | None:
        """Return how many entries moved next, None at the end; rests and raises RedisError if the store is silent."""
        try:
            return next(course, None)
        except RedisError:
            self.rest(RETRY_MS)
            raise

    def _begin(self) -> Iterator[int] | None:
        """Begin to walk along all shards once a day, and in between along those that were gained; None without any."""
        is_due = not self.rests()
        if is_due:
            self.visited = NOTHING
        shards = self.gained
        if not shards:
            return None
        if is_due:
            self.rest(DAY_MS)
        self.visited |= shards
        return self._walk(shards)

    def _walk(self, shards: frozenset[int]) -> Iterator[int]:
        try:
            yield from file_lists(self.ctx, self._list_owners(shards))
        except ArchiveAway as away:
            log.warning("lists of archived games wait: %s", away)
            self.rest(RETRY_MS)

    def _list_owners(self, shards: frozenset[int]) -> Iterator[str]:
        """Yield the owners of some shards, as far as these are still served."""
        for owner in list_owners(self.ctx):
            shard = shard_of(owner)
            if shard in shards and self.shares.has(shard):
                yield owner
