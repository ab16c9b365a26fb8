"""Removes what is no longer needed: items of the feeds, and what the archive holds of deleted games."""

import logging
from typing import Final

from eventstore.keys import SHARDS
from service.game.context import Context
from service.views.lobby_projection import LOBBY
from service.webhooks.notices import Notices
from workers.sweeping.pause import Pause

PASS_MS: Final = 86_400_000
"""Sets how long after the beginning of a pass through the archive the next one begins."""
KEPT_MS: Final = 3_600_000
"""Sets how long items stay in any case, for those who follow the feeds without a checkpoint."""
PAUSE_MS: Final = 600_000
"""Sets how long after the feeds were trimmed they are trimmed again."""
READERS: Final = (LOBBY, Notices.name)
"""Lists the projections; no item is removed before all of them have read it."""

log = logging.getLogger(__name__)


class Tidying:
    """Walks once a day along the shards of the archive, one at each step; without an archive there is nothing to do."""

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


class Trimming:
    """Trims the feeds: removes items that all projections have read, and that are an hour old.

    What a reader needs from before comes from the games' own logs, which note their places in the feeds; a new
    projection begins with the games.
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._pause = Pause()

    def step(self) -> int:
        """Trim if it is time; return how many items were removed. Raises RedisError."""
        now = self.ctx.clock()
        if not self._pause.is_over(now):
            return 0
        self._pause.begin(now, PAUSE_MS)
        return self.ctx.store.trim_feeds(now - KEPT_MS, READERS)
