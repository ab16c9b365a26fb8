"""Walks along all games, some at each step, and deletes finished ones after as many days as the settings say.

`service/handlers/retention.py` says which games are due, and deletes one.
"""

import logging
import time
from collections import deque
from typing import Final

from eventstore.archive.places import shard_of_segment
from eventstore.log.chain import ChainBroken
from eventstore.store import FIRST
from service.game.context import Context
from service.handlers.retention import delete_game, is_due, is_due_by_index, may_be_due, terms_of
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

GAMES: Final = 200
"""Sets about how many keys of the store a step looks at."""
BUDGET_S: Final = 0.2
PASS_MS: Final = 3_600_000
"""Sets the least time between the beginnings of two passes."""

log = logging.getLogger(__name__)


class Retention(LongWork):
    """Walks along all games, remembers which may be due, and counts those that it `deleted`."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self.deleted = 0
        self._terms = terms_of(ctx.settings)
        self._old: deque[str] = deque()
        self._segments: deque[int] = deque()
        self._place = FIRST

    @property
    def is_resting(self) -> bool:
        """Return whether there is nothing to do until the next pass, or at all."""
        if self._terms.least is None:
            return True
        return not self._old and not self._segments and self._place == FIRST and self.rests()

    def step(self) -> None:
        """Look at some games of the store, or at segments for a while, and delete what is due; raises RedisError."""
        if self.is_resting:
            return
        ends, deleted = time.monotonic() + BUDGET_S, list[str]()
        if not self._old and not self._segments:
            self._look()
        try:
            while self._old or self._segments:
                self._go_on(deleted)
                if time.monotonic() >= ends:
                    break
        finally:
            if deleted:
                self.ctx.jobs.drop_replays(*deleted)
                log.info("%d finished games were deleted, for their days were over", len(deleted))

    def _go_on(self, deleted: list[str]) -> None:
        """Delete the next game that is due; if none is left, look into the next segment."""
        if not self._old:
            self._look_into(self._segments.popleft())
            return
        game = self._old.popleft()
        if self._delete_if_due(game):
            deleted.append(game)

    def _look(self) -> None:
        if self._place == FIRST:
            self.rest(PASS_MS)
        self._place, games = self.ctx.store.games(self._place, GAMES)
        self._old.extend(may_be_due(self.ctx, self._terms, [game for game in games if self.shares.has_game(game)]))
        if self._place == FIRST and self.ctx.store.archive.is_there:
            self._list_segments()

    def _list_segments(self) -> None:
        try:
            found = self.ctx.store.archive.list_segments()
            self._segments.extend(number for number in found if self.shares.has(shard_of_segment(number)))
        except OSError as error:
            log.warning("archived games that are due wait for the archive: %s", error)

    def _look_into(self, segment: int) -> None:
        """Remember the games of a segment that are due by its index; a segment that cannot be read waits."""
        try:
            found = self.ctx.store.archive.index_of(segment)
        except (OSError, ChainBroken) as error:
            log.warning("segment %016x is looked at again later: %s", segment, error)
            return
        self._old.extend(one.game for one in found if is_due_by_index(self.ctx, self._terms, one, segment))

    def _delete_if_due(self, game_id: str) -> bool:
        """Delete a game if it is due, and return whether it was; one that is needed, or cannot be read, stays."""
        if not is_due(self.ctx, self._terms, game_id):
            return False
        delete_game(self.ctx, game_id)
        self.deleted += 1
        return True
