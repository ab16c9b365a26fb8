"""Maintains the rows of games: renews outdated ones, adds missing ones, drops surplus ones, and packs old ones."""

import time
from typing import Final

from eventstore.keys import SHARDS
from service.game.context import Context
from service.game.deadlines import EXPIRY_DEADLINE, START_DEADLINE
from service.views.client_games import CLIENT_GAMES, look_again
from service.views.lobby import EVERY_ROW, is_whole, join
from service.views.lobby_projection import LOBBY, keep_rows, pack_lobby_rows, trim_lobby
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

BUDGET_S: Final = 0.3
RENEWED: Final = 200
"""Limits how many rows of the lobby a step of the renewal looks at."""
RENEWED_AT_ONCE: Final = 10
PASS_MS: Final = 3_600_000
"""Sets how long after the beginning of a count the next one begins."""
MOST: Final = 100_000
"""Limits the deadlines of a shard that are looked at."""
COUNTED_AT_ONCE: Final = 20
PAUSE_MS: Final = 600_000
"""Sets how long the packing rests when there is nothing to pack."""
TRIM_PAUSE_MS: Final = 10_000
"""Sets how long the trimming rests when there are no surplus rows."""
_END_OF_TIME: Final = 10**15


class Renewal(LongWork):
    """Makes the rows of the lobby again that an older version of the service wrote, the newest games first.

    Until then these games are missing from the lobby, because their rows lack something. When a process first serves
    what has no shard it walks along all rows, once.
    """

    is_common = True

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self.is_done = False
        self._lists = list(EVERY_ROW)
        self._before: tuple[str, str] | None = None

    def step(self, seconds: float = BUDGET_S) -> None:
        """Go on for about `seconds`; raises RedisError, after which the next step goes on at the same place."""
        ends = time.monotonic() + seconds
        looked = 0
        while not self.is_done and looked < RENEWED and time.monotonic() < ends:
            looked += self._look()

    def _look(self) -> int:
        """Look at the next rows and return how many there were."""
        rows = self.ctx.store.rows.list_rows(LOBBY, self._lists[0], RENEWED_AT_ONCE, self._before)
        keep_rows(self.ctx, [row.game for row in rows if not is_whole(join(row))])
        self._before = rows[-1][:2] if rows else None
        if not rows:
            self._lists.pop(0)
            self.is_done = not self._lists
        return len(rows)


class Counting(LongWork):
    """Looks once an hour for unfinished games that lack a row among those of clients, and for rows of finished games.

    Rows are missing where an older version of the service made the games, or where a primary was away. Deadlines tell
    which games are unfinished: it walks along those of all shards, one shard at each step.
    """

    is_common = True

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._shard = 0
        self._unfinished: set[str] = set()
        self._differing: list[str] = []

    def step(self) -> None:
        """Go on; raises RedisError, after which the next step goes on at the same place."""
        if self._differing:
            look_again(self.ctx, self._differing[:COUNTED_AT_ONCE])
            del self._differing[:COUNTED_AT_ONCE]
        elif self._shard < SHARDS:
            self._read()
        elif not self.rests():
            self._shard = 0

    def _read(self) -> None:
        """Read the deadlines of the next shard, and after the last one compare the games with the rows."""
        if not self._shard:
            self.rest(PASS_MS)
        due = self.ctx.store.due(self._shard, _END_OF_TIME, MOST)
        self._unfinished |= {one.game for one in due if one.name in (EXPIRY_DEADLINE, START_DEADLINE)}
        if self._shard + 1 == SHARDS:
            rows = {game for games in self.ctx.store.rows.games(CLIENT_GAMES) for game in games}
            self._differing, self._unfinished = sorted(self._unfinished ^ rows), set()
        self._shard += 1


class RowTrimming(LongWork):
    """Keeps the lobby to the number of games that it may list, some rows at each step."""

    is_common = True

    def step(self) -> int:
        """Drop some rows if there are too many; return how many. Raises RedisError."""
        return self.do_some(trim_lobby, TRIM_PAUSE_MS)


class RowPacking(LongWork):
    """Keeps the rows of older finished games in less room, a block of them at each step."""

    is_common = True

    def step(self) -> int:
        """Pack some rows if there are any; return how many. Raises RedisError."""
        return self.do_some(pack_lobby_rows, PAUSE_MS)
