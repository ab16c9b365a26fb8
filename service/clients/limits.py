"""Keeps what the administrator has set for single clients: how many games of agents they may have, or no new games.

That is one fact for each client under an owner of its own. A process trusts what it read for a second, and for as long
as the store does not answer.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Final, cast

import orjson

from eventstore.outages import StoreAway
from service.clients.api_keys import ADMIN_ID
from service.clients.ownership import Maker
from service.game.context import Context
from service.problems import Problem, too_many

OWNER: Final = "limits-of-clients"
TRUSTED_S: Final = 1.0
MOST: Final = 1_000
"""Limits for how many clients something is set."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Says what is set for a client: `ai_games` in place of the server's setting (None), and what it may not do.

    One that is `closed` makes no new games; one that is `blocked` takes no seats either. The players of a key that is
    `rated` may be rated in the server's list.
    """

    ai_games: int | None = None
    closed: bool = False
    blocked: bool = False
    rated: bool = False

    @property
    def document(self) -> dict[str, Any]:
        """Return what is set as the API shows it."""
        known = {name: value for name, value in asdict(self).items() if value is not None}
        return {name: value for name, value in known.items() if value or name not in ("blocked", "rated")}


NO_LIMITS: Final = Limits()


def all_limits(ctx: Context) -> dict[str, Limits]:
    """Return what is set, by client, without what a later version may have added."""
    kept = {client: orjson.loads(value) for client, value in ctx.store.facts(OWNER).items()}
    return {
        client: Limits(one["ai_games"], one["closed"], one.get("blocked", False), one.get("rated", False))
        for client, one in kept.items()
    }


def limits_of(ctx: Context, client: str) -> Limits:
    """Return what is set for a client, as it was a second ago at most, or longer while the store does not answer."""
    now = time.monotonic()
    until, known = cast("tuple[float, Mapping[str, Limits]]", ctx.limits.get(OWNER) or (0.0, {}))
    if until <= now:
        with suppress(StoreAway):
            known = all_limits(ctx)
            ctx.limits.put(OWNER, (now + TRUSTED_S, known))
    return known.get(client, NO_LIMITS)


def set_limits(ctx: Context, client: str, limits: Limits) -> None:
    """Set limits in place of those that there are; the process of another request may go on for a second.

    Raises Problem (403) for the administrator, who has none, and where too many clients have some.
    """
    if client == ADMIN_ID:
        raise Problem("forbidden", params={"why": "unlimited"})
    known = all_limits(ctx)
    if limits != NO_LIMITS and client not in known and len(known) >= MOST:
        raise too_many(MOST)
    ctx.store.set_facts(OWNER, {client: b"" if limits == NO_LIMITS else orjson.dumps(asdict(limits))})
    ctx.limits.drop_all()


def forget_limits(ctx: Context, client: str) -> None:
    """Delete what is set for a client that is forgotten."""
    ctx.store.set_facts(OWNER, {client: b""})


def require_open(ctx: Context, maker: Maker) -> None:
    """Raise Problem (403) if the administrator has closed or blocked a client, which makes no new games then."""
    require_unblocked(ctx, maker)
    if limits_of(ctx, maker.client).closed:
        raise Problem("forbidden", params={"why": "closed"})


def require_unblocked(ctx: Context, taker: Maker) -> None:
    """Raise Problem (403) if the administrator has blocked a client, which takes no seats then."""
    if limits_of(ctx, taker.client).blocked:
        raise Problem("forbidden", params={"why": "blocked"})
