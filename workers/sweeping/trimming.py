"""Trims the feeds every ten minutes: removes items that all projections have read, and that are an hour old.

What a reader needs from before comes from the games' own logs, which note their places in the feeds; a new
projection begins with the games.
"""

from typing import Final

from service.game.context import Context
from service.views.lobby_projection import LOBBY
from service.webhooks.notices import Notices
from workers.sweeping.pause import Pause

KEPT_MS: Final = 3_600_000
"""Sets how long items stay in any case, for those who follow the feeds without a checkpoint."""
PAUSE_MS: Final = 600_000
READERS: Final = (LOBBY, Notices.name)
"""Lists the projections; no item is removed before all of them have read it."""


class Trimming:
    """Trims the feeds, and remembers when to do so again."""

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
