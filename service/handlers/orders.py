"""Sets, shows and ends the standing orders of a seat, for its holder alone. None of it is a version of the game."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson

from service.clients import fact_names
from service.clients.authentication import Caller, sits
from service.clients.standing_orders import (
    MOST_BYTES,
    MOST_ORDERS,
    OrderBook,
    Standing,
    new_id,
    read_book,
)
from service.game.context import Context
from service.game.deadlines import ORDERS_DEADLINE
from service.game.games import Game
from service.game.ids import refuse_imported
from service.handlers.accept import require_running
from service.handlers.holders import require_own
from service.handlers.order_times import LEAST_DELAY_MS, LONGEST_DELAY_MS
from service.problems import Problem, busy, not_found, refusal, unknown
from service.process.wall_clock import write_time

ATTEMPTS: Final = 8
TAKEN_BACK: Final = "taken_back"
Edit = Callable[[OrderBook, Game, int], None]
"""Changes a list of orders, given the game and the time (ms); raises Problem, and nothing is written then."""


def show_orders(ctx: Context, game: Game, caller: Caller, seat: int) -> OrderBook:
    """Return the orders of the caller's own seat as they stand now; raises Problem for any other seat."""
    _, book = _read(ctx, game, caller, seat)
    book.settle(game, ctx.clock())
    return book


def add_order(
    ctx: Context, game: Game, caller: Caller, seat: int, order: Mapping[str, Any], expected: str | None = None
) -> OrderBook:
    """Let one more order stand for the caller's seat, tried after the others.

    With `expected` the list must have that tag (412). Raises Problem (409) for a seat with 20 orders or too long ones,
    and unless the game is running.
    """
    refuse_imported(game.id)
    require_running(game)

    def add(book: OrderBook, game: Game, now: int) -> None:
        if len(book.orders) >= MOST_ORDERS:
            raise refusal("orders.most", most=MOST_ORDERS)
        book.orders.append(Standing(new_id(), now, game.table.moved, dict(order)))
        if sum(len(orjson.dumps(one.order)) for one in book.orders) > MOST_BYTES:
            raise refusal("orders.too_long", most=MOST_BYTES)

    return _change(ctx, game, caller, seat, add, expected)


def end_order(
    ctx: Context, game: Game, caller: Caller, seat: int, order: str | None = None, expected: str | None = None
) -> OrderBook:
    """End one order of the caller's seat, by default all of them; raises Problem (404) for an unknown one."""

    def end(book: OrderBook, game: Game, now: int) -> None:
        found = [one for one in book.orders if order in (None, one.id)]
        if order is not None and not found:
            raise not_found("order")
        for one in found:
            book.end(one, now, TAKEN_BACK)

    return _change(ctx, game, caller, seat, end, expected)


def orders_document(book: OrderBook) -> dict[str, Any]:
    """Return a list of orders as its holder reads it."""
    return {
        "orders": [_describe_standing(one) for one in book.orders],
        "ended": [one.document for one in book.ended],
        "delay": {"least_s": LEAST_DELAY_MS // 1000, "most_s": LONGEST_DELAY_MS // 1000},
    }


def _describe_standing(one: Standing) -> dict[str, Any]:
    own = {name: value for name, value in one.order.items() if name not in ("step", "turn")}
    step = one.order.get("step", 0)
    return {"id": one.id, "set": write_time(one.made), "sent": one.carried, "step": step, "order": own}


def _change(ctx: Context, game: Game, caller: Caller, seat: int, edit: Edit, expected: str | None) -> OrderBook:
    """Change the list, again if another request or the sweep changed it meanwhile (up to 8 times, then 503).

    The deadline is set first, so that no order waits for nobody after a crash.
    """
    _read(ctx, game, caller, seat)
    ctx.store.set_deadlines(game.id, {ORDERS_DEADLINE: ctx.clock() + LEAST_DELAY_MS})
    for _ in range(ATTEMPTS):
        written, book = _read(ctx, game, caller, seat)
        if expected not in (None, book.tag):
            raise stale_orders(game.version)
        now = ctx.clock()
        book.settle(game, now)
        edit(book, game, now)
        book.revision, book.changed = book.revision + 1, now
        if ctx.store.swap_fact(game.id, fact_names.orders(seat), written, book.write()):
            return book
        game = ctx.games.load(game.id)
    raise busy()


def stale_orders(version: int) -> Problem:
    """Return a 412: the list of orders is not the one that the caller knows; the game is at `version`."""
    return Problem("stale_version", params={"why": "orders"}, version=version)


def _read(ctx: Context, game: Game, caller: Caller, seat: int) -> tuple[bytes, OrderBook]:
    """Return the orders of the caller's own seat, and as they are written; raises Problem for any other seat."""
    require_own(game, caller, seat)
    if not sits(game.table, seat, caller.holder):
        raise unknown("unknown_token")
    written = ctx.store.fact(game.id, fact_names.orders(seat)) or b""
    return written, read_book(written, caller.holder)
