"""Holds keys to their budgets: refuses new games beyond them, and lets quick agents play on where one is used up."""

from collections.abc import Iterable
from typing import Final

from service.clients.budgets import budget_of, find_left, key_of, require_agent_of, require_budget
from service.clients.ownership import share_of_maker
from service.game.context import Context
from service.game.games import Act, Game
from service.handlers.accept import Accepted, Request, accept
from service.handlers.new_seats import agent_fields, newest_default
from service.problems import Problem
from service.table.seat_events import AgentReplaced
from service.usage.budgets import Left
from service.views.client_games import counts
from workers.agents.catalog import AT_ONCE_MS, entry_named

RETRY_S: Final = 60
"""Sets after how many seconds to ask again for a game while there are too many at a time."""


def require_budget_for_game(ctx: Context, share: str, agents: Iterable[str]) -> Left | None:
    """Return what is left to a key that makes a game with these agents; None without a budget.

    Raises Problem: 429 if its processor time is used up, or if it has as many games at a time as it may have; 403 for
    an agent that it may not name.
    """
    left = require_budget(ctx, share, agents)
    if left is not None and left.budget.games is not None and counts(ctx, key_of(share)).games >= left.budget.games:
        most = left.budget.games
        raise Problem(
            "budget_used_up", params={"why": "games", "most": most}, retry_after=RETRY_S, budget="games", limit=most
        )
    return left


def require_agent_at(ctx: Context, game_id: str, agent: str) -> None:
    """Raise Problem (403) for an agent that the budget of the key which made a game does not allow."""
    key_id = key_of(share_of_maker(ctx, game_id))
    budget = budget_of(ctx, key_id) if key_id else None
    if budget is not None:
        require_agent_of(budget, agent)


def play_cheaply(ctx: Context, game_id: str, share: str) -> bool:
    """Put quick agents on the seats of slower ones if the budget of the game's share is used up; return whether it is.

    An event of the table for each seat names in the log who plays from then on, for the rest of the game.
    """
    left = find_left(ctx, share)
    if left is None or not left.is_used_up:
        return False
    if _slow_seats(ctx.games.load(game_id)):
        accept(ctx, Request(game_id, bool), _replace)
    return True


def _replace(ctx: Context, game: Game) -> Accepted[bool]:
    slow = _slow_seats(game) if game.table.status == "running" else []
    quick = agent_fields(newest_default(game.ruleset))
    events = [AgentReplaced(number, **quick) for number in slow]
    return Accepted(game, bool(events), [Act(None, events, ctx.clock(), game.play)] if events else ())


def _slow_seats(game: Game) -> list[int]:
    """List the seats on which an agent plays whose typical decision is not a quick one."""
    seats = [(number, seat.agent) for number, seat in enumerate(game.table.seats) if seat.kind == "ai"]
    entries = [(number, entry_named(agent)) for number, agent in seats]
    return [number for number, entry in entries if entry is not None and entry.typical_ms > AT_ONCE_MS]
