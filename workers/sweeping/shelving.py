"""Packs idle games and archives finished ones, some at each step, walking along all games again and again.

Games to archive are collected until they fill a segment, or until the pass is over. If that cannot be written, the rest
of the pass only packs, and the next one begins sooner.
"""

import logging
import time
from collections import deque
from dataclasses import replace
from typing import Final

from redis.exceptions import RedisError

from eventstore.store import FIRST
from service.game.context import Context
from service.game.shelving import Due, Shelves
from service.process.amounts import write_amount
from service.views.archiving import Filing
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

GAMES: Final = 200
"""Sets about how many games are looked at together."""
BUDGET_S: Final = 0.2
PASS_MS: Final = 3_600_000
"""Sets the least time between the beginnings of two passes."""
RETRY_MS: Final = 300_000
"""Sets how long after the archive could not be written the next pass begins at the earliest."""

log = logging.getLogger(__name__)


class Shelving(LongWork):
    """Walks along all games, and collects those to pack or archive."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        days = ctx.settings.archive_after_days if ctx.store.archive.is_there else None
        self._all = Shelves(ctx.games, days, ctx.settings.pack_older_logs == "on")
        self._shelves = self._all
        self._filing = Filing(ctx)
        self._due: deque[Due] = deque()
        self._place = FIRST
        self._left = self._lost = 0

    @property
    def is_resting(self) -> bool:
        """Return whether there is nothing to do until the next pass; shards of another sweep do not wait for that."""
        is_over = not self._due and self._filing.is_empty and self._place == FIRST
        return is_over and self.rests() and not self.gained

    def step(self, seconds: float = BUDGET_S) -> int:
        """Check games for some seconds, pack or archive due ones, and return their number; raises RedisError."""
        ends, count = time.monotonic() + seconds, 0
        while self._due or self._look():
            if self._due:
                count += self._put_away(self._due.popleft())
            if self._filing.is_full or (not self._due and self._place == FIRST):
                self._close()
            if time.monotonic() >= ends:
                break
        return count

    def _look(self) -> bool:
        """Look at the next games; return whether there was anything to look at."""
        if self.is_resting:
            return False
        if self._place == FIRST:
            self.rest(PASS_MS)
            self.visited = self.shares.shards
            self._left, self._lost, self._shelves = 0, 0, self._all
        self._place, games = self.ctx.store.games(self._place, GAMES)
        kept = self.ctx.store.describe_logs([game for game in games if self.shares.has_game(game)])
        self._due.extend(self._shelves.due(kept, self.ctx.clock()))
        self._left += sum(self._shelves.leaves(one) for one in kept)
        self._lost += sum(self._shelves.is_lost(one) for one in kept)
        if self._place == FIRST:
            self._tell()
        return True

    def _tell(self) -> None:
        """Say at the end of a pass which games stay as they are, and what would change that."""
        if self._left:
            stay = write_amount(
                self._left, "game of 1.0 or older stays as it is", "games of 1.0 or older stay as they are"
            )
            log.info("%s: LONGROAD_PACK_OLDER_LOGS=on packs such games, too", stay)
        if self._lost:
            lost = write_amount(self._lost, "game is", "games are")
            log.warning("%s in files of an older release: LONGROAD_ARCHIVE_OLDER must name their directory", lost)

    def _put_away(self, due: Due) -> bool:
        return bool(self._filing.add(due.game) if due.archived else self._shelves.pack(due.game))

    def _close(self) -> None:
        """Archive what is collected; where that fails, the next pass begins sooner, and collects again."""
        try:
            if not self._filing.is_empty:
                self._filing.close()
        except (OSError, RedisError) as error:
            self.rest(RETRY_MS)
            if isinstance(error, RedisError):
                raise
            log.warning("the archive cannot be written: %s", error)
            self._due = deque(due for due in self._due if not due.archived)
            self._shelves = replace(self._all, days=None)
