"""Packs the older versions of games that go on, so that a game takes no more room the longer it is played.

The projection of the lobby says which versions come, and which games are over: these are packed whole. A game with
`LOOSE` versions that are not packed is packed except for its newest `KEEP`, which readers that follow a game need, and
requests that came second.
"""

import time
from typing import Final

from eventstore.lru_cache import Recent
from service.game.context import Context
from service.game.shelving import Shelves
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

LOOSE: Final = 64
KEEP: Final = 24
OVER: Final = 2**53
"""Stands for the version of a game that is over."""
REMEMBERED: Final = 16_384
"""Sets of how many games it is remembered how much of them is packed; of another one the store knows it."""
BUDGET_S: Final = 0.2


class LongLogs(LongWork):
    """Packs what was heard of, for a while at each step."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._shelves = Shelves(ctx.games, None)
        self._packed: Recent[str, int] = Recent(REMEMBERED)
        self._due: dict[str, int] = {}

    def hear(self, game: str, version: int) -> None:
        """Note a version of a game; 0 says that the game is gone."""
        if version - (self._packed.get(game) or 0) >= LOOSE:
            self._due[game] = version
        elif not version:
            self._due.pop(game, None)

    def hear_end(self, game: str) -> None:
        """Note that a game is over: all of it is packed."""
        self._due[game] = OVER

    def step(self) -> int:
        """Pack some games; return how many. Raises RedisError, after which they are still due."""
        ends, count = time.monotonic() + BUDGET_S, 0
        while self._due and (not count or time.monotonic() < ends):
            game, version = next(iter(self._due.items()))
            count += bool(self._shelves.pack(game, 0 if version == OVER else KEEP))
            self._packed.put(game, version - KEEP)
            self._due.pop(game, None)
        return count
