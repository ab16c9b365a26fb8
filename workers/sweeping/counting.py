"""Looks once an hour for unfinished games that lack a row among those of clients, and for rows of games that are over.

Rows are missing where an older version of the service made the games, or where a primary was away. Deadlines tell which
games are unfinished.
"""

from typing import Final

from eventstore.store import SHARDS
from service.game.context import Context
from service.game.deadlines import EXPIRY_DEADLINE, START_DEADLINE
from service.views.client_games import CLIENT_GAMES, look_again
from workers.sweeping.pause import Pause

PASS_MS: Final = 3_600_000
"""Sets how long after the beginning of a pass the next one begins."""
MOST: Final = 100_000
"""Limits the deadlines of a shard that are looked at."""
AT_ONCE: Final = 20
_END_OF_TIME: Final = 10**15


class Counting:
    """Walks along the deadlines of all shards, one shard at each step, then looks at the games that differ."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._shard = 0
        self._unfinished: set[str] = set()
        self._differing: list[str] = []
        self._pause = Pause()

    def step(self) -> None:
        """Go on; raises RedisError, after which the next step goes on at the same place."""
        if self._differing:
            look_again(self.ctx, self._differing[:AT_ONCE])
            del self._differing[:AT_ONCE]
        elif self._shard < SHARDS:
            self._read()
        elif self._pause.is_over(self.ctx.clock()):
            self._shard = 0

    def _read(self) -> None:
        """Read the deadlines of the next shard, and after the last one compare the games with the rows."""
        if not self._shard:
            self._pause.begin(self.ctx.clock(), PASS_MS)
        due = self.ctx.store.due(self._shard, _END_OF_TIME, MOST)
        self._unfinished |= {one.game for one in due if one.name in (EXPIRY_DEADLINE, START_DEADLINE)}
        if self._shard + 1 == SHARDS:
            rows = {game for games in self.ctx.store.rows.games(CLIENT_GAMES) for game in games}
            self._differing, self._unfinished = sorted(self._unfinished ^ rows), set()
        self._shard += 1
