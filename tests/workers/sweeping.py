"""Provides what the tests of the sweep share."""

from service.game.context import Context, compose
from service.game.late_seats import AI_GRACE_MS

GRACE_S = AI_GRACE_MS / 1000 + 1


def queued(ctx: Context) -> list[str]:
    return ctx.jobs.ai.queue.get_job_ids()


def another(ctx: Context, *rulesets: object) -> Context:
    """Return the context of another process, which remembers nothing and offers these rulesets."""
    offered = {ruleset.name: ruleset for ruleset in rulesets} if rulesets else ctx.rulesets  # type: ignore[attr-defined]
    made = compose(ctx.settings, ctx.store, offered, ctx.jobs, ctx.clock)
    made.games.quarantine.read()
    return made
