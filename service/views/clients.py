"""Shows the administrator what clients do: their unfinished games, waiting jobs and worker time.

Games count for clients: a client is a pseudonym of an address, with all keys that visitors made there, or a key that
the administrator made. Pages follow the lists of `service/views/client_games.py`, so no game is loaded.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

from redis.exceptions import RedisError

from service.clients.api_keys import ADMIN_ID
from service.clients.limits import NO_LIMITS, all_limits
from service.game.context import Context
from service.game.data_keys import KEY_ID
from service.problems import invalid_parameter, not_found
from service.views.client_games import CLIENT_GAMES, CLIENTS, agents_of, games_of

CLIENT: Final = re.compile(rf"address-[0-9a-f]{{18}}|{KEY_ID.pattern}|{ADMIN_ID}")
"""Matches the ids of clients."""
LONGEST: Final = 64
MOST: Final = 50
"""Limits the clients of a page."""
MOST_NEWEST: Final = 100
"""Limits the games of a client that are listed."""


def clients_page(
    ctx: Context, limit: int = MOST, cursor: str | None = None, name: str = "after", *, limited: bool = False
) -> dict[str, Any]:
    """Return a page of the clients that have unfinished games, or `limited` of their own, the highest id first.

    Raises Problem (422) for an invalid cursor; `name` is that of its parameter.
    """
    if cursor is not None and not CLIENT.fullmatch(cursor):
        raise invalid_parameter(name, "cursor")
    found = (_next_limited if limited else _next)(ctx, limit + 1, cursor)
    page: dict[str, Any] = {"clients": _documents(ctx, found[:limit])}
    return page | ({"next": found[limit - 1]} if len(found) > limit else {})


def all_clients(ctx: Context, *, limited: bool = False) -> Iterator[dict[str, Any]]:
    """Yield all clients of these pages."""
    page = clients_page(ctx, limited=limited)
    yield from page["clients"]
    while "next" in page:
        page = clients_page(ctx, cursor=page["next"], limited=limited)
        yield from page["clients"]


def client_document(ctx: Context, client: str) -> dict[str, Any]:
    """Return the activity of a client, with its newest games; raises Problem (404) for an invalid id."""
    require_client(client)
    newest = ctx.store.rows.list_rows(CLIENT_GAMES, games_of(client), MOST_NEWEST)
    return _documents(ctx, [client])[0] | {"newest": [row.game for row in newest]}


def require_client(client: str) -> None:
    """Raise Problem (404) for an invalid client id; only its form is checked, since idle clients are not stored."""
    if not CLIENT.fullmatch(client):
        raise not_found("client")


def _next(ctx: Context, count: int, cursor: str | None) -> list[str]:
    """Return the next clients after a cursor, with one query each: the next row of another client."""
    found: list[str] = []
    before = None if cursor is None else (cursor, "")
    while len(found) < count:
        rows = ctx.store.rows.list_rows(CLIENT_GAMES, CLIENTS, 1, before)
        if not rows:
            break
        found.append(rows[0].place)
        before = (rows[0].place, "")
    return found


def _next_limited(ctx: Context, count: int, cursor: str | None) -> list[str]:
    found = sorted(all_limits(ctx), reverse=True)
    return [client for client in found if cursor is None or client < cursor][:count]


def _documents(ctx: Context, clients: Sequence[str]) -> list[dict[str, Any]]:
    names = [name for client in clients for name in (games_of(client), agents_of(client))]
    counts = ctx.store.rows.counts(CLIENT_GAMES, names) if names else []
    work, limits = _work(ctx, clients), all_limits(ctx)
    return [
        {"id": client, "games": games, "ai_games": of_agents, "limits": limits.get(client, NO_LIMITS).document}
        | work.get(client, {})
        for client, games, of_agents in zip(clients, counts[::2], counts[1::2], strict=True)
    ]


def _work(ctx: Context, clients: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the waiting jobs and the worker time of clients; nothing while the queues' store does not answer."""
    shares = ctx.jobs.shares
    with suppress(RedisError):
        spent = shares.used_s(clients)
        return {
            client: {"jobs": shares.waiting(client), "worker_seconds": round(spent[client], 1)} for client in clients
        }
    return {}
