"""The lobby: the public games, followed through the feeds, the newest first.

A row says what a spectator may see. Where spectators lag behind by seconds it is kept as it will be when they have seen
all, with the time of that: until then a reader has it made anew, for nothing happens in the log when the time comes.
"""

from typing import Any, Final

import orjson

from eventstore.feed import Projection, Runner
from service.context import Context
from service.delays import caught_up_at, visible
from service.games import Game
from service.holdings import Party
from service.imported import is_imported
from service.names import names_at
from service.problems import Problem, invalid
from service.seats import Caller

LOBBY: Final = "lobby"
MOST_GAMES: Final = 50
HIDDEN: Final = ("created", "lags_until")
"""Members of a row that are not shown."""


class Lobby(Projection):
    """One row a public game: its ruleset, status, version, seats and when it was made."""

    name = LOBBY

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._touched: set[str] = set()

    def apply(self, game: str, version: int) -> None:
        """Note that a game went on; its row is made once a page."""
        self._touched.add(game)

    def forget(self, game: str) -> None:
        """Note that a game was deleted."""
        self._touched.add(game)

    def clear(self) -> None:
        """Take out every row."""
        self.ctx.store.put_rows(LOBBY, dict.fromkeys(self.ctx.store.rows(LOBBY), b""))

    def settle(self) -> None:
        """Make the rows of all games that went on."""
        self.ctx.store.put_rows(LOBBY, {game: self._row(game) for game in self._touched})
        self._touched.clear()

    def _row(self, game_id: str) -> bytes:
        try:
            game = self.ctx.games.load(game_id)
        except Problem:
            return b""
        return b"" if game.table.opened.private else orjson.dumps(_kept_row(self.ctx, game))


def _kept_row(ctx: Context, game: Game) -> dict[str, Any]:
    until = caught_up_at(ctx, game)
    return _row_of(ctx, game) | {"lags_until": until} if until else _row_for(ctx, game, Caller(game.id))


def _row_for(ctx: Context, game: Game, caller: Caller) -> dict[str, Any]:
    """The row of a game at its head, as far as a caller may see it by now."""
    return _row_of(ctx, visible(ctx, caller, game))


def _row_of(ctx: Context, game: Game) -> dict[str, Any]:
    marked = {"imported": True} if is_imported(game.id) else {}
    return marked | {
        "id": game.id,
        "ruleset": game.ruleset.name,
        "status": game.table.status,
        "version": game.version,
        "unfair": game.table.opened.unfair,
        "seats": [
            {"seat": number, "kind": seat.kind, **({"agent": seat.agent} if seat.agent else {})}
            for number, seat in enumerate(game.table.seats)
        ],
        "created": ctx.games.time_of(game.id, 1),
    }


def follow_feeds(ctx: Context) -> int:
    """Bring the lobby up to date; returns how many versions were new."""
    return Runner(ctx.store, Lobby(ctx)).catch_up()


def games_page(
    ctx: Context,
    status: str | None = None,
    ruleset: str | None = None,
    cursor: str | None = None,
    limit: int = MOST_GAMES,
    party: Party | None = None,
) -> dict[str, Any]:
    """Public games, or those of a party, the newest first; `next` is the cursor of the page that follows.

    422 for a cursor of no kind.
    """
    before = _place(cursor) if cursor else None
    rows = _public(ctx) if party is None else _of_party(ctx, party)
    wanted = {"status": status, "ruleset": ruleset}
    found = [
        row
        for row in rows
        if all(row[name] == value for name, value in wanted.items() if value is not None)
        and (before is None or (row["created"], row["id"]) < before)
    ]
    found.sort(key=lambda row: (row["created"], row["id"]), reverse=True)
    page: dict[str, Any] = {"games": [_shown(ctx, row) for row in found[:limit]]}
    return page | ({"next": _cursor(found[limit - 1])} if len(found) > limit else {})


def _public(ctx: Context) -> list[dict[str, Any]]:
    follow_feeds(ctx)
    now = ctx.clock()
    rows = (orjson.loads(row) for row in ctx.store.rows(LOBBY).values())
    return [row for row in (_brought_up(ctx, row, now) for row in rows) if row is not None]


def _brought_up(ctx: Context, row: dict[str, Any], now: int) -> dict[str, Any] | None:
    """A row, made anew while spectators lag behind; None when its game is gone."""
    if row.get("lags_until", 0) <= now:
        return row
    try:
        return _row_for(ctx, ctx.games.load(row["id"]), Caller(row["id"]))
    except Problem:
        return None


def _of_party(ctx: Context, party: Party) -> list[dict[str, Any]]:
    games = (party.load(ctx, game_id) for game_id in party.games(ctx))
    mine = (game for game in games if game is not None and party.has_part(ctx, game))
    return [_row_for(ctx, game, _member(ctx, game, party)) for game in mine]


def _member(ctx: Context, game: Game, party: Party) -> Caller:
    """As whom a party sees a game: by one of its seats, else as a spectator."""
    return Caller(game.id, next(iter(party.seats(ctx, game)), None))


def _shown(ctx: Context, row: dict[str, Any]) -> dict[str, Any]:
    """A row with the names of those who sit there now, which stand beside the log alone."""
    names = names_at(ctx, row["id"])
    for seat in row["seats"]:
        if seat["seat"] in names and seat["kind"] != "open":
            seat["name"] = names[seat["seat"]]
    return {name: value for name, value in row.items() if name not in HIDDEN}


def _cursor(row: dict[str, Any]) -> str:
    return f"{row['created']}.{row['id']}"


def _place(cursor: str) -> tuple[int, str]:
    created, _, game = cursor.partition(".")
    if not (created.isascii() and created.isdigit() and game):
        raise invalid("cursor", "other")
    return int(created), game
