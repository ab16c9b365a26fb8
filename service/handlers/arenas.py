"""Validates arenas, in which agents and bots play each other; a job plays them in slices.

Agents alone play in memory. Where bots take part, every game is hosted (`service/handlers/arena_games.py`).
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from domain.core.ruleset import Ruleset
from service.clients.limits import require_open
from service.clients.ownership import Maker
from service.game.context import Context
from service.game.debts import PATIENCE_S
from service.game.idempotency import Key
from service.game.results import Queued
from service.handlers.checks import configure, name_agent, ruleset_named
from service.handlers.long_jobs import queue_long
from service.handlers.new_seats import NewSeat, with_agent
from service.problems import invalid, missing_credential
from service.webhooks.registry import require_hook

MOST_GAMES: Final = 200
_SEED_BYTES: Final = 8
_SECRET_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class ArenaWish:
    """Describes an arena: who plays in it, and the number of games.

    The participants are `agents` by name, or `entrants`, some of which may be bots. There are as many of them as seats,
    and they change seats from game to game. `deadline_s` is the time in which a bot must act.
    """

    ruleset: str
    games: int
    agents: Sequence[str] = ()
    entrants: Sequence[NewSeat] = ()
    map: str | None = None
    modules: Sequence[str] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str | None = None
    deadline_s: int = PATIENCE_S


def request_arena(
    ctx: Context, wish: ArenaWish, credential: str | None, maker: Maker, key: Key | None = None
) -> Queued:
    """Queue an arena, whose worker time counts to its maker's share.

    Raises Problem: 422 for an unknown game, agent or webhook, 401 for bots without an API key, 403 for a client that is
    closed.
    """
    return queue_long(ctx, "arena", "arena", lambda: [_plan(ctx, wish, maker), maker.share], credential, key)


def _plan(ctx: Context, wish: ArenaWish, maker: Maker) -> dict[str, Any]:
    """Return the request with all defaults filled in."""
    require_open(ctx, maker)
    ruleset = ruleset_named(ctx, wish.ruleset)
    for number, agent in enumerate(wish.agents):
        name_agent(ruleset, agent, f"agents.{number}")
    entrants = [_entrant(ctx, ruleset, f"entrants.{number}", seat, maker) for number, seat in enumerate(wish.entrants)]
    agents = [*wish.agents, *(seat.agent or "" for seat in entrants)]
    member = "entrants" if entrants else "agents"
    config = configure(ruleset, len(agents), wish.map, wish.modules, wish.options, member)
    plan = {
        "ruleset": ruleset.name,
        "agents": agents,
        "games": wish.games,
        "seed": secrets.token_hex(_SEED_BYTES) if wish.seed is None else wish.seed,
        "config": asdict(config),
    }
    return plan | (_plan_hosted(entrants, wish, maker) if any(seat.kind == "bot" for seat in entrants) else {})


def _entrant(ctx: Context, ruleset: Ruleset, place: str, seat: NewSeat, maker: Maker) -> NewSeat:
    """Return an entrant as its seats will be; a bot has no stand-in, since it forfeits games in which it is late."""
    if seat.kind != "bot":
        return with_agent(ruleset, place, seat)
    if seat.agent is not None or seat.level is not None:
        raise invalid(f"{place}.{'level' if seat.agent is None else 'agent'}", "not_ai")
    if maker.key is None:
        raise missing_credential("api_key")
    if seat.webhook is not None:
        require_hook(ctx, place, seat.webhook, maker.key)
    return replace(seat, deadline_s=None)


def _plan_hosted(entrants: Sequence[NewSeat], wish: ArenaWish, maker: Maker) -> dict[str, Any]:
    """Return the additional members of a plan of hosted games; the secret makes their creation idempotent."""
    return {
        "entrants": [asdict(seat) for seat in entrants],
        "deadline_s": wish.deadline_s,
        "maker": asdict(maker),
        "secret": secrets.token_hex(_SECRET_BYTES),
    }
