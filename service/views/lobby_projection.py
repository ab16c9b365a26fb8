"""Projects the lobby: one row per listed game, sorted by creation for every filter that clients may set.

A row holds what a spectator may see. It is made in the background by the process that follows the feeds (the sweep,
each second), and at once by the process that opens, changes or removes the game, so that its creator finds it. While
spectators lag behind by seconds, the row is also in a list sorted by the time at which they see more.

Rows of running games are remembered, to update them without loading the game if only their version changes. The types
of the new events show whether only moves were made. A row is made from the loaded game after any event of the table,
and always if a row depends on more than the newest version: clocks, pauses, delays. Rows of older finished games are
packed; readers see no difference. Archived games have none, nor those beyond the number that is listed of each status.
"""

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import orjson
from redis.exceptions import RedisError

from eventstore.feed import Projection
from eventstore.keys import SHARDS, shard_of
from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.lru_cache import Recent
from eventstore.outages import StoreAway
from eventstore.records import FeedItem, Tip
from eventstore.rows import Row
from service.clients.authentication import Caller
from service.game.clocks import DAY_MS
from service.game.context import Context
from service.game.deadlines import idle_end_ms
from service.game.games import Game
from service.game.quarantine import UNREAD, apart
from service.process.wall_clock import write_time
from service.table.events import is_listed
from service.tracing import spans
from service.views.client_games import ClientGames, load_game
from service.views.lobby import list_of, of_sandboxes, place_of, places_of, row_of, split
from service.views.seen_games import SeenGames
from service.views.spectator_delay import shows_more_at, visible

LOBBY: Final = "games"
LAGGING: Final = "lagging"
MOST_LAGGING: Final = 500
"""Limits the rows per round that are updated because spectators may see more by now."""
_END_OF_TIME: Final = 10**15 - 1
REMEMBERED: Final = 512
SETTLED_MS: Final = DAY_MS
"""Sets the least age of a game whose row is packed."""
AT_ONCE: Final = 128
"""Sets how many rows are packed together."""
_FINISHED: Final = list_of("finished", None)
_BY_STATUS: Final = (list_of("open", None), list_of("running", None), list_of("finished", None, "ended"))
_BOUNDED: Final = (*_BY_STATUS, *map(of_sandboxes, _BY_STATUS))
"""Names lists that hold every row once, each with a bounded number: of finished games those that ended last stay."""


class _Known(NamedTuple):
    """Represents a row with the tip that it was made at; `moves` holds the types of the events of the game's rules."""

    tip: Tip
    row: Row
    moves: Container[str]


class RememberedRows:
    """Keeps the latest rows of running games that this process made; `hear_end` hears of games that are over."""

    def __init__(self, hear_end: Callable[[str], None] = lambda game: None) -> None:
        self.hear_end = hear_end
        self._known: Recent[str, _Known] = Recent(REMEMBERED)

    def note(self, game: Game, row: Row) -> None:
        """Keep the row of a game at its head, if it may be updated in this way."""
        table = game.table
        if table.status == "running" and not (table.opened.clock or table.opened.spectator_delay or table.paused):
            self._known.put(game.id, _Known(game.tip, row, game.ruleset.events.by_name))
        else:
            self._known.drop(game.id)

    def tips(self, games: Iterable[str]) -> dict[str, Tip]:
        """Return the versions of those rows of some games that may be updated."""
        known = {game: self._known.get(game) for game in games}
        return {game: found.tip for game, found in known.items() if found is not None}

    def carry_on(self, game: str, seen: SeenGames) -> Row | None:
        """Return the row of a game in which only moves were made since the last one; None if it must be made."""
        known = self._known.get(game)
        if known is None:
            return None
        try:
            tail = seen.events(game, known.tip)
            verify_chain(tail, *known.tip)
        except ChainBroken:
            return None
        if not tail or any(event.type not in known.moves for event in tail):
            return None
        newest = tail[-1]
        since = {"version": newest.version, "expires": write_time(idle_end_ms(newest.header.time_ms))}
        row = known.row._replace(version=newest.version, tail=orjson.dumps(since))
        self._known.put(game, _Known(Tip(newest.version, newest.chain), row, known.moves))
        return row


