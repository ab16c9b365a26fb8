"""Deletes the files of deleted games that were left in the archive.

A file is left there when a process dies while it deletes a game, or packs its log at the same time. But a store that
does not know a game may also be the wrong store, or an old copy. So a game is marked first, and its file is deleted
only if the store still does not know the game a week later.
"""

from collections.abc import Callable, Sequence
from typing import Final

from eventstore.packing.archive import Archive

GRACE_MS: Final = 7 * 86_400_000


def drop_strays(archive: Archive, shard: int, known: Callable[[Sequence[str]], set[str]], now_ms: int) -> int:
    """Delete the files of games that were marked a week ago; return how many games. `known` returns those in the store.

    Raises OSError if the archive cannot be read or written, and what `known` raises.
    """
    held, marked = archive.games(shard), archive.list_marked(shard)
    gone = held - known(sorted(held))
    for game in marked.keys() - gone:
        archive.unmark(game)
    for game in gone - marked.keys():
        archive.mark(game, now_ms)
    over = [game for game in gone & marked.keys() if marked[game] <= now_ms - GRACE_MS]
    for game in over:
        archive.drop(game)  # with its mark
    return len(over)
