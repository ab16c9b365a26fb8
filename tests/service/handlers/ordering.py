"""Provides games with standing orders, and lets the sweep look at them at the right time, with the clock in hand."""

from collections.abc import Callable
from typing import Any

from eventstore.feed import Runner
from eventstore.keys import SHARDS
from service.clients.standing_orders import OrderBook
from service.game.context import Context
from service.game.deadlines import ORDERS_DEADLINE
from service.game.results import Created
from service.handlers.orders import add_order, end_order, show_orders
from service.schemas.orders import StandingOrderSchema, read_order
from service.webhooks.notices import Notices
from tests.service.tables import Clock, caller, fresh
from workers.sweeping.due_work import sweep

FAR_MS = 10**12


def give(ctx: Context, made: Created, seat: int, expected: str | None = None, **order: Any) -> OrderBook:
    """Set an order for a seat, as the API does."""
    game = ctx.games.load(made.id)
    read = read_order(game.ruleset, StandingOrderSchema().load(order))
    return add_order(ctx, game, caller(ctx, made, seat), seat, read, expected)


def take_back(ctx: Context, made: Created, seat: int, order: str | None = None) -> OrderBook:
    """End an order of a seat, or all of them."""
    return end_order(ctx, ctx.games.load(made.id), caller(ctx, made, seat), seat, order)


def orders(ctx: Context, made: Created, seat: int) -> OrderBook:
    """Return the orders of a seat."""
    return show_orders(ctx, ctx.games.load(made.id), caller(ctx, made, seat), seat)


def ends(book: OrderBook) -> list[tuple[str, str, str]]:
    """Return how the orders of a list ended: kind, status, reason."""
    return [(one.kind, one.status, one.reason) for one in book.ended]


def due_ms(ctx: Context, made: Created) -> int:
    """Return when (ms) the sweep looks at the orders of a game; 0 if never."""
    found = [one for shard in range(SHARDS) for one in ctx.store.due(shard, ctx.clock() + FAR_MS, 1000)]
    return next((one.due_ms for one in found if (one.game, one.name) == (made.id, ORDERS_DEADLINE)), 0)


def sweep_once(ctx: Context, deliver: Callable[[str, int], None] | None = None) -> None:
    """Let the sweep read the feeds and do what is due, as a process of its own; `deliver` posts what is due."""
    other = fresh(ctx)
    Runner(other.store, Notices(other, lambda hook, number: None)).catch_up()
    sweep(other, deliver)


def let_orders_run(ctx: Context, made: Created, looks: int = 40) -> list[int]:
    """Let time pass until no order has anything to do; return the ms between the versions that orders made."""
    assert isinstance(ctx.clock, Clock)
    taken, last = [], ctx.clock.ms
    for _ in range(looks):
        before = ctx.store.head(made.id)
        sweep_once(ctx)
        if ctx.store.head(made.id) > before:
            taken.append(ctx.clock.ms - last)
            last = ctx.clock.ms
            continue
        due = due_ms(ctx, made)
        if not due:
            return taken
        ctx.clock.ms = max(ctx.clock.ms, due)
    raise AssertionError("orders do not come to rest")
