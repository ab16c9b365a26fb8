"""Validates arenas, in which agents play each other; a job plays them in slices, and none of their games is hosted."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from service.game.context import Context
from service.game.idempotency import Key
from service.game.results import Queued
from service.handlers.checks import configured, named_agent, ruleset_named
from service.handlers.long_jobs import queue_long

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
    return queue_long(ctx, "arena", "arena", lambda: [_plan(ctx, wish), share], credential, key)


def _plan(ctx: Context, wish: ArenaWish) -> dict[str, Any]:
    """Return the request with all defaults filled in."""
    ruleset = ruleset_named(ctx, wish.ruleset)
    for number, agent in enumerate(wish.agents):
        named_agent(ruleset, agent, f"agents.{number}")
    config = configured(ruleset, len(wish.agents), wish.map, wish.modules, wish.options, "agents")
    seed = secrets.token_hex(_SEED_BYTES) if wish.seed is None else wish.seed
    return {
        "ruleset": ruleset.name,
        "agents": list(wish.agents),
        "games": wish.games,
        "seed": seed,
        "config": asdict(config),
    }
