"""Keeps the rows of older finished games in less room; nothing that is read of them changes."""

from typing import Final

from service.game.clocks import DAY_MS
from service.game.context import Context
from service.views.lobby import list_of, place_of
from service.views.lobby_projection import LOBBY

SETTLED_MS: Final = DAY_MS
"""Sets how long ago a game must have been opened."""
AT_ONCE: Final = 128
"""Sets how many rows are packed together."""
_FINISHED: Final = list_of("finished", None)


def pack_rows(ctx: Context, settled_ms: int = SETTLED_MS) -> int:
    """Pack some rows, or remove some of what packed rows have left behind; return how many rows were dealt with."""
    rows = ctx.store.rows
    return rows.repack(LOBBY) or rows.pack(LOBBY, _FINISHED, place_of(ctx.clock() - settled_ms), AT_ONCE)


def pack_all_rows(ctx: Context) -> None:
    """Pack all that can be packed."""
    while pack_rows(ctx):
        pass
