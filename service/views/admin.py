"""Shows the administrator what clients do, and the unfinished games of all of them.

Games count for clients: a client is a pseudonym of an address, with all keys that visitors made there, or a key that
the administrator made. Pages follow the lists of `service/views/client_games.py`, so no game is loaded for a page of
clients. Private games are listed too, without their hidden information; a page of games looks at as many as it may
list, so it may be short or empty though more follow.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from redis.exceptions import RedisError

from service.clients.api_keys import ADMIN_ID
from service.clients.limits import NO_LIMITS, all_limits
from service.clients.names import names_at_all
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.data_keys import KEY_ID
from service.game.games import Game
from service.game.quarantine import UNREAD
from service.game.row_pages import page_of_rows
from service.problems import invalid_parameter, not_found
from service.process.wall_clock import write_time
from service.views.client_games import CLIENT_GAMES, CLIENTS, agents_of, games_of, load_game

CLIENT: Final = re.compile(rf"address-[0-9a-f]{{18}}|{KEY_ID.pattern}|{ADMIN_ID}")
"""Matches the ids of clients."""
LONGEST_ID: Final = 64
LONGEST_CURSOR: Final = 200
"""Limits the characters of a cursor between games."""
MOST: Final = 50
"""Limits the clients or games of a page."""
STATUSES: Final = ("open", "running")
_CURSOR: Final = re.compile(r"([\w-]{1,64})\.([\w-]{1,64})", re.ASCII)
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
    if limited:
        found = [client for client in sorted(all_limits(ctx), reverse=True) if cursor is None or client < cursor]
    else:
        found = _next(ctx, limit + 1, cursor)
    page: dict[str, Any] = {"clients": _client_documents(ctx, found[:limit])}
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
    return _client_documents(ctx, [client])[0] | {"newest": [row.game for row in newest]}


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


def _client_documents(ctx: Context, clients: Sequence[str]) -> list[dict[str, Any]]:
    names = [name for client in clients for name in (games_of(client), agents_of(client))]
    counts = ctx.store.rows.counts(CLIENT_GAMES, names) if names else []
    work, limits = _work(ctx, clients), all_limits(ctx)
    return [
        {"id": client, "games": games, "ai_games": of_agents, "limits": limits.get(client, NO_LIMITS).document}
        | work.get(client, {})
        for client, games, of_agents in zip(clients, counts[::2], counts[1::2], strict=True)
    ]


def _work(ctx: Context, clients: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the waiting jobs and the worker time of clients; nothing without one of the queues' stores."""
    with suppress(RedisError):
        spent = [queues.shares.used_s(clients) for queues in ctx.jobs.all]
        return {
            client: {
                "jobs": sum(queues.shares.waiting(client) for queues in ctx.jobs.all),
                "worker_seconds": round(sum(found[client] for found in spent), 1),
            }
            for client in clients
        }
    return {}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Describes which games to list: those of a client, in a state, without a new version for some days."""

    client: str | None = None
    status: str | None = None
    idle_days: int = 0

    def fits(self, game: Game, now_ms: int) -> bool:
        """Return whether a game is to be listed, whatever its client."""
        is_idle = now_ms - game.time_of(game.version) >= self.idle_days * DAY_MS
        return not game.table.finished and self.status in (None, game.table.status) and is_idle


def all_games_page(
    ctx: Context, wanted: Wanted, limit: int = MOST, cursor: str | None = None, name: str = "after"
) -> dict[str, Any]:
    """Return a page of games, those of a client from the newest on, otherwise by client.

    Raises Problem (422) for an invalid cursor; `name` is that of its parameter.
    """
    if wanted.client is not None and not CLIENT.fullmatch(wanted.client):
        return {"games": []}
    place = CLIENTS if wanted.client is None else games_of(wanted.client)
    looked, following = page_of_rows(ctx, CLIENT_GAMES, place, cursor, limit, _CURSOR, name)
    now = ctx.clock()
    found = [(row.body.decode(), game) for row in looked if (game := _readable(ctx, row.game)) is not None]
    found = [(client, game) for client, game in found if wanted.fits(game, now)]
    names = names_at_all(ctx, [game.id for _, game in found]) if found else {}
    return {"games": [_game_document(game, client, names[game.id]) for client, game in found], **following}


def all_games(ctx: Context, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Yield all games of these pages."""
    page = all_games_page(ctx, wanted)
    yield from page["games"]
    while "next" in page:
        page = all_games_page(ctx, wanted, cursor=page["next"])
        yield from page["games"]


def _readable(ctx: Context, game_id: str) -> Game | None:
    try:
        return load_game(ctx, game_id)
    except UNREAD:
        return None


def _game_document(game: Game, client: str, names: dict[int, str]) -> dict[str, Any]:
    seats = [{"seat": number, "kind": seat.kind} for number, seat in enumerate(game.table.seats)]
    return {
        "id": game.id,
        "client": client,
        "ruleset": game.ruleset.name,
        "status": game.table.status,
        "version": game.version,
        "private": game.table.opened.private,
        "created": write_time(game.line.time_of(1)),
        "changed": write_time(game.time_of(game.version)),
        "seats": [seat | ({"name": names[seat["seat"]]} if seat["seat"] in names else {}) for seat in seats],
    }
