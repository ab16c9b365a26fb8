"""Validates requests to review a finished game; a job then computes the review from the whole game."""

from typing import Any

from service.clients.authentication import Caller
from service.game.context import Context
from service.game.engine_help import is_withheld
from service.game.games import Game
from service.game.idempotency import Key
from service.game.results import Queued
from service.handlers.long_jobs import queue_long
from service.problems import refusal
from service.views.spectator_delay import visible
from workers.agents.catalog import default_agent


def request_review(ctx: Context, caller: Caller, language: str, share: str, key: Key | None = None) -> Queued:
    """Queue a review of a game for anyone who may see it; `share` says whose worker time it uses.

    Raises Problem (409) before the end of the game and, for a branch, before the end of an ancestor that allows no
    analyses while it runs.
    """

    def judge() -> list[Any]:
        game = visible(ctx, caller)
        _check(ctx, game)
        options = {"agent": default_agent(game.ruleset.name), "language": language}
        return [game.id, game.version, share, options]

    return queue_long(ctx, "review", "review", judge, caller.credential, key, is_lasting=True)


def _check(ctx: Context, game: Game) -> None:
    if not game.table.finished:
        raise refusal("review.running")
    if is_withheld(ctx, game):
        raise refusal("analysis.running")
    if game.position is None:
        raise refusal("game.not_started")
