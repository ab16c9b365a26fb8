"""Walks along all games, some at each step, and deletes finished ones after as many days as the settings say.

`service/handlers/retention.py` says which games are due, and deletes one. Of each segment of the archive the walk
remembers when its first game is due, and reads its index again only then. As numbers of segments begin with the time,
it lists those alone that are new, or may be by the clocks of their writers.
"""

import logging
import math
import time
from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from typing import Final

from eventstore.archive.objects import ObjectsAway
from eventstore.archive.places import first_number, shard_of_segment, time_of
from eventstore.log.chain import ChainBroken
from eventstore.store import FIRST
from service.game.context import Context
from service.handlers.retention import delete_game, due_ms_by_index, is_due, may_be_due, terms_of
from service.process.amounts import write_amount
from workers.serving.shares import ALL, NOTHING, Shares
from workers.sweeping.long_work import LongWork
from workers.sweeping.strays import LATE_MS

GAMES: Final = 200
"""Sets about how many games are looked at together."""
BUDGET_S: Final = 0.2
PASS_MS: Final = 3_600_000
"""Sets the least time between the beginnings of two passes."""
SEGMENTS: Final = 2_000_000
"""Limits the segments of which it is remembered when their first game is due; each takes 16 bytes."""
OTHERS_MS: Final = 86_400_000
"""Sets how often the segments beyond that are read, and missing ones, and how often all segments are listed."""

log = logging.getLogger(__name__)


class FirstDue:
    """Remembers when the first game of each segment is due, for up to `SEGMENTS` of them, the oldest.

    These times hold as long as the terms do, for a segment only ever loses games.
    """

    def __init__(self) -> None:
        self._segments = array("Q")
        self._times = array("d")

    @property
    def newest(self) -> int:
        """Return the newest segment that is remembered, 0 if there is none or others have no room."""
        return self._segments[-1] if 0 < len(self._segments) < SEGMENTS else 0

    def renew(self, segments: "array[int]", after: int = 0) -> "array[int]":
        """Remember these segments, the oldest first, in place of all beyond `after`; return those that have no room.

        Of new ones it is not known when a game is due, so they count as due.
        """
        at = bisect_right(self._segments, after)
        times = array("d", map(self._due_ms, segments))
        self._segments[at:], self._times[at:] = segments[: SEGMENTS - at], times[: SEGMENTS - at]
        return segments[SEGMENTS - at :]

    def due(self, now_ms: int) -> "array[int]":
        """Return the segments that have a game that is due, the oldest first."""
        pairs = zip(self._segments, self._times, strict=True)
        return array("Q", (segment for segment, due_ms in pairs if due_ms <= now_ms))

    def note(self, segment: int, due_ms: float) -> None:
        """Remember from when on (ms) a segment has a game that is due, if there is room."""
        at = bisect_left(self._segments, segment)
        if at < len(self._segments) and self._segments[at] == segment:
            self._times[at] = due_ms

    def _due_ms(self, segment: int) -> float:
        at = bisect_left(self._segments, segment)
        return self._times[at] if at < len(self._segments) and self._segments[at] == segment else -math.inf


class Retention(LongWork):
    """Walks along all games, remembers which may be due, and counts those that it `deleted`."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self.deleted = 0
        self._terms = terms_of(ctx.settings)
        self._old: deque[str] = deque()
        self._segments = array("Q")
        self._first_due = FirstDue()
        self._listed: frozenset[int] = NOTHING
        self._listed_ms = self._others_ms = -OTHERS_MS
        self._place = FIRST

    @property
    def is_resting(self) -> bool:
        """Return whether there is nothing to do until the next pass, for which shards that were gained do not wait."""
        if self._terms.least is None:
            return True
        is_over = not self._old and not self._segments and self._place == FIRST
        return is_over and self.rests() and not self.gained

    def step(self) -> None:
        """Look at games of the store and at segments for a while, and delete what is due; raises RedisError."""
        ends, deleted = time.monotonic() + BUDGET_S, list[str]()
        try:
            while not self.is_resting:
                self._go_on(deleted)
                if time.monotonic() >= ends:
                    break
        finally:
            if deleted:
                self.ctx.jobs.drop_replays(*deleted)
                log.info("deleted %s after the days that the settings say", write_amount(len(deleted), "finished game"))

    def _go_on(self, deleted: list[str]) -> None:
        """Delete the next game that is due; if none is left, look into the next segment, or at more games."""
        if self._old:
            game = self._old.popleft()
            if self._delete_if_due(game):
                deleted.append(game)
        elif self._segments:
            self._look_into(self._segments.pop())
        else:
            self._look()

    def _look(self) -> None:
        if self._place == FIRST:
            self.rest(PASS_MS)
            self.visited = self.shares.shards
        self._place, games = self.ctx.store.games(self._place, GAMES)
        self._old.extend(may_be_due(self.ctx, self._terms, [game for game in games if self.shares.has_game(game)]))
        if self._place == FIRST and self.ctx.store.archive.is_there:
            self._list_segments()

    def _list_segments(self) -> None:
        """List the segments that may be new, once a day and for other shards all of them; remember which to read."""
        now, shards, newest = self.ctx.clock(), self.shares.shards, self._first_due.newest
        if not shards:  # as for a moment after a sweep was suspended
            return
        is_short = newest and shards == self._listed and _is_of_the_last_day(self._listed_ms, now)
        after = first_number(time_of(newest) - LATE_MS) if is_short else 0
        try:
            found = self.ctx.store.archive.list_segments(after)
        except OSError as error:
            log.warning("archived games that are due wait for the archive: %s", error)
            return
        served = array("Q", (number for number in found if shard_of_segment(number) in shards))
        others = self._first_due.renew(served, after)
        self._segments = self._first_due.due(now)
        if not _is_of_the_last_day(self._others_ms, now):
            self._others_ms = now
            self._segments.extend(others)
        self._segments.reverse()
        if not is_short:
            self._listed, self._listed_ms = shards, now

    def _look_into(self, segment: int) -> None:
        """Remember the games of a segment that are due by its index; a segment that cannot be read waits.

        One that is missing waits for a day: it is gone, or the archive as a whole was not there.
        """
        try:
            found = self.ctx.store.archive.index_of(segment)
        except (OSError, ChainBroken) as error:
            if isinstance(error, ObjectsAway) and error.reason == "missing":
                self._first_due.note(segment, self.ctx.clock() + OTHERS_MS)
            else:
                log.warning("segment %016x is looked at again later: %s", segment, error)
            return
        due_ms = {one.game: due_ms_by_index(self._terms, one, segment) for one in found}
        self._first_due.note(segment, min(due_ms.values(), default=math.inf))
        self._old.extend(game for game, at_ms in due_ms.items() if at_ms <= self.ctx.clock())

    def _delete_if_due(self, game_id: str) -> bool:
        """Delete a game if it is due, and return whether it was; one that is needed, or cannot be read, stays."""
        if not is_due(self.ctx, self._terms, game_id):
            return False
        delete_game(self.ctx, game_id)
        self.deleted += 1
        return True


def _is_of_the_last_day(time_ms: int, now_ms: int) -> bool:
    """Return whether less than `OTHERS_MS` has passed; not so if the clock was set back."""
    return time_ms <= now_ms < time_ms + OTHERS_MS
