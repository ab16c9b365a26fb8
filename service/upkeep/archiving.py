"""Moves all finished games that are old enough to the archive at once, or counts them."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from service.game.context import Context
from service.game.shelving import Due, Shelves
from service.views.lobby_packing import pack_all_rows

Tell = Callable[[int, int], None]
"""Receives how many games were looked at, and how many of them move."""


class Moved(NamedTuple):
    """Counts the games that were archived, or would be, and the bytes of their logs in the archive."""

    games: int
    size: int


def archive_games(context: Context, tell: Tell, *, only_count: bool) -> Moved:
    """Archive every game that is due, also of 1.0, and pack the rows; raises OSError if it cannot be written."""
    shelves = Shelves(context.games, context.settings.archive_after_days, packs_older=True)
    games = size = 0
    for due in _due(context, shelves, tell):
        taken = shelves.put_away(due, only_try=only_count)
        games += bool(taken)
        size += taken
    if games and not only_count:
        pack_all_rows(context)
        context.store.compact()
    return Moved(games, size)


def _due(context: Context, shelves: Shelves, tell: Tell) -> Iterator[Due]:
    looked = found = 0
    for page in context.store.all_games():
        for due in shelves.due(context.store.describe_logs(page), context.clock()):
            if due.archived:
                found += 1
                yield due
        looked += len(page)
        tell(looked, found)
