"""Handles passed deadlines for the sweep: votes close, clocks run out, offers end, and idle games are removed.

Seats whose time has run out are timed out, with one version each. An open vote delays no timeout; a timeout closes it.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from service.clients.presence import has_lost_connection
from service.clients.seeks import is_pool_deadline
from service.game import clocks, deadlines
from service.game.clocks import Owing, next_due
from service.game.context import Context
from service.game.games import Act, Game
from service.game.quarantine import Quarantined
from service.handlers import matching
from service.handlers.accept import Accepted, Request, accept
from service.handlers.commands import decide
from service.handlers.expiring import expire
from service.handlers.new_seats import agent_fields
from service.handlers.ordered_commands import carry_out_orders
from service.handlers.pauses import wake
from service.handlers.resignation import resignation
from service.handlers.seat_policies import fill, replace_late, stand_in_for
from service.handlers.seating import remove
from service.handlers.undo_requests import carry_out
from service.handlers.votes import expire_vote
from service.problems import Problem
from service.table.clock_events import GraceGiven, TimedOut
from service.table.seat_events import SeatStoodIn
from service.table.terms import MOST_SEATS, Timeout
from service.table.votes import closing

LATER_MS: Final = 60_000
"""Sets after how many ms a deadline that this code does not know is looked at again."""


def fall_due(ctx: Context, game_id: str, name: str) -> None:
    """Handle a game's passed deadline, or remove it if it is obsolete. Raises Quarantined.

    An unknown deadline is postponed, since a newer version may have set it; one of a game that others keep busy stays.
    """
    if is_pool_deadline(name):
        matching.fall_due(ctx, game_id, name)
        return
    move = deadlines.parse_owed(name)
    handler = _HANDLERS.get(name) if move is None else partial(carry_out, owed=move)
    if handler is None:
        ctx.store.set_deadlines(game_id, {name: ctx.clock() + LATER_MS if ctx.store.head(game_id) else 0})
        return
    try:
        handler(ctx, game_id)
    except Quarantined:
        raise
    except Problem as problem:
        if problem.slug != "busy":
            ctx.store.set_deadlines(game_id, {name: 0})


def _expire_unstarted(ctx: Context, game_id: str) -> None:
    game = ctx.games.load(game_id)
    if game.table.status == "open" and ctx.clock() >= deadlines.expires_at(game):
        remove(ctx, game_id)
    else:
        ctx.store.set_deadlines(game_id, {deadlines.START_DEADLINE: 0})


def _expire_abandoned(ctx: Context, game_id: str) -> None:
    game = ctx.games.load(game_id)
    due = deadlines.abandonment_ms(game)
    if game.table.status == "running" and ctx.clock() >= due:
        remove(ctx, game_id)
    else:
        ctx.store.set_deadlines(game_id, {deadlines.EXPIRY_DEADLINE: due if game.table.status == "running" else 0})


def _expire_import(ctx: Context, game_id: str) -> None:
    """Remove an import unless its log was written, in which case remove only the deadline."""
    if ctx.store.head(game_id):
        ctx.store.set_deadlines(game_id, {deadlines.IMPORT_DEADLINE: 0})
    else:
        remove(ctx, game_id)


def run_out(ctx: Context, game_id: str) -> None:
    """Time out every late seat of a game, and set the next deadline."""
    for _ in range(2 * MOST_SEATS):  # each of them may get a grace that is over, too
        if not accept(ctx, Request(game_id, bool), _time_out_one):
            return


def _time_out_one(ctx: Context, game: Game) -> Accepted[bool]:
    """Time out the seat that has been late the longest; if none is, set the clock's deadline again and return False."""
    late = clocks.late(game, ctx.clock())
    if late:
        graced = clocks.grace_s(game) and _deserves_grace(ctx, game, late[0])
        return Accepted(game, True, [give_grace(ctx, game, late[0]) if graced else _time_out(ctx, game, late[0])])
    deadlines.set_again(ctx, game, deadlines.CLOCK_DEADLINE, next_due)
    return Accepted(game, False)


def _deserves_grace(ctx: Context, game: Game, owing: Owing) -> bool:
    """Return whether the holder of a late seat has lost the connection since it owes this, and may get a grace."""
    begun = game.time_of(owing.since)
    return clocks.may_get_grace(game, owing) and has_lost_connection(ctx, game, owing.obligation[0], begun)


def give_grace(ctx: Context, game: Game, owing: Owing) -> Act:
    """Return the act by which a late seat gets more time; a vote goes on."""
    event = GraceGiven(*owing.obligation, game.ruleset.turn(game.position))
    return Act(None, [event], ctx.clock(), game.play)


def _time_out(ctx: Context, game: Game, owing: Owing) -> Act:
    """Return the act of a timeout; by default the seat's least consequential legal command is carried out."""
    clock = game.table.opened.clock or {}
    seat, frame, parent = owing.obligation
    action = Timeout.of(clock["on_timeout"])
    event = TimedOut(seat, frame, action, parent)
    if action == Timeout.DEFAULT:
        actions = game.ruleset.actions(game.position, seat)
        return act_for(ctx, game, event, actions.idle_command(game.luck(seat)))
    return leave_to(ctx, game, event, stand_in_for(ctx, game, seat) if action == Timeout.AGENT else None)


def leave_to(ctx: Context, game: Game, event: TimedOut, agent: str | None) -> Act:
    """Return the act by which a timed-out seat goes to an agent, for a while or by resigning."""
    done = (
        resignation(game, event.seat, agent)
        if event.action == Timeout.RESIGN
        else [SeatStoodIn(event.seat, **agent_fields(agent))]
    )
    return Act(None, [*closing(game.table, timed_out=True), event, *done], ctx.clock(), game.play)


def act_for(ctx: Context, game: Game, event: TimedOut, command: Any) -> Act:
    """Return the act by which the table carries out a command for a timed-out seat; it is not the seat's own act."""
    return replace(decide(ctx, game, event.seat, [command], [event])[0], seat=None)


_HANDLERS: Final[dict[str, Callable[[Context, str], None]]] = {
    deadlines.START_DEADLINE: _expire_unstarted,
    deadlines.VOTE_DEADLINE: expire_vote,
    deadlines.CLOCK_DEADLINE: run_out,
    deadlines.ENDS_DEADLINE: expire,
    deadlines.FILL_DEADLINE: fill,
    deadlines.LATE_DEADLINE: replace_late,
    deadlines.ORDERS_DEADLINE: carry_out_orders,
    deadlines.PAUSE_DEADLINE: wake,
    deadlines.EXPIRY_DEADLINE: _expire_abandoned,
    deadlines.IMPORT_DEADLINE: _expire_import,
}
"""Maps deadline names to handlers; the sweep handles those of AI seats itself."""
