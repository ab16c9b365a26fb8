"""Deletes finished games after a configured number of days, some at each step, walking along all games.

Games that running games still need are kept: a branch whose deletion would hide from its own branches where they come
from. An imported game counts from when the sweep first saw it, since its log states only when it was played.
"""

import logging
import time
from collections import deque
from typing import Final

from eventstore.store import FIRST
from service.clients import fact_names
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.engine_help import bare_seats
from service.game.games import Game
from service.game.ids import is_imported
from service.handlers.seating import remove
from service.problems import Problem
from service.webhooks.registry import end_hooks_of_seats
from workers.sweeping.long_work import LongWork

GAMES: Final = 200
"""Sets about how many keys of the store a step looks at."""
BUDGET_S: Final = 0.2
PASS_MS: Final = 3_600_000
"""Sets the least time between the beginnings of two passes."""

log = logging.getLogger(__name__)


class Retention(LongWork):
    """Walks along all games, remembers which may be due, and counts those that it `deleted`."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.deleted = 0
        self._days = ctx.settings.keep_finished_days
        self._old: deque[str] = deque()
        self._place = FIRST

    @property
    def is_resting(self) -> bool:
        """Return whether there is nothing to do until the next pass, or at all."""
        if self._days is None:
            return True
        return not self._old and self._place == FIRST and self.rests()

    def step(self) -> None:
        """Look at some games, or delete those that are due for a while; raises RedisError."""
        if self.is_resting:
            return
        if not self._old:
            self._look()
        ends, before = time.monotonic() + BUDGET_S, self.deleted
        while self._old:
            self._judge(self._old.popleft())
            if time.monotonic() >= ends:
                break
        if self.deleted > before:
            log.info("%d finished games were deleted, for their days were over", self.deleted - before)

    def _look(self) -> None:
        if self._place == FIRST:
            self.rest(PASS_MS)
        self._place, games = self.ctx.store.games(self._place, GAMES)
        for kept in self.ctx.store.describe_logs(games):
            if kept.time_ms is None or self._is_over(kept.time_ms):  # it is loaded if the log's age does not tell
                self._old.append(kept.game)

    def _judge(self, game_id: str) -> None:
        """Delete a game if it is due; one that cannot be read stays."""
        try:
            is_due = self._is_due(self.ctx.games.load(game_id))
        except Problem:
            return
        if is_due:
            end_hooks_of_seats(self.ctx, game_id)
            remove(self.ctx, game_id)
            self.deleted += 1

    def _is_due(self, game: Game) -> bool:
        if not game.table.finished or bare_seats(self.ctx, game):
            return False
        return self._is_over(self._came(game) if is_imported(game.id) else game.time_of(game.version))

    def _came(self, game: Game) -> int:
        """Return when (ms) the sweep first saw an imported game; records the present time if it is new."""
        noted = self.ctx.store.fact(game.id, fact_names.SEEN)
        if noted is None:
            noted = b"%d" % self.ctx.clock()
            self.ctx.store.set_facts(game.id, {fact_names.SEEN: noted})
        return int(noted)

    def _is_over(self, since_ms: int) -> bool:
        return self.ctx.clock() - since_ms >= (self._days or 0) * DAY_MS
