"""Projects which unfinished games each client made, and in which of them only agents play.

A game counts for the client that made it (`ownership.client_of_game`), and for its key if it has one. The sweep makes
its row with that of the lobby and checks once an hour for missing rows; a process whose append leaves only agents at a
table, or ends that state, makes the row at once. Finished games have none.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from eventstore.lru_cache import Recent
from eventstore.rows import Row
from service.clients.api_keys import ADMIN_ID
from service.clients.budgets import key_of
from service.clients.ownership import client_of, share_of_maker
from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import UNREAD
from service.problems import Problem
from service.table.state import Table

CLIENT_GAMES: Final = "client-games"
CLIENTS: Final = "clients"
"""Names the list of all rows, sorted by client."""
AGENTS: Final = "agents"
"""Names the list of the games in which only agents play, except the administrator's."""
REMEMBERED: Final = 2_048


class Counts(NamedTuple):
    """Counts the unfinished games of a client, those of them in which only agents play, and those of all clients."""

    games: int
    of_agents: int
    of_agents_in_all: int


class ClientGames:
    """Makes the rows, and keeps the games that this process has seen since they were last stored."""

    def __init__(self) -> None:
        self._known: Recent[str, bool] = Recent(REMEMBERED)
        self._noted: dict[str, Game | None] = {}

    def note(self, game_id: str, game: Game | None) -> None:
        """Note a game as it is now; None if it is gone."""
        if game is None or game.table.finished or self._known.get(game_id) is not is_of_agents(game.table):
            self._noted[game_id] = game

    def settle(self, ctx: Context) -> None:
        """Store the rows of the games that were noted."""
        noted, self._noted = self._noted, {}
        running = [game for game in noted.values() if game is not None and not game.table.finished]
        if running:
            ctx.store.rows.put(CLIENT_GAMES, [_row(ctx, game) for game in running])
        still = ctx.store.find_existing([game.id for game in running])  # a game may have been removed meanwhile
        gone = noted.keys() - still
        if gone:
            ctx.store.rows.drop(CLIENT_GAMES, gone)
        for game in gone:
            self._known.drop(game)
        for one in running:
            if one.id in still:
                self._known.put(one.id, is_of_agents(one.table))


def is_of_agents(table: Table) -> bool:
    """Return whether the game runs and agents play every seat."""
    for seat in table.seats:
        if seat.kind != "ai":
            return False
    return table.status == "running"


def is_counted_otherwise(before: Game, after: Game) -> bool:
    """Return whether a game has become one in which only agents play, or has ceased to be one."""
    return is_of_agents(before.table) != is_of_agents(after.table)


def note_game(ctx: Context, game_id: str, game: Game | None) -> None:
    """Make the row of a game at once; if the store does not answer, the sweep does so later."""
    with suppress(RedisError):
        games = ClientGames()
        games.note(game_id, game)
        games.settle(ctx)


def look_again(ctx: Context, games: Sequence[str]) -> None:
    """Make the rows of some games again; rows of games that cannot be read here are left alone."""
    rows = ClientGames()
    for game_id in games:
        with suppress(*UNREAD):
            rows.note(game_id, load_game(ctx, game_id))
    rows.settle(ctx)


def counts(ctx: Context, client: str) -> Counts:
    """Return the numbers of games of a client, from the lists alone."""
    return Counts(*ctx.store.rows.counts(CLIENT_GAMES, [games_of(client), agents_of(client), AGENTS]))


def games_of(client: str) -> str:
    """Name the list of a client's unfinished games."""
    return f"client={client}"


def agents_of(client: str) -> str:
    """Name the list of a client's games in which only agents play."""
    return f"{AGENTS}={client}"


def load_game(ctx: Context, game_id: str) -> Game | None:
    """Return a game; None if it is gone. Raises the problems `UNREAD`."""
    return find_game(lambda: ctx.games.follow(game_id))


def find_game(load: Callable[[], Game]) -> Game | None:
    """Return the game that `load` returns; None if it is gone. Raises the problems `UNREAD`."""
    try:
        return load()
    except UNREAD:
        raise
    except Problem:
        return None


def _row(ctx: Context, game: Game) -> Row:
    share = share_of_maker(ctx, game.id)
    client, key_id = client_of(share), key_of(share)
    made = f"{game.line.time_of(1):015d}"
    places = {CLIENTS: client, games_of(client): made} if client else {}
    places |= {games_of(key_id): made} if key_id else {}
    if is_of_agents(game.table):
        places |= {agents_of(client): made} if client else {}
        places |= {AGENTS: made} if client != ADMIN_ID else {}
    return Row(game.id, game.version, places, client.encode())
