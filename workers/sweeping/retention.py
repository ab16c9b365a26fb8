"""Deletes finished games after the days that the settings say, some at each step, walking along all games.

Archived games are found by the indexes of their segments, and only those that are due are opened. Games that running
games still need are kept: a branch whose deletion would hide from its own branches where they come from. An imported
game counts from when the sweep first saw it, or from when it was archived, since its log states only when it was
played."""

import logging
import time
from collections import deque
from dataclasses import dataclass
from typing import Final

from eventstore.archive.places import shard_of_segment, time_of
from eventstore.archive.segments import Filed
from eventstore.log.chain import ChainBroken
from eventstore.store import FIRST
from service.clients import fact_names
from service.clients.ownership import share_of_maker
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.engine_help import bare_seats
from service.game.games import Game
from service.game.ids import is_imported
from service.handlers.seating import remove
from service.problems import Problem
from service.settings import Settings
from service.settings.fields import EVER
from service.webhooks.registry import end_hooks_of_seats
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

GAMES: Final = 200
"""Sets about how many keys of the store a step looks at."""
BUDGET_S: Final = 0.2
PASS_MS: Final = 3_600_000
"""Sets the least time between the beginnings of two passes."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Terms:
    """Says after how many days finished games are deleted: `usual` ones, and those `of` a ruleset or an API key."""

    usual: int | None
    of: dict[str, int | None]

    @property
    def least(self) -> int | None:
        """Return the fewest days after which any game is deleted; None if none ever is."""
        return min((days for days in (self.usual, *self.of.values()) if days is not None), default=None)

    def days(self, ruleset: str, maker: str) -> int | None:
        """Return the days of a game; None if it is kept for ever. What is said of its maker's key counts most."""
        named = (*reversed(maker.split("/")), ruleset)
        return next((self.of[name] for name in named if name in self.of), self.usual)


def terms_of(settings: Settings) -> Terms:
    """Return the terms that the settings state."""
    named = (one.split("=") for one in settings.keep_finished_days_of)
    return Terms(settings.keep_finished_days, {name: None if days == EVER else int(days) for name, days in named})


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
        if self._segments:
            self._look_into(self._segments.popleft())
            return
        if self._place == FIRST:
            self.rest(PASS_MS)
        self._place, games = self.ctx.store.games(self._place, GAMES)
        for kept in self.ctx.store.describe_logs([game for game in games if self.shares.has_game(game)]):
            # it is loaded if the log's age does not tell
            if kept.time_ms is None or self._is_over(kept.time_ms, self._terms.least):
                self._old.append(kept.game)
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
        self._old.extend(one.game for one in found if self._is_due_by_index(one, time_of(segment)))

    def _is_due_by_index(self, filed: Filed, archived_ms: int) -> bool:
        since = max(filed.time_ms, archived_ms) if is_imported(filed.game) else filed.time_ms
        return self._is_over(since, self._terms.days(filed.ruleset, filed.maker))

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
        days = self._terms.days(game.ruleset.name, share_of_maker(self.ctx, game.id))
        if days is None or not game.table.finished or bare_seats(self.ctx, game):
            return False
        return self._is_over(self._came(game) if is_imported(game.id) else game.time_of(game.version), days)

    def _came(self, game: Game) -> int:
        """Return when (ms) the sweep first saw an imported game; records the present time if it is new."""
        noted = self.ctx.store.fact(game.id, fact_names.SEEN)
        place = self.ctx.store.find_away(game.id) if noted is None else None
        if place is not None:
            return time_of(place.segment)
        if noted is None:
            noted = b"%d" % self.ctx.clock()
            self.ctx.store.set_facts(game.id, {fact_names.SEEN: noted})
        return int(noted)

    def _is_over(self, since_ms: int, days: int | None) -> bool:
        return days is not None and self.ctx.clock() - since_ms >= days * DAY_MS
