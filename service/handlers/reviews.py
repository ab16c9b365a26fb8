"""Validates requests to review a finished game; a job then computes the review from the whole game."""

from service.clients.authentication import Caller
from service.game.context import Context
from service.game.engine_help import is_withheld
from service.game.idempotency import Key, job_key, queued_before
from service.game.results import Queued
from service.problems import refused
from service.views.spectator_delay import visible
from workers.agents.catalog import default_agent


def request_review(ctx: Context, caller: Caller, language: str, share: str, key: Key | None = None) -> Queued:
    """Queue a review of a game for anyone who may see it; `share` says whose worker time it uses.

    Raises Problem: 409 before the end of the game and, for a branch, before the end of a game that it came from and
    that allows no analyses while it runs.
    """
    earlier = queued_before(ctx, "review", key, caller.credential)
    if earlier is not None:
        return earlier
    game = visible(ctx, caller)
    if not game.table.finished:
        raise refused("review.running")
    if is_withheld(ctx, game):
        raise refused("analysis.running")
    if game.position is None:
        raise refused("game.not_started")
    options = {"agent": default_agent(game.ruleset.name), "language": language}
    arguments = [game.id, game.version, share, options]
    function, name = "workers.jobs.review", job_key(key)
    return Queued(ctx.jobs.enqueue("review", function, arguments, caller.credential, name, is_long=True))
