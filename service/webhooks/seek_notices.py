"""Notifies the webhooks of an application when a seek of one of its players has ended without a game.

The delivery is made after the seek has ended: if the process dies in between, `GET seeks/{id}` alone says so.
"""

from service.clients import fact_names
from service.clients.api_keys import list_ids
from service.clients.seeks import Seek
from service.game.context import Context
from service.webhooks.deliveries import Delivery, notify
from service.webhooks.registry import SEEK_ENDED


def notify_of_end(ctx: Context, seek: Seek) -> None:
    """Make the deliveries about a seek that has expired, or whose game could not be made."""
    now = ctx.clock()
    notify(ctx, list_ids(ctx, seek.app, fact_names.HOOKS), Delivery(0, SEEK_ENDED, seek.id, 0, 0, now, due=now))
