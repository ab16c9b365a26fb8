"""The sweep keeps the rows of older finished games in less room, a block of them in a round."""

from typing import Final

from service.game.context import Context
from service.views.lobby_packing import pack_rows
from workers.sweeping.pause import Pause

PAUSE_MS: Final = 600_000


class RowPacking:
    """Packs for one process."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._pause = Pause()

    def step(self) -> int:
        """Pack some rows if there are any; return how many. Raises RedisError."""
        now = self.ctx.clock()
        if not self._pause.is_over(now):
            return 0
        count = pack_rows(self.ctx)
        if not count:
            self._pause.begin(now, PAUSE_MS)
        return count
