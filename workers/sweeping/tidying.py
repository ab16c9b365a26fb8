"""Removes what is no longer needed: items of the feeds, and what the archive holds of deleted games."""

import logging
from typing import Final

from eventstore.log.chain import ChainBroken
from service.clients.ended_apps import clear_some
from service.clients.usage import erase_outdated_of_keys, erase_outdated_of_others
from service.game.context import Context
from service.process.amounts import write_amount
from service.usage.places import BUCKETS
from service.views.lobby_projection import LOBBY
from service.views.owed_games import OWED
from service.views.rated_games import RatedGames
from service.webhooks.notices import Notices
from workers.serving.shares import ALL, NOTHING, Shares
from workers.sweeping.long_work import LongWork, Walking

PASS_MS: Final = 86_400_000
"""Sets how long after the beginning of a pass through the archive the next one begins."""
KEPT_MS: Final = 3_600_000
"""Sets how long items stay in any case, for those who follow the feeds without a checkpoint."""
PAUSE_MS: Final = 600_000
"""Sets how long after the feeds were trimmed they are trimmed again."""
LEFT_MS: Final = 10_000
"""Sets how long after nothing was left of players without a key they are looked for again."""
READERS: Final = (LOBBY, Notices.name, RatedGames.name, OWED)
"""Lists the projections; no item is removed before all of them have read it."""

log = logging.getLogger(__name__)


class Tidying(Walking):
    """Walks once a day along the shards of the archive, one at each step; without an archive there is nothing to do.

    Between two passes it looks at the shards that it has gained since the last one.
    """

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._has_archive = ctx.store.archive.is_there or ctx.store.archive.older.is_there

    def step(self) -> int:
        """Look at the next shard if it is time; return how many deleted games lost their files. Raises RedisError."""
        shard = self._find_next() if self._has_archive else None
        if shard is None or not self.shares.has(shard):
            return 0
        self.visited |= {shard}
        try:
            dropped = self.ctx.store.drop_strays(shard, self.ctx.clock())
        except ChainBroken as broken:
            log.error("the archive is damaged: %s", broken)
            return 0
        except OSError as error:
            log.warning("what the archive holds of deleted games cannot be dropped: %s", error)
            self.end_pass()
            self.visited = ALL.shards
            return 0
        if dropped:
            log.info("dropped what the archive still held of %s", write_amount(dropped, "deleted game"))
        return dropped

    def _find_next(self) -> int | None:
        """Return the next shard of a pass; between two passes one that was gained, or None."""
        shard = self.walk_on(PASS_MS)
        if shard is None:
            return min(self.gained, default=None)
        if not shard:
            self.visited = NOTHING
        return shard


class UsageTidying(Walking):
    """Erases once a day the usage that is no longer kept, and what came late of people who were forgotten.

    At each step it looks at one bucket of keys; the last step is for the clients without one.
    """

    is_common = True
    places = len(BUCKETS) + 1

    def step(self) -> int:
        """Look at the next bucket if it is time; return of how many days or months usage was erased."""
        bucket = self.walk_on(PASS_MS)
        if bucket is None:
            return 0
        if bucket == len(BUCKETS):
            return erase_outdated_of_others(self.ctx)
        return erase_outdated_of_keys(self.ctx, BUCKETS[bucket])


class AppTidying(LongWork):
    """Removes what is left of the players of API keys that were deleted, some players at each step."""

    is_common = True

    def step(self) -> int:
        """Look if it is time; return how many players were looked at. Raises RedisError."""
        return self.do_some(clear_some, LEFT_MS)


class Trimming(LongWork):
    """Trims the feeds: removes items that all projections have read, and that are an hour old.

    What a reader needs from before comes from the games' own logs, which note their places in the feeds; a new
    projection begins with the games.
    """

    def step(self) -> int:
        """Trim if it is time; return how many items were removed. Raises RedisError."""
        if self.rests():
            return 0
        self.rest(PAUSE_MS)
        shards = self.shares.shards
        return self.ctx.store.trim_feeds(self.ctx.clock() - KEPT_MS, READERS, shards) if shards else 0
