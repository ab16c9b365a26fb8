"""Tests a webhook with a signed notice that belongs to no game, posted once.

It shows whether the target can be reached and verifies what it gets. So it is also posted to a disabled webhook, is
never retried, and does not change the count of failures.
"""

from typing import Any

from service.game.context import Context
from service.process.wall_clock import write_time
from service.webhooks.registry import (
    FIRST_TRY_MS,
    TEST,
    Delivery,
    Hook,
    keep_delivery,
    new_numbers,
    overflow_fact,
)


def new_test(ctx: Context, hook: Hook) -> Delivery:
    """Store a new test, to be tried at once."""
    [n], now = new_numbers(ctx, hook.id, 1), ctx.clock()
    delivery = Delivery(n, TEST, "", 0, 0, now, due=now + FIRST_TRY_MS)
    keep_delivery(ctx, hook.id, delivery)
    ctx.store.set_facts(hook.id, overflow_fact(n))
    return delivery


def notice_of_test(hook: Hook, delivery: Delivery) -> dict[str, Any]:
    """Return the body of a test."""
    return {"type": TEST, "timestamp": write_time(delivery.made), "data": {"webhook": hook.id}}
