"""Notifies the webhooks of a seat when some of its standing orders have become void.

The deliveries are made after the list was written: if the process dies in between, the list alone says so.
"""

from service.game.context import Context
from service.game.games import Game
from service.webhooks.deliveries import Delivery, keep_delivery, new_numbers, overflow_fact
from service.webhooks.listening import holders
from service.webhooks.registry import ORDERS, find_hook


def notify_of_void(ctx: Context, game: Game, seat: int, ended: int) -> None:
    """Make the deliveries about orders of a seat that became void at a time (ms)."""
    hearing = holders(ctx, game, ctx.store.facts(game.id))
    for hook_id in dict.fromkeys(one.hook for one in hearing if one.seat == seat):
        hook = find_hook(ctx, hook_id)
        if hook is not None and hook.active and ORDERS in hook.types:
            [n] = new_numbers(ctx, hook_id, 1)
            keep_delivery(ctx, hook_id, Delivery(n, ORDERS, game.id, seat, game.version, ended, due=ctx.clock()))
            ctx.store.set_facts(hook_id, overflow_fact(n))
