"""Seats of third-party bots: a bot that does not act in time is stood in for by the agent that its seat declares.

What a bot owes is told to it (`pending`, or its webhook) whenever it is asked anew; from then on the `deadline_s` of
its seat counts. When that is over the agent acts for the seat until it owes nothing; the seat stays the bot's.
"""

from collections.abc import Sequence
from typing import Final

from service.game.clocks import later
from service.game.context import Context
from service.game.debts import debts_of
from service.game.games import Game

PATIENCE_S: Final = 30
"""The seconds that a bot with an agent to stand in for it has, where its seat does not say."""
LONGEST_PATIENCE_S: Final = 86_400


def covered_from(game: Game) -> dict[int, int]:
    """When (ms) the agents of the bots that must act begin to act for them, by seat."""
    table = game.table.seats
    bots = [seat for seat in game.table.seats_of("bot") if table[seat].agent and table[seat].deadline_s]
    if not bots:
        return {}
    owed = [debt for debt in debts_of(game, bots) if debt.must]
    return {debt.seat: later(game, debt.since, 1000 * table[debt.seat].deadline_s) for debt in owed}


def overdue(ctx: Context, game: Game) -> list[int]:
    """The seats of bots that are late now."""
    now = ctx.clock()
    due = covered_from(game)
    return [seat for seat, at in due.items() if at <= now]


def next_due(game: Game) -> int:
    """When (ms) the next bot will be late; 0 when none can be."""
    return min(covered_from(game).values(), default=0)


def seats_for_agents(ctx: Context, game: Game) -> Sequence[int]:
    """The seats that an agent is to move now: AI seats, and those of bots that are late."""
    return [] if game.table.paused else [*game.table.seats_of("ai"), *overdue(ctx, game)]
