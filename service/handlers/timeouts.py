"""Times out seats whose time has run out, with one version each.

An open vote delays no timeout; a timeout closes it.
"""

from dataclasses import replace
from typing import Any

from service.game import clocks
from service.game.append import Act
from service.game.clocks import Owing, next_due
from service.game.context import Context
from service.game.deadlines import CLOCK_DEADLINE
from service.game.games import Game
from service.handlers.accept import Accepted, Request, accept
from service.handlers.commands import decide
from service.handlers.resignation import resignation
from service.table.choices import Timeout
from service.table.clock_events import TimedOut
from service.table.kinds import MOST_SEATS
from service.table.seat_events import SeatStoodIn
from service.table.vote_kinds import closing
from workers.agents.catalog import default_agent


def run_out(ctx: Context, game_id: str) -> None:
    """Time out every late seat of a game, and set the next deadline."""
    for _ in range(MOST_SEATS):
        if not accept(ctx, Request(game_id, bool), _time_out_one):
            return


def _time_out_one(ctx: Context, game: Game) -> Accepted[bool]:
    """Time out the seat that has been late the longest; return False if none is late."""
    late = clocks.late(game, ctx.clock())
    if late:
        return Accepted(game, True, [_time_out(ctx, game, late[0])])
    _remind(ctx, game)
    return Accepted(game, False)


def _remind(ctx: Context, game: Game) -> None:
    """Set the clock's deadline again, unless an append has set it meanwhile."""
    ctx.store.set_deadlines(game.id, {CLOCK_DEADLINE: next_due(game)})
    newer = ctx.games.load(game.id)
    if newer.version != game.version:
        ctx.store.set_deadlines(game.id, {CLOCK_DEADLINE: next_due(newer)})


def _time_out(ctx: Context, game: Game, owing: Owing) -> Act:
    clock = game.table.opened.clock or {}
    seat, frame, parent = owing.obligation
    action = Timeout.of(clock["on_timeout"])
    event = TimedOut(seat, frame, action, parent)
    if action == Timeout.DEFAULT:
        return _default(ctx, game, event)
    return leave_to(ctx, game, event, default_agent(game.ruleset.name) if action == Timeout.AGENT else None)


def leave_to(ctx: Context, game: Game, event: TimedOut, agent: str | None) -> Act:
    """Return the act by which a timed-out seat goes to an agent, for a while or by resigning."""
    done = (
        resignation(game, event.seat, agent)
        if event.action == Timeout.RESIGN
        else [SeatStoodIn(event.seat, agent or "")]
    )
    return Act(None, [*closing(game.table, timed_out=True), event, *done], ctx.clock(), game.play)


def _default(ctx: Context, game: Game, event: TimedOut) -> Act:
    """Return the act of the least consequential legal command, carried out for the seat."""
    actions = game.ruleset.actions(game.position, event.seat)
    return act_for(ctx, game, event, actions.idle_command(game.luck(event.seat)))


def act_for(ctx: Context, game: Game, event: TimedOut, command: Any) -> Act:
    """Return the act by which the table carries out a command for a timed-out seat; it is not the seat's own act."""
    return replace(decide(ctx, game, event.seat, [command], [event])[0], seat=None)
