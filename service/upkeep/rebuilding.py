"""Makes again, while the server runs, what is derived from the games: the rows of the lobby, and snapshots."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from service.game.context import Context
from service.game.quarantine import apart
from service.views.lobby_packing import pack_all_rows
from service.views.lobby_projection import LOBBY, keep_rows

Tell = Callable[[int], None]
"""Receives how many games, or rows, were looked at."""

AT_ONCE: Final = 50


class Rebuilt(NamedTuple):
    """Counts the games that were gone through, and the rows that were dropped because their games are gone."""

    made: int
    dropped: int = 0


def rebuild_lobby(context: Context, tell: Tell, *, clear: bool = False) -> Rebuilt:
    """Make the rows of all games again, and drop those of games that are gone; with `clear` the lobby is emptied first.

    Otherwise rows stay readable meanwhile. A row never gives way to one of an earlier version, so it does not matter
    what is played, opened and removed at the same time, nor that the sweep makes rows too.
    """
    if clear:
        context.store.rows.clear(LOBBY)
    made = looked = 0
    for page in context.store.all_games():
        for games in _in_parts(page):
            made += len(keep_rows(context, games))
            looked += len(games)
            tell(looked)
    dropped = _drop_strays(context)
    pack_all_rows(context)
    return Rebuilt(made, dropped)


def rebuild_snapshots(context: Context, tell: Tell) -> Rebuilt:
    """Drop the snapshots of all games and load each from its events, which keeps the newest snapshot that is due.

    A snapshot is only a shortcut, so readers need not notice. Games that cannot be read are left out.
    """
    made = looked = 0
    for page in context.store.all_games():
        for game in page:
            with apart(game):
                context.store.drop_snapshots(game)
                context.games.forget(game)
                made += context.games.load(game).version > 0
            looked += 1
            tell(looked)
    return Rebuilt(made)


def _in_parts(games: list[str]) -> Iterator[list[str]]:
    for first in range(0, len(games), AT_ONCE):
        yield games[first : first + AT_ONCE]


def _drop_strays(context: Context) -> int:
    """Drop the rows whose games are gone; return how many."""
    dropped = 0
    for games in context.store.rows.games(LOBBY):
        strays = [game for game in games if game not in context.store.find_existing(games)]
        context.store.rows.drop(LOBBY, strays)
        dropped += len(strays)
    return dropped
