"""Notifies the other webhooks of an owner when one is switched off, because it hears nothing of that itself."""

from service.clients import fact_names
from service.clients.api_keys import list_ids
from service.game.context import Context
from service.webhooks.deliveries import Delivery, keep_delivery, new_numbers, overflow_fact
from service.webhooks.registry import SWITCHED_OFF, Hook, find_hook


def tell_others(ctx: Context, off: Hook) -> None:
    """Make a delivery to each active webhook of the same owner that wants to hear of it."""
    kind, place, *rest = off.owner.split()
    name = fact_names.HOOKS if kind == "key" else fact_names.hooks_of_seat(int(rest[0]), rest[1])
    for hook_id in list_ids(ctx, place, name):
        hook = find_hook(ctx, hook_id) if hook_id != off.id else None
        if hook is not None and hook.active and SWITCHED_OFF in hook.types:
            [n], now = new_numbers(ctx, hook_id, 1), ctx.clock()
            keep_delivery(ctx, hook_id, Delivery(n, SWITCHED_OFF, off.id, 0, 0, now, due=now))
            ctx.store.set_facts(hook_id, overflow_fact(n))
