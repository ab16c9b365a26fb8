"""Decides when agents and third-party bots are late, and lets an agent stand in for a late bot.

A bot learns of each debt from `pending` or its webhook; from then on it has the `deadline_s` of its seat. After that
the agent acts until the seat has no more debts; the seat stays the bot's.
"""

from collections.abc import Sequence
from typing import Final

from service.game.clocks import later
from service.game.context import Context
from service.game.debts import debts_of
from service.game.games import Game

AI_GRACE_MS: Final = 10_000
"""Sets how long an AI seat may take for its debt; after that its job is queued again."""
PATIENCE_S: Final = 30
"""Sets the deadline in seconds of a bot with a stand-in agent whose seat declares none."""
LONGEST_PATIENCE_S: Final = 86_400


def cover_times(game: Game) -> dict[int, int]:
    """Return when (ms) an agent begins to stand in for each bot that must act, by seat."""
    table = game.table.seats
    bots = [seat for seat in game.table.seats_of("bot") if table[seat].agent and table[seat].deadline_s]
    if not bots:
        return {}
    owed = [debt for debt in debts_of(game, bots) if debt.must]
    return {debt.seat: later(game, debt.since, 1000 * table[debt.seat].deadline_s) for debt in owed}


def list_late(ctx: Context, game: Game) -> list[int]:
    """List the seats of bots that are late now."""
    now = ctx.clock()
    due = cover_times(game)
    return [seat for seat, at in due.items() if at <= now]


def next_due(game: Game) -> int:
    """Return when (ms) the next bot will be late; 0 if none can be."""
    return min(cover_times(game).values(), default=0)


def seats_for_agents(ctx: Context, game: Game) -> Sequence[int]:
    """List the seats that an agent should play now: AI seats, and those of late bots."""
    return [] if game.table.paused else [*game.table.seats_of("ai"), *list_late(ctx, game)]
