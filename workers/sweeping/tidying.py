"""Looks once a day for what the archive still holds of deleted games, shard by shard."""

import logging
from typing import Final

from eventstore.store import SHARDS
from service.game.context import Context
from workers.sweeping.pause import Pause

PASS_MS: Final = 86_400_000
"""Sets how long after the beginning of a pass the next one begins."""

log = logging.getLogger(__name__)


class Tidying:
    """Walks along the shards, one at each step; without an archive there is nothing to do."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._shard = 0
        self._pause = Pause()

    def step(self) -> int:
        """Look at the next shard if it is time; return how many deleted games lost their files. Raises RedisError."""
        now = self.ctx.clock()
        if self.ctx.settings.archive is None or (not self._shard and not self._pause.is_over(now)):
            return 0
        if not self._shard:
            self._pause.begin(now, PASS_MS)
        shard, self._shard = self._shard, (self._shard + 1) % SHARDS
        return self._drop(shard, now)

    def _drop(self, shard: int, now: int) -> int:
        try:
            dropped = self.ctx.store.drop_strays(shard, now)
        except OSError as error:
            log.warning("what the archive holds of deleted games cannot be dropped: %s", error)
            self._shard = 0
            return 0
        if dropped:
            log.info("dropped what the archive still held of %d deleted games", dropped)
        return dropped
