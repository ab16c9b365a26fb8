"""The sweep trims the feeds now and then: items go that all projections have read and no stream follows any more.

Reads of the feeds that begin earlier find what they need by the games' own logs, which hold their places in the feeds;
a projection that has not begun begins with the games.
"""

from typing import Final

from service.game.context import Context
from service.views.lobby_projection import LOBBY
from service.webhooks.notices import Notices

KEPT_MS: Final = 3_600_000
"""Sets how long items stay in any case, for those who follow the feeds without a checkpoint."""
PAUSE_MS: Final = 600_000
READERS: Final = (LOBBY, Notices.name)
"""Lists the projections, none of which misses anything."""


class Trimming:
    """Trims for one process."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._next_ms = 0

    def step(self) -> int:
        """Trim if it is time; return how many items were removed. Raises RedisError."""
        now = self.ctx.clock()
        if now < self._next_ms:
            return 0
        self._next_ms = now + PAUSE_MS
        return self.ctx.store.trim_feeds(now - KEPT_MS, READERS)
