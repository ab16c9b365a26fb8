"""Carries out standing orders, for the sweep: judges their commands as posted ones and appends them.

At most one command is appended at a time, together with the list that the order stands in, which must not have changed.
So an order that two sweeps carry out at once is carried out once. The orders of a seat rest while an agent plays it and
while its holder is overdue: an order is no return of its holder.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from eventstore.records import Beside, OtherFacts
from service.clients import fact_names
from service.clients.standing_orders import (
    DONE,
    MOST_IN_TURN,
    REFUSED,
    VOID,
    OrderBook,
    Standing,
    books_of,
    count_sent,
    read_book,
)
from service.game.context import Context
from service.game.deadlines import ORDERS_DEADLINE
from service.game.debts import list_overdue
from service.game.games import Act, Game
from service.game.order_choices import NOBODY, Moment, Sent, Void, choose
from service.handlers.accept import Accepted, Request, accept
from service.handlers.commands import decide
from service.handlers.expiring import after_expiring, expiring
from service.handlers.order_times import send_ms
from service.problems import Problem
from service.webhooks.order_notices import notify_of_void

BUSY_MS: Final = 1_000
"""Sets after how many ms a game is looked at again in which others won every race."""


class Look(NamedTuple):
    """Holds the version of a game that was looked at, and when (ms) to look at it again; 0 if only after a version.

    Orders of the seat `void` became void at that look, at the time `ended` (ms).
    """

    version: int
    again: int = 0
    void: int = NOBODY
    ended: int = 0


def carry_out_orders(ctx: Context, game_id: str) -> None:
    """Carry out the first order of a game that is due, and set when to look at the game again. Raises Problem."""
    written = books_of(ctx.store.facts(game_id))
    given = {fact_names.orders(seat): held for seat, held in written.items()}
    look = Look(0, ctx.clock())
    with suppress(OtherFacts):  # a holder changed a list meanwhile
        look = _judge(ctx, Request(game_id, Look, given=given), written)
    ctx.store.set_deadlines(game_id, {ORDERS_DEADLINE: look.again})
    if look.void != NOBODY:
        notify_of_void(ctx, ctx.games.load(game_id), look.void, look.ended)
    if ctx.store.head(game_id) != look.version:  # what came meanwhile may have set the replaced deadline
        ctx.store.set_deadlines(game_id, {ORDERS_DEADLINE: ctx.clock()})


def _judge(ctx: Context, request: Request[Look], written: Mapping[int, bytes]) -> Look:
    try:
        return accept(ctx, request, _look, written)
    except Problem as problem:
        if problem.slug != "busy":
            raise
        return Look(ctx.store.head(request.game), ctx.clock() + BUSY_MS)


def _look(ctx: Context, game: Game, written: Mapping[int, bytes]) -> Accepted[Look]:
    """Accept the first change: an order's command, or orders that have become void; else say when to look again."""
    now, again = ctx.clock(), 0
    books = {seat: read_book(held, game.table.seats[seat].holder) for seat, held in written.items()}
    for seat, book in books.items():
        if book.settle(game, now):
            return _keep(ctx, game, seat, written[seat], book, now)
    for at, seat in _list_due(ctx, game, books):
        if at > now:
            again = at
            break
        revision, accepted = books[seat].revision, _try_orders(ctx, game, seat, books[seat], now)
        if accepted is not None:
            return accepted
        if books[seat].revision != revision:
            return _keep(ctx, game, seat, written[seat], books[seat], now)
    return Accepted(game, Look(game.version, again))


def _keep(ctx: Context, game: Game, seat: int, was: bytes, book: OrderBook, now: int) -> Accepted[Look]:
    """Write a list in which orders have become void, unless it has changed; look at the game again at once."""
    is_kept = ctx.store.swap_fact(game.id, fact_names.orders(seat), was, book.write())
    return Accepted(game, _look_again(game.version, now, seat, book if is_kept else None))


def _look_again(version: int, now: int, seat: int, book: OrderBook | None) -> Look:
    """Return that the game is looked at again at once, and whether orders of a list have become void now."""
    return Look(version, now, seat, now) if book is not None and book.list_void(now) else Look(version, now)


def _list_due(ctx: Context, game: Game, books: Mapping[int, OrderBook]) -> list[tuple[int, int]]:
    """List the seats whose orders may have something to do at a position, with the times (ms), the first ones first."""
    if game.table.paused:
        return []
    asked, overdue = {entry.seat for entry in game.awaiting()}, list_overdue(ctx, game)
    return sorted(
        (send_ms(ctx, game, seat, book.changed), seat)
        for seat, book in books.items()
        if (seat in asked or any("turn" in one.order for one in book.orders))
        if book.orders and seat not in overdue and not game.table.seats[seat].left
    )


def _try_orders(ctx: Context, game: Game, seat: int, book: OrderBook, now: int) -> Accepted[Look] | None:
    """Return what the first order that sends something does; None if none does. Void orders are ended in the list."""
    book.begin_turn(game.ruleset.turn(game.position))
    moment = Moment(game, seat, book.answered)
    for one in [*book.orders] if book.posted < MOST_IN_TURN else ():
        outcome = choose(moment, one.order)
        if isinstance(outcome, Void):
            book.end(one, now, VOID, outcome.reason)
        elif isinstance(outcome, Sent):
            accepted = _send(ctx, game, seat, book, one, outcome, now)
            if accepted is not None:
                return accepted
        elif outcome is not None:
            book.end(one, now, DONE)
    return None


def _send(
    ctx: Context, game: Game, seat: int, book: OrderBook, one: Standing, sent: Sent, now: int
) -> Accepted[Look] | None:
    """Return the version of an order's command; if the rules or the table refuse it, the order is void."""
    ended = expiring(ctx, game)
    at = ended[0].time_ms if ended else now
    try:
        acts: list[Act] = [*ended, *decide(ctx, after_expiring(game, ended), seat, [sent.command], now=at)]
    except Problem:
        book.end(one, now, VOID, REFUSED)
        return None
    version = game.version + len(acts)
    book.posted += 1
    if sent.maker != NOBODY:
        book.answered[str(sent.maker)] = book.answered.get(str(sent.maker), 0) + 1
    if sent.is_last:
        book.end(one, now, DONE, version=version)
    else:
        later = {"step": sent.step, "turn": book.turn} if sent.step else {}
        book.orders[book.orders.index(one)] = count_sent(one, **later)
        book.revision += 1
    return Accepted(
        game, _look_again(version, now, seat, book), acts, Beside(facts={fact_names.orders(seat): book.write()})
    )
