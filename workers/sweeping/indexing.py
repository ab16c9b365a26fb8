"""Moves places of archived games from the log's store into the index of the archive, a shard at each step.

That merges runs of the index, which takes long where they are large, so a sweep does it beside all other work. Where a
shard changes hands meanwhile, two sweeps may merge its runs: the script that replaces them lets only one do it.
"""

import logging
from typing import Final

from eventstore.log.chain import ChainBroken
from workers.sweeping.long_work import Walking

PASS_MS: Final = 60_000
"""Sets the least time between the beginnings of two passes."""
PLACES: Final = 4_096
"""Sets how many places of a shard's games stay in the log's store at most."""

log = logging.getLogger(__name__)


class Indexing(Walking):
    """Walks along the shards; without an archive there is nothing to do."""

    def step(self) -> int:
        """Look at the next shard if it is time; return how many places moved. Raises RedisError."""
        shard = self.walk_on(PASS_MS) if self.ctx.store.archive.is_there else None
        if shard is None or not self.shares.has(shard) or self.ctx.store.count_away(shard) < PLACES:
            return 0
        try:
            return self.ctx.store.seal(shard, PLACES)
        except ChainBroken as broken:
            log.error("the index of the archive is damaged: %s", broken)
        except OSError as error:
            log.warning("places wait for the archive: %s", error)
        return 0
