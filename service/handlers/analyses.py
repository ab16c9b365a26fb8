"""Validates requests to analyze a game, or to review a finished one; a job then does it.

An analysis uses what the caller may know, a review the whole game. Whether analyses are allowed in a running game is
the table's choice, shown in its view.
"""

from dataclasses import dataclass
from typing import Any, Final

from service.clients.authentication import Caller
from service.clients.budgets import require_budget
from service.game.context import Context
from service.game.engine_help import is_like_withheld, is_withheld
from service.game.games import Game
from service.game.idempotency import Key, queue_long
from service.game.results import Queued
from service.handlers.new_seats import require_agent
from service.problems import beyond_head, forbidden, invalid, missing_credential, refusal
from service.views.spectator_delay import visible
from workers.agents.catalog import default_agent, newest

LEAST_BUDGET_MS: Final = 10
MOST_BUDGET_MS: Final = 10_000
MOST_LIMIT: Final = 128
USUAL_LIMIT: Final = 5


@dataclass(frozen=True, slots=True)
class AnalysisWish:
    """Describes the requested analysis: by default of the newest version, as the caller's own seat."""

    seat: int | None = None
    version: int | None = None
    budget_ms: int | None = None
    agent: str | None = None
    limit: int = USUAL_LIMIT


def request_analysis(
    ctx: Context, caller: Caller, wish: AnalysisWish, language: str, share: str, key: Key | None = None
) -> Queued:
    """Queue an analysis of what the caller may know; `share` says whose worker time it uses.

    Raises Problem: 403 for another seat of a running game, 409 if the table allows no analyses yet, 404 for a version
    to come.
    """

    def judge() -> list[Any]:
        game = visible(ctx, caller)
        options = _judge(ctx, game, caller, wish) | {"language": language}
        require_budget(ctx, share, [options["agent"]])
        return [game.id, wish.version or game.version, share, options]

    return queue_long(ctx, "analysis", "analyze", judge, caller.credential, key, game=caller.game)


def _judge(ctx: Context, game: Game, caller: Caller, wish: AnalysisWish) -> dict[str, Any]:
    if (wish.version or 0) > game.version:
        raise beyond_head(game.version)
    if wish.seat is not None and wish.seat >= len(game.table.seats):
        raise invalid("seat", "no_such_seat", minimum=0, maximum=len(game.table.seats) - 1)
    agent = require_agent(game.ruleset, wish.agent or default_agent(game.ruleset.name))
    seat = seat_to_show(game, caller, wish.seat)
    if is_withheld(ctx, game):
        raise refusal("analysis.running")
    at = ctx.games.load(game.id, wish.version or game.version)
    if at.position is None:
        raise refusal("game.not_started")
    if is_like_withheld(ctx, at):
        raise refusal("analysis.running")
    return {"seat": seat, "agent": agent, "budget_ms": wish.budget_ms, "limit": wish.limit}


def seat_to_show(game: Game, caller: Caller, wanted: int | None) -> int | None:
    """Return the seat whose knowledge is used: the caller's; after the end any, since the record is public then.

    Raises Problem: 401 or 403 for another seat of a running game, 422 for a seat that the game does not have.
    """
    if wanted is None or wanted == caller.seat or game.table.finished:
        return caller.seat if wanted is None else wanted
    if caller.credential is None:
        raise missing_credential("token_of_this_seat")
    raise forbidden("owner_token" if caller.is_owner else "token_of_another_seat", "token_of_this_seat")


def request_review(ctx: Context, caller: Caller, language: str, share: str, key: Key | None = None) -> Queued:
    """Queue a review of a game for anyone who may see it; `share` says whose worker time it uses.

    Raises Problem (409) before the end of the game and, for a branch, before the end of an ancestor that allows no
    analyses while it runs.
    """

    def judge() -> list[Any]:
        game = visible(ctx, caller)
        if not game.table.finished:
            raise refusal("review.running")
        if is_withheld(ctx, game):
            raise refusal("analysis.running")
        if game.position is None:
            raise refusal("game.not_started")
        require_budget(ctx, share)
        options = {"agent": newest(default_agent(game.ruleset.name)), "language": language}
        return [game.id, game.version, share, options]

    return queue_long(ctx, "review", "review", judge, caller.credential, key, game=caller.game)
