"""Stores the rows of older finished games in less space; readers see no difference."""

from typing import Final

from service.game.clocks import DAY_MS
from service.game.context import Context
from service.views.lobby import list_of, of_sandboxes, place_of
from service.views.lobby_projection import LOBBY

SETTLED_MS: Final = DAY_MS
"""Sets the least age of a game whose row is packed."""
AT_ONCE: Final = 128
"""Sets how many rows are packed together."""
_FINISHED: Final = list_of("finished", None)
_LISTS: Final = (_FINISHED, of_sandboxes(_FINISHED))


def pack_rows(ctx: Context, settled_ms: int = SETTLED_MS) -> int:
    """Pack some rows, or remove some remains of packed rows; return the number of rows handled."""
    rows, settled = ctx.store.rows, place_of(ctx.clock() - settled_ms)
    packed = (rows.pack(LOBBY, name, settled, AT_ONCE) for name in _LISTS)
    return rows.repack(LOBBY) or next(filter(None, packed), 0)


def pack_all_rows(ctx: Context) -> None:
    """Pack all rows that can be packed."""
    while pack_rows(ctx):
        pass
