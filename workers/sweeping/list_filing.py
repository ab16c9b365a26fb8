"""Moves entries of archived games that are still in the store into the archive, one API key or player after another.

Most entries move together with their games. This finds the others: those of seats that somebody left, of games that
came back and were archived again, and of games that an older release archived.
"""

import logging
import time
from collections.abc import Iterator
from typing import Final

from eventstore.archive.objects import ArchiveAway
from eventstore.keys import shard_of
from eventstore.log.chain import ChainBroken
from service.clients.own_games import file_list, list_owners
from service.game.clocks import DAY_MS
from service.game.context import Context
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

BUDGET_S: Final = 0.2
RETRY_MS: Final = 300_000
"""Sets how long it rests when the archive cannot be read."""

log = logging.getLogger(__name__)


class ListFiling(LongWork):
    """Walks once a day along the owners of its shards, some of their games at a step; without an archive it rests."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._course: Iterator[int] | None = None

    def step(self, seconds: float = BUDGET_S) -> int:
        """Go on for about `seconds`; return how many entries moved. Raises RedisError."""
        if not self.ctx.store.archive.is_there or (self._course is None and self.rests()):
            return 0
        if self._course is None:
            self.rest(DAY_MS)
        ends, count = time.monotonic() + seconds, 0
        course, self._course = self._course or self._walk(), None  # after an exception it begins again
        while time.monotonic() < ends:
            moved = next(course, None)
            if moved is None:
                return count
            count += moved
        self._course = course
        return count

    def _walk(self) -> Iterator[int]:
        for owner in list_owners(self.ctx):
            if not self.shares.has(shard_of(owner)):
                continue
            try:
                yield from file_list(self.ctx, owner)
            except ArchiveAway as away:
                log.warning("lists of archived games wait: %s", away)
                self.rest(RETRY_MS)
                return
            except ChainBroken as broken:
                log.error("the list of %s names an archived game that is damaged: %s", owner, broken)
            yield 0
