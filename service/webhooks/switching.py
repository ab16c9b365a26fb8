"""Notifies the other webhooks of an owner when one is switched off, because it hears nothing of that itself."""

from service.clients import fact_names
from service.clients.api_keys import list_ids
from service.game.context import Context
from service.webhooks.deliveries import Delivery, notify
from service.webhooks.registry import SWITCHED_OFF, Hook


def notify_others(ctx: Context, off: Hook) -> None:
    """Make a delivery to each active webhook of the same owner that wants to hear of it."""
    kind, place, *rest = off.owner.split()
    name = fact_names.HOOKS if kind == "key" else fact_names.hooks_of_seat(int(rest[0]), rest[1])
    others = [hook_id for hook_id in list_ids(ctx, place, name) if hook_id != off.id]
    now = ctx.clock()
    notify(ctx, others, Delivery(0, SWITCHED_OFF, off.id, 0, 0, now, due=now))
