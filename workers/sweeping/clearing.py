"""Keeps the archive in order, a shard at each step: overwrites what was deleted, and moves entries of owners' lists.

Several sweeps do this at a time, each for its own shards, but only one of them overwrites. What a shard's games have
left in the archive is overwritten only if it was listed in the pass before, too: by then the store has certainly saved
the reason. Segments whose writer died are settled. `indexing.py` moves the places of games.
"""

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Final

from eventstore.archive.archiver import overwrite, settle_stalled
from eventstore.archive.places import Place
from eventstore.keys import SHARDS
from eventstore.log.chain import ChainBroken
from service.game.context import Context
from service.process.amounts import write_amount
from service.views.archiving import exclusively
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import Walking

PASS_MS: Final = 60_000
"""Sets the least time between the beginnings of two passes."""
ENTRIES: Final = 1_024
"""Limits the list entries of a shard's owners that stay in the log's store, 150 bytes each."""

log = logging.getLogger(__name__)


class Clearing(Walking):
    """Walks along the shards; without an archive there is nothing to do."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._before: dict[int, set[Place]] = defaultdict(set)
        self._now: dict[int, set[Place]] = {}

    def step(self) -> int:
        """Look at the next shard if it is time; return how many games were overwritten. Raises RedisError."""
        shard = self.walk_on(PASS_MS) if self.ctx.store.archive.is_there else None
        if shard is None:
            return 0
        if self.shares.has(shard):
            self._now[shard] = set(self.ctx.store.list_dead(shard))
            _try(lambda: settle_stalled(self.ctx.store, shard, self.ctx.clock()))
            _try(lambda: self._seal_lists(shard))
        return _try(self._overwrite) if shard == SHARDS - 1 else 0

    def _seal_lists(self, shard: int) -> int:
        return self.ctx.store.seal_lists(shard, ENTRIES) if self.ctx.store.count_filed(shard) >= ENTRIES else 0

    def _overwrite(self) -> int:
        """Overwrite what was listed in the pass before, too."""
        dead = {shard: list(places & self._before[shard]) for shard, places in self._now.items()}
        self._before, self._now = defaultdict(set, self._now), {}
        if not any(dead.values()):
            return 0
        with exclusively(self.ctx) as may_go_on:
            count = overwrite(self.ctx.store, dead, may_go_on)
        if count:
            log.info("overwrote %s in the archive that had left it", write_amount(count, "game"))
        return count


def _try(task: Callable[[], int]) -> int:
    """Do a task and return its count; 0 if the archive does not allow it, which the log says."""
    try:
        return task()
    except ChainBroken as broken:
        log.error("the archive is damaged: %s", broken)
    except OSError as error:
        log.warning("the archive cannot be kept in order: %s", error)
    return 0
