"""Notifies the webhooks of a seat when some of its standing orders have become void.

The deliveries are made after the list was written: if the process dies in between, the list alone says so.
"""

from service.game.context import Context
from service.game.games import Game
from service.webhooks.deliveries import Delivery, notify
from service.webhooks.listening import holders
from service.webhooks.registry import ORDERS


def notify_of_void(ctx: Context, game: Game, seat: int, ended: int) -> None:
    """Make the deliveries about orders of a seat that became void at a time (ms)."""
    hearing = holders(ctx, game, ctx.store.facts(game.id))
    hooks = dict.fromkeys(one.hook for one in hearing if one.seat == seat)
    notify(ctx, hooks, Delivery(0, ORDERS, game.id, seat, game.version, ended, due=ctx.clock()))
