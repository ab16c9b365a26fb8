"""Carries out what a game's creator chose for its seats: who fills those that stay open, and who plays for the late.

Both name an agent at creation, with its level and version. Where its version is no longer served, the newest plays; a
slow one for which there is no room gives way to a quick one where somebody is late, and is waited for where a seat is
filled.
"""

from typing import Final

from eventstore.records import Beside
from service.game import deadlines
from service.game.context import Context
from service.game.debts import overdue_times
from service.game.games import Act, Game
from service.handlers.accept import Accepted, Request, accept
from service.handlers.new_seats import agent_fields, newest_default, still_served
from service.handlers.seating import handing_over
from service.handlers.thinking import admit_agent
from service.problems import Problem
from service.table.seat_events import SeatHandedOver, SeatStoodIn, agent_named_by
from service.table.terms import MOST_SEATS, SeatKind

BUSY_MS: Final = 10_000
"""Sets after how many ms seats are filled for whose agents there was no room."""


def stand_in_for(ctx: Context, game: Game, number: int) -> str:
    """Return the agent that plays for a late player of a seat: that of the policy, or a quick one."""
    policy, usual = game.table.opened.stand_in, newest_default(game.ruleset)
    if policy is None:
        return usual
    agent = still_served(game.ruleset, agent_named_by(policy))
    try:
        admit_agent(ctx, game.id, game.table, number, agent)
    except Problem:
        return usual
    return agent


def fill(ctx: Context, game_id: str) -> None:
    """Give the open seats of a game that waits for people to agents, if their time has come; the game starts."""
    accept(ctx, Request(game_id, bool), _fill)


def _fill(ctx: Context, game: Game) -> Accepted[bool]:
    due, now = deadlines.fill_due(game), ctx.clock()
    if not due or due > now:
        deadlines.set_again(ctx, game, deadlines.FILL_DEADLINE, deadlines.fill_due)
        return Accepted(game, False)
    free, agent = game.table.seats_of("open"), still_served(game.ruleset, agent_named_by(game.table.opened.fill or {}))
    try:
        for number in free:
            admit_agent(ctx, game.id, game.table, number, agent)
    except Problem:
        ctx.store.set_deadlines(game.id, {deadlines.FILL_DEADLINE: now + BUSY_MS})
        return Accepted(game, False)
    act = handing_over(ctx, game, *[SeatHandedOver(number, SeatKind.AI, **agent_fields(agent)) for number in free])
    return Accepted(game, True, [act], Beside(names=dict.fromkeys(free, "")))


def replace_late(ctx: Context, game_id: str) -> None:
    """Let an agent play each seat that is overdue in a game without a clock, and set the next deadline."""
    for _ in range(MOST_SEATS):
        if not accept(ctx, Request(game_id, bool), _replace_one):
            return


def _replace_one(ctx: Context, game: Game) -> Accepted[bool]:
    due = overdue_times(game) if deadlines.replaces_late(game) else {}
    late = min(((at, seat) for seat, at in due.items() if at <= ctx.clock()), default=None)
    if late is not None:
        event = SeatStoodIn(late[1], **agent_fields(stand_in_for(ctx, game, late[1])))
        return Accepted(game, True, [Act(None, [event], ctx.clock(), game.play)])
    deadlines.set_again(ctx, game, deadlines.LATE_DEADLINE, deadlines.late_due)
    return Accepted(game, False)