class Lobby(Projection):
    """Keeps the rows of all public games, updated once for each page of a feed that mentions them.

    A process keeps one, so that it can update rows that it has made.
    """

    name = LOBBY

    def __init__(
        self,
        ctx: Context,
        hear: Callable[[str, int], None] = lambda game, version: None,
        hear_end: Callable[[str], None] = lambda game: None,
    ) -> None:
        """Let `hear` know of each version, by its game and number, and `hear_end` of each game that is over."""
        self.ctx = ctx
        self._hear = hear
        self._touched: set[str] = set()
        self._made: Recent[str, int] = Recent(REMEMBERED)
        self._rows = RememberedRows(hear_end)
        self._clients = ClientGames()
        self.seen = SeenGames(ctx)

    def begin(self, items: Sequence[FeedItem]) -> None:
        """Record the feed positions of versions that an older release appended."""
        self.ctx.store.mark(items)

    def apply(self, game: str, version: int) -> None:
        """Note that a game changed, unless its row is up to date already."""
        self._hear(game, version)
        if version > (self._made.get(game) or 0):
            self._touched.add(game)

    def forget(self, game: str) -> None:
        """Note that a game was deleted."""
        self._touched.add(game)

    def settle(self) -> bool:
        """Update the rows of all games that changed; rows may be made again at any time."""
        began = spans.now()
        touched, self._touched = self._touched, set()  # after an error these versions come again
        self.seen.look(self._rows.tips(touched))
        made = keep_rows(self.ctx, touched, self._rows, self._clients, self.seen)
        for game in touched - made.keys():
            self._made.drop(game)  # one that could not be read comes again under an old version
        for game, version in made.items():
            self._made.put(game, version)
        self.ctx.jobs.took_in(self.name, made, began)
        return False


def show_more(ctx: Context, shards: Collection[int] = range(SHARDS)) -> None:
    """Make the rows of some games again of which spectators, who lag behind, may see more by now."""
    first = [row for row in ctx.store.rows.list_rows(LOBBY, LAGGING, MOST_LAGGING) if shard_of(row.game) in shards]
    keep_rows(ctx, [row.game for row in first if _END_OF_TIME - int(row.place) <= ctx.clock()])


def note_row(ctx: Context, game: str) -> None:
    """Update the row of one game at once; if the store does not answer, the sweep does so later."""
    with suppress(RedisError), spans.span("project", game=game, projection=LOBBY):
        keep_rows(ctx, [game])


def is_shown_otherwise(before: Game, after: Game) -> bool:
    """Return whether a change shows in more members of a row than the version."""
    if not is_listed(after.table.opened):
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
    seen: SeenGames | None = None,
) -> dict[str, int]:
    """Update the rows of some games and return their versions; rows of games that are not listed are removed.

    The row of a game that cannot be read here is left alone, since a newer release may have made it. Those that are
    `remembered` are updated without loading the game if possible. Rows of `clients` are made for the same games.
    """
    made: dict[str, Row | None] = {}
    remembered, seen = remembered or RememberedRows(), seen or SeenGames(ctx)
    for game in games:
        with apart(game):
            try:
                made[game] = remembered.carry_on(game, seen) or _row(ctx, game, remembered, clients)
            except UNREAD as unread:
                ctx.games.quarantine.miss(LOBBY, game, 1, unread)
    rows = [row for row in made.values() if row is not None]
    ctx.store.rows.put(LOBBY, rows)
    still = ctx.store.find_existing([row.game for row in rows])  # a game may have been removed while its row was made
    ctx.store.rows.drop(LOBBY, [game for game in made if game not in still])
    if clients is not None:
        with suppress(StoreAway):  # they may lie on another primary; the sweep counts again later
            clients.settle(ctx)
    return {row.game: row.version for row in rows}


def _row(ctx: Context, game_id: str, remembered: RememberedRows, clients: ClientGames | None) -> Row | None:
    game = load_game(ctx, game_id)
    if clients is not None:
        clients.note(game_id, game)
    if game is not None and game.table.finished:
        remembered.hear_end(game_id)
    if game is None or not is_listed(game.table.opened) or (game.table.finished and ctx.store.find_away(game_id)):
        return None
    shown = row_of(visible(ctx, Caller(game.id), game))
    lags_until = shows_more_at(ctx, game)
    lagging = {LAGGING: place_of(_END_OF_TIME - lags_until)} if lags_until else {}
    row = Row(game.id, game.version, places_of(shown) | lagging, *split(shown))
    remembered.note(game, row)
    return row


def trim_lobby(ctx: Context) -> int:
    """Drop some rows of each status beyond those that the lobby may list; return how many.

    A game whose row is dropped stays as it is otherwise; a new version gives it a row again, until the next call.
    """
    return sum(ctx.store.rows.trim(LOBBY, name, ctx.settings.listed_games, AT_ONCE) for name in _BOUNDED)


def pack_lobby_rows(ctx: Context, settled_ms: int = SETTLED_MS) -> int:
    """Pack some rows, or remove some remains of packed rows; return the number of rows handled."""
    rows, settled = ctx.store.rows, place_of(ctx.clock() - settled_ms)
    packed = (rows.pack(LOBBY, name, settled, AT_ONCE) for name in (_FINISHED, of_sandboxes(_FINISHED)))
    return rows.repack(LOBBY) or next(filter(None, packed), 0)


def pack_all_lobby_rows(ctx: Context) -> None:
    """Drop all rows beyond those that may be listed, and pack those that can be packed."""
    while trim_lobby(ctx) or pack_lobby_rows(ctx):
        pass
