"""Finds overdue seats, whose players the others need not wait for any longer."""

from typing import Final

from service.game.clocks import due_times, later
from service.game.context import Context
from service.game.debts import debts_of
from service.game.games import Game
from service.table.seats import ABSENT, RESIGNED

LEAST_OVERDUE_S: Final = 60
LONGEST_OVERDUE_S: Final = 30 * 86_400
PEOPLE: Final = ("human", "bot")


def list_overdue(ctx: Context, game: Game) -> list[int]:
    """List the human and bot seats that are overdue; empty unless the game is running.

    With a clock, a seat is overdue if it timed out and has not acted since, or must act and has no time left. Without
    one, if it has owed an act for `overdue_after_s` seconds. In both cases, if an agent plays for an absent player.
    """
    if game.table.status != "running":
        return []
    late = _late(ctx, game)
    return [number for number, seat in enumerate(game.table.seats) if seat.left == ABSENT or number in late]


def _late(ctx: Context, game: Game) -> set[int]:
    if game.table.opened.clock is None:
        due = _due_without_clock(game)
    else:
        due = {seat: at for (seat, _), at in due_times(game).items()}
    return {seat for seat, at in due.items() if at <= ctx.clock()} | _list_timed_out(game)


def _due_without_clock(game: Game) -> dict[int, int]:
    """Return when (ms) each seat that must act becomes overdue, from when its debt arose or the player sat down."""
    seats, patience = game.table.seats, 1000 * game.table.opened.overdue_after_s
    waiting = [seat for seat in game.table.seats_of(*PEOPLE) if not seats[seat].left]
    owed = [debt for debt in debts_of(game, waiting) if debt.must]
    return {debt.seat: later(game, max(debt.since, seats[debt.seat].since), patience) for debt in owed}


def _list_timed_out(game: Game) -> set[int]:
    """List the seats that timed out and have not acted since, on any line."""
    return {
        number
        for number, seat in enumerate(game.table.seats)
        if seat.late and seat.left != RESIGNED and not game.line.has_acted_after(seat.late, number)
    }
