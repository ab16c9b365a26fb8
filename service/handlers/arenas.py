"""Validates arenas, in which agents play each other; a job plays them in slices, and none of their games is hosted."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from domain.core.errors import InvalidConfiguration
from service.game.context import Context
from service.game.idempotency import Key, job_key, queued_before
from service.game.results import Queued
from service.handlers.create_game import agents_for
from service.nearest import offered
from service.problems import invalid, misconfigured
from workers.agents.catalog import BY_ID

MOST_GAMES: Final = 200
_SEED_BYTES: Final = 8


@dataclass(frozen=True, slots=True)
class ArenaWish:
    """Describes an arena: one agent per seat, and the number of games; the agents rotate through the seats."""

    ruleset: str
    agents: Sequence[str]
    games: int
    map: str | None = None
    modules: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str | None = None


def request_arena(ctx: Context, wish: ArenaWish, credential: str | None, share: str, key: Key | None = None) -> Queued:
    """Queue an arena; `share` says whose worker time it uses. Raises Problem (422) for an unknown game or agent."""

    earlier = queued_before(ctx, "arena", key, credential)
    if earlier is not None:
        return earlier
    arguments = [_plan(ctx, wish), share]
    return Queued(ctx.jobs.enqueue("arena", "workers.jobs.arena", arguments, credential, job_key(key), is_long=True))


def _plan(ctx: Context, wish: ArenaWish) -> dict[str, Any]:
    """Return the request with all defaults filled in."""
    ruleset = ctx.rulesets.get(wish.ruleset)
    if ruleset is None:
        raise invalid("ruleset", "choice", **offered(wish.ruleset, ctx.rulesets))
    for number, agent in enumerate(wish.agents):
        if agent not in BY_ID or not BY_ID[agent].plays(ruleset.name):
            raise invalid(f"agents.{number}", "choice", **offered(agent, agents_for(ruleset.name)))
    try:
        config = ruleset.configure(len(wish.agents), wish.map, wish.modules, dict(wish.options))
    except InvalidConfiguration as error:
        error.field = "agents" if error.field == "seats" else error.field
        raise misconfigured(error) from None
    seed = secrets.token_hex(_SEED_BYTES) if wish.seed is None else wish.seed
    return {
        "ruleset": ruleset.name,
        "agents": list(wish.agents),
        "games": wish.games,
        "seed": seed,
        "config": asdict(config),
    }
