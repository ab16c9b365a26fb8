"""Provides what the tests of the sweep share."""

from service.game.context import Context, compose
from service.game.deadlines import AI_GRACE_MS
from service.handlers.commands import submit
from tests.toy import Wave
from tests.workers.conftest import new_game

GRACE_S = AI_GRACE_MS / 1000 + 1


def queued(ctx: Context) -> list[str]:
    return [job for queue in ctx.jobs.ai.queues.values() for job in queue.get_job_ids()]


def begun_game(ctx: Context) -> str:
    """Create a toy game of two people and make the first moves, after which seat 0 can wave; return its id."""
    game = new_game(ctx, "human", "human")
    for seat in range(2):
        loaded = ctx.games.load(game)
        submit(ctx, game, seat, [loaded.ruleset.actions(loaded.position, seat).templates[0].example])
    return game


def wave(ctx: Context, game: str, times: int = 1) -> int:
    """Wave several times in one command, and return the version after it."""
    return submit(ctx, game, 0, [Wave(2)] * times).version


def another(ctx: Context, *rulesets: object) -> Context:
    """Return the context of another process, which remembers nothing and offers these rulesets."""
    offered = {ruleset.name: ruleset for ruleset in rulesets} if rulesets else ctx.rulesets  # type: ignore[attr-defined]
    made = compose(ctx.settings, ctx.store, offered, ctx.jobs, ctx.clock)
    made.games.quarantine.read()
    return made
