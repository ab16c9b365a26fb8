"""Notifies the webhooks of an API key when 80 and 100 % of its budget are used, once a day each.

A process that writes usage into the store hears what was used until then (`Ledger.heard`); the store says which is
the first. A notice is lost if that process dies at this moment, or the store does not answer then.
"""

import logging
from typing import Final

from redis.exceptions import RedisError

from service.clients import fact_names
from service.clients.api_keys import list_ids
from service.clients.budgets import budget_of
from service.game.context import Context
from service.usage.budgets import TOLD, Left
from service.usage.places import DAY_MS, Sums, day_of, of_key
from service.webhooks.deliveries import Delivery, notify
from service.webhooks.registry import BUDGET

MOST_REMEMBERED: Final = 10_000

log = logging.getLogger(__name__)


class BudgetNotices:
    """Makes the deliveries, and remembers which this process need not make again."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._told: set[tuple[str, int, int]] = set()

    def hear(self, key_id: str, day: int, sums: Sums) -> None:
        """Make what is due of a key that has used this much on a day; if the store does not answer, that is logged."""
        try:
            budget = budget_of(self._ctx, key_id)
            if budget is None or budget.cpu_seconds is None:
                return
            percent = Left(budget, sums.cpu_us, 0).percent
            for part in [part for part in TOLD if percent >= part and (key_id, day, part) not in self._told]:
                self._tell(key_id, day, part)
        except RedisError as error:
            log.warning("no webhook hears of the budget of %s: %s", key_id, error)

    def _tell(self, key_id: str, day: int, percent: int) -> None:
        if len(self._told) >= MOST_REMEMBERED:
            self._told.clear()
        self._told.add((key_id, day, percent))
        ctx, date = self._ctx, day_of(day * DAY_MS)
        if ctx.store.count_fact(of_key(key_id, date), f"={date:%d} {percent}", 1) > 1:
            return
        now = ctx.clock()
        made = Delivery(0, BUDGET, "", 0, 0, now, due=now, percent=percent)
        notify(ctx, list_ids(ctx, key_id, fact_names.HOOKS), made)


def follow_budgets(ctx: Context) -> None:
    """Let this process notify webhooks of budgets when it writes usage."""
    ctx.usage.heard = BudgetNotices(ctx).hear
