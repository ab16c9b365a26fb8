"""Drops from the archive what was left there of deleted games.

A process that dies while it deletes a game leaves its file, and so does one that packs the log meanwhile. But a store
that does not know a game may also be the wrong one, or an old copy. So a game is marked first, and its file dropped
only if the game is still not known a week later.
"""

from collections.abc import Callable, Sequence
from typing import Final

from eventstore.archive import Archive

GRACE_MS: Final = 7 * 86_400_000


def drop_strays(archive: Archive, shard: int, known: Callable[[Sequence[str]], set[str]], now_ms: int) -> int:
    """Drop the files of games that were marked a week ago, and return of how many; `known` asks the store for games.

    Raises OSError if the archive cannot be read or written, and what `known` raises.
    """
    held, marked = archive.games(shard), archive.marked(shard)
    gone = held - known(sorted(held))
    for game in marked.keys() - gone:
        archive.unmark(game)
    for game in gone - marked.keys():
        archive.mark(game, now_ms)
    over = [game for game in gone & marked.keys() if marked[game] <= now_ms - GRACE_MS]
    for game in over:
        archive.drop(game)  # with its mark
    return len(over)
