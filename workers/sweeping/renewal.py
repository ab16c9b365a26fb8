"""Makes the rows of the lobby again that an older version of the service wrote, the newest games first.

Until then these games are missing from the lobby, because their rows lack something. When a process starts to lead it
walks along all rows, once.
"""

import time
from typing import Final

from service.game.context import Context
from service.views.lobby import EVERY_ROW, is_whole, join
from service.views.lobby_projection import LOBBY, keep_rows

ROWS: Final = 200
"""Limits how many rows a step looks at."""
AT_ONCE: Final = 10
BUDGET_S: Final = 0.3


class Renewal:
    """Walks along the rows, some of them at each step."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.is_done = False
        self._lists = list(EVERY_ROW)
        self._before: tuple[str, str] | None = None

    def step(self, seconds: float = BUDGET_S) -> None:
        """Go on for about so many seconds; raises RedisError, after which the next step goes on at the same place."""
        ends = time.monotonic() + seconds
        looked = 0
        while not self.is_done and looked < ROWS and time.monotonic() < ends:
            looked += self._look()

    def _look(self) -> int:
        """Look at the next rows and return how many there were."""
        rows = self.ctx.store.rows.list_rows(LOBBY, self._lists[0], AT_ONCE, self._before)
        keep_rows(self.ctx, [row.game for row in rows if not is_whole(join(row))])
        self._before = rows[-1][:2] if rows else None
        if not rows:
            self._lists.pop(0)
            self.is_done = not self._lists
        return len(rows)
