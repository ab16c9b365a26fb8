"""The lobby read ahead: one row a public game, kept in order of creation for every filter that readers may set.

A row says what a spectator may see. It is made in the background by whoever follows the feeds (the sweep does, each
second), and at once by the process that opens, changes or removes the game, so that its maker finds it there. Where
spectators lag behind by seconds the row stands in a list of its own too, by the time at which they see more.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import orjson
from redis.exceptions import RedisError

from eventstore.feed import Projection, Runner
from eventstore.records import FeedItem
from eventstore.rows import Row
from service.clients.authentication import Caller
from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import Quarantined, apart, make_good
from service.problems import Problem
from service.views.lobby_rows import place_of, places_of, row_of
from service.views.spectator_delay import shows_more_at, visible

LOBBY: Final = "games"
LAGGING: Final = "lagging"
MOST_LAGGING: Final = 500
"""Rows that one round makes anew because spectators may see more by now."""
_END_OF_TIME: Final = 10**15 - 1


class Lobby(Projection):
    """The rows of all public games, made once for each page of a feed in which their games went on."""

    name = LOBBY

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._touched: set[str] = set()
        self._made: dict[str, int] = {}

    def begin(self, items: Sequence[FeedItem]) -> None:
        """Note where versions stand that an older version of the service appended."""
        self.ctx.store.mark(items)

    def apply(self, game: str, version: int) -> None:
        """Note that a game went on, unless its row says so already."""
        if version > self._made.get(game, 0):
            self._touched.add(game)

    def forget(self, game: str) -> None:
        """Note that a game was deleted."""
        self._touched.add(game)

    def clear(self) -> None:
        """Take out every row."""
        self.ctx.store.rows.clear(LOBBY)
        self._made.clear()

    def settle(self) -> None:
        """Make the rows of all games that went on."""
        self._made |= keep_rows(self.ctx, self._touched)
        self._touched.clear()


def follow_feeds(ctx: Context) -> int:
    """Bring the lobby up to date; returns how many versions were new."""
    lobby = Lobby(ctx)
    make_good(ctx.games.quarantine, lobby)
    count = Runner(ctx.store, lobby).catch_up()
    first = ctx.store.rows.listed(LOBBY, LAGGING, MOST_LAGGING)
    keep_rows(ctx, [row.game for row in first if _END_OF_TIME - int(row.place) <= ctx.clock()])
    return count


def note_row(ctx: Context, game: str) -> None:
    """Bring the row of one game up to date at once; the sweep does it where the store does not answer."""
    with suppress(RedisError):
        keep_rows(ctx, [game])


def is_shown_otherwise(before: Game, after: Game) -> bool:
    """Whether a row shows more of a change than that the game went on."""
    if after.table.opened.private:
        return False
    if not before.version or before.table.status != after.table.status:
        return True
    if before.table.seats is after.table.seats:
        return False
    pairs = zip(before.table.seats, after.table.seats, strict=True)
    return any(old.kind != new.kind or old.agent != new.agent for old, new in pairs)


def keep_rows(ctx: Context, games: Iterable[str]) -> dict[str, int]:
    """Make the rows of some games anew, by their newest versions, which it returns; none of one gone or private.

    That of a game which cannot be read here stays as it is: a newer version of the service may have made it.
    """
    made = dict(_made(ctx, games))
    rows = [row for row in made.values() if row is not None]
    ctx.store.rows.put(LOBBY, rows)
    still = ctx.store.known([row.game for row in rows])  # a game may have been removed while its row was made
    ctx.store.rows.drop(LOBBY, [game for game in made if game not in still])
    return {row.game: row.version for row in rows}


def _made(ctx: Context, games: Iterable[str]) -> Iterator[tuple[str, Row | None]]:
    for game in games:
        with apart(game):
            try:
                yield game, _row(ctx, game)
            except Quarantined:
                ctx.games.quarantine.miss(LOBBY, game, 1)


def _row(ctx: Context, game_id: str) -> Row | None:
    try:
        game = ctx.games.load(game_id)
    except Quarantined:
        raise
    except Problem:
        return None
    return None if game.table.opened.private else _row_at(ctx, game)


def _row_at(ctx: Context, game: Game) -> Row:
    """The row of a game at its head, as far as a spectator may see it by now."""
    shown = row_of(visible(ctx, Caller(game.id), game))
    lags_until = shows_more_at(ctx, game)
    lagging = {LAGGING: place_of(_END_OF_TIME - lags_until)} if lags_until else {}
    return Row(game.id, game.version, places_of(shown) | lagging, orjson.dumps(shown))
