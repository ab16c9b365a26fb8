"""Projects the lobby: one row per public game, sorted by creation for every filter that clients may set.

A row holds what a spectator may see. It is made in the background by the process that follows the feeds (the sweep,
each second), and at once by the process that opens, changes or removes the game, so that its creator finds it. While
spectators lag behind by seconds, the row is also in a list sorted by the time at which they see more.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from redis.exceptions import RedisError

from eventstore.feed import Projection, Runner
from eventstore.outages import StoreAway
from eventstore.recent import Recent
from eventstore.records import FeedItem
from eventstore.rows import Row
from service.clients.authentication import Caller
from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import Quarantined, apart, make_good
from service.tracing import spans
from service.views.client_games import ClientGames, load_game
from service.views.lobby import place_of, places_of, row_of, split
from service.views.lobby_rows import REMEMBERED, RememberedRows
from service.views.spectator_delay import shows_more_at, visible

LOBBY: Final = "games"
LAGGING: Final = "lagging"
MOST_LAGGING: Final = 500
"""Limits the rows per round that are updated because spectators may see more by now."""
_END_OF_TIME: Final = 10**15 - 1


class Lobby(Projection):
    """Keeps the rows of all public games, updated once for each page of a feed that mentions them.

    A process keeps one, so that it can update rows that it has made.
    """

    name = LOBBY

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._touched: set[str] = set()
        self._made: Recent[str, int] = Recent(REMEMBERED)
        self._rows = RememberedRows()
        self._clients = ClientGames()

    def begin(self, items: Sequence[FeedItem]) -> None:
        """Record the feed positions of versions that an older release appended."""
        self.ctx.store.mark(items)

    def apply(self, game: str, version: int) -> None:
        """Note that a game changed, unless its row is up to date already."""
        if version > (self._made.get(game) or 0):
            self._touched.add(game)

    def forget(self, game: str) -> None:
        """Note that a game was deleted."""
        self._touched.add(game)

    def clear(self) -> None:
        """Delete every row."""
        self.ctx.store.rows.clear(LOBBY)
        self._made.drop_where(lambda _: True)

    def settle(self) -> bool:
        """Update the rows of all games that changed; rows may be made again at any time."""
        began = spans.now()
        made = keep_rows(self.ctx, self._touched, self._rows, self._clients)
        for game, version in made.items():
            self._made.put(game, version)
        self.ctx.jobs.traces.took_in(self.name, made, began)
        self._touched.clear()
        return False


def follow_feeds(ctx: Context, lobby: Lobby | None = None) -> int:
    """Bring the lobby up to date; return how many versions were new."""
    lobby = lobby or Lobby(ctx)
    make_good(ctx.games.quarantine, lobby)
    count = Runner(ctx.store, lobby).catch_up()
    first = ctx.store.rows.list_rows(LOBBY, LAGGING, MOST_LAGGING)
    keep_rows(ctx, [row.game for row in first if _END_OF_TIME - int(row.place) <= ctx.clock()])
    return count


def note_row(ctx: Context, game: str) -> None:
    """Update the row of one game at once; if the store does not answer, the sweep does so later."""
    with suppress(RedisError), spans.span("project", game=game, projection=LOBBY):
        keep_rows(ctx, [game])


def is_shown_otherwise(before: Game, after: Game) -> bool:
    """Return whether a change shows in more members of a row than the version."""
    if after.table.opened.private:
        return False
    if not before.version or before.table.status != after.table.status:
        return True
    if before.table.seats is after.table.seats:
        return False
    pairs = zip(before.table.seats, after.table.seats, strict=True)
    return any(old.kind != new.kind or old.agent != new.agent for old, new in pairs)


def keep_rows(
    ctx: Context,
    games: Iterable[str],
    remembered: RememberedRows | None = None,
    clients: ClientGames | None = None,
) -> dict[str, int]:
    """Update the rows of some games and return their versions; rows of deleted or private games are removed.

    The row of a game that cannot be read here is left alone, since a newer release may have made it. Those that are
    `remembered` are updated without loading the game if possible. Rows of `clients` are made for the same games.
    """
    made = dict(_make_rows(ctx, games, remembered or RememberedRows(), clients))
    rows = [row for row in made.values() if row is not None]
    ctx.store.rows.put(LOBBY, rows)
    still = ctx.store.find_existing([row.game for row in rows])  # a game may have been removed while its row was made
    ctx.store.rows.drop(LOBBY, [game for game in made if game not in still])
    if clients is not None:
        with suppress(StoreAway):  # they may lie on another primary; the sweep counts again later
            clients.settle(ctx)
    return {row.game: row.version for row in rows}


def _make_rows(
    ctx: Context, games: Iterable[str], remembered: RememberedRows, clients: ClientGames | None
) -> Iterator[tuple[str, Row | None]]:
    for game in games:
        with apart(game):
            try:
                yield game, remembered.carry_on(ctx, game) or _row(ctx, game, remembered, clients)
            except Quarantined:
                ctx.games.quarantine.miss(LOBBY, game, 1)


def _row(ctx: Context, game_id: str, remembered: RememberedRows, clients: ClientGames | None) -> Row | None:
    game = load_game(ctx, game_id)
    if clients is not None:
        clients.note(game_id, game)
    if game is None or game.table.opened.private:
        return None
    row = _row_at(ctx, game)
    remembered.note(game, row)
    return row


def _row_at(ctx: Context, game: Game) -> Row:
    """Return the row of a game at its head, as far as a spectator may see it by now."""
    shown = row_of(visible(ctx, Caller(game.id), game))
    lags_until = shows_more_at(ctx, game)
    lagging = {LAGGING: place_of(_END_OF_TIME - lags_until)} if lags_until else {}
    return Row(game.id, game.version, places_of(shown) | lagging, *split(shown))
