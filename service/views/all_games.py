"""Shows the administrator the unfinished games of all clients, private ones too, without their hidden information.

Pages follow the lists of `service/views/client_games.py`; a page looks at as many games as it may list, so it may be
short or empty though more follow.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from service.clients.names import names_at_all
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.problems import invalid_parameter
from service.process.wall_clock import write_time
from service.views.client_games import CLIENT_GAMES, CLIENTS, games_of, load_game
from service.views.clients import CLIENT

MOST: Final = 50
"""Limits the games of a page."""
LONGEST: Final = 200
"""Limits the characters of a cursor."""
STATUSES: Final = ("open", "running")
_PLACE: Final = re.compile(r"([\w-]{1,64})\.([\w-]{1,64})", re.ASCII)


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
    before = None if cursor is None else _place(cursor, name)
    place = CLIENTS if wanted.client is None else games_of(wanted.client)
    rows = ctx.store.rows.list_rows(CLIENT_GAMES, place, limit + 1, before)
    looked, now = rows[:limit], ctx.clock()
    found = [(row.body.decode(), game) for row in looked if (game := _readable(ctx, row.game)) is not None]
    found = [(client, game) for client, game in found if wanted.fits(game, now)]
    names = names_at_all(ctx, [game.id for _, game in found]) if found else {}
    page: dict[str, Any] = {"games": [_document(game, client, names[game.id]) for client, game in found]}
    return page | ({"next": f"{looked[-1].place}.{looked[-1].game}"} if len(rows) > limit else {})


def all_games(ctx: Context, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Yield all games of these pages."""
    page = all_games_page(ctx, wanted)
    yield from page["games"]
    while "next" in page:
        page = all_games_page(ctx, wanted, cursor=page["next"])
        yield from page["games"]


def _place(cursor: str, name: str) -> tuple[str, str]:
    found = _PLACE.fullmatch(cursor)
    if found is None:
        raise invalid_parameter(name, "cursor")
    return found[1], found[2]


def _readable(ctx: Context, game_id: str) -> Game | None:
    try:
        return load_game(ctx, game_id)
    except Quarantined:
        return None


def _document(game: Game, client: str, names: dict[int, str]) -> dict[str, Any]:
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
