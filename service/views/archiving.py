"""Moves finished games into the archive, with their entries in lists; each is proven before it leaves the store.

A game's row goes before it, so that no list names a game that is away, but after the segment is written, so that games
do not wait for the archive without a row. If a game stays after all, its row is made again. The lists of API
keys and players name a game until it has moved; then their entries move too.
"""

import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Final, NamedTuple

from eventstore.archive.archiver import SEGMENT_BYTES, Batch, archive_batch
from eventstore.archive.bundles import Bundle
from eventstore.archive.objects import ArchiveAway
from eventstore.keys import ARCHIVE
from eventstore.log.chain import ChainBroken
from service.clients import fact_names
from service.clients.own_games import file_games
from service.game.context import Context
from service.problems import Problem
from service.views.lobby_projection import LOBBY, note_row

LOCK: Final = "alone"
"""Names the fact that says until when (ms) a process alone overwrites bytes of the archive."""
ALONE_S: Final = 600

log = logging.getLogger(__name__)


class Moved(NamedTuple):
    """Counts the games that were archived, or would be, and the bytes of them in the archive."""

    games: int = 0
    size: int = 0


class Filing:
    """Collects games for a segment, and archives them when they fill one."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._batch = Batch()

    @property
    def is_full(self) -> bool:
        """Return whether the games collected fill a segment."""
        return self._batch.size >= SEGMENT_BYTES

    @property
    def is_empty(self) -> bool:
        """Return whether no game is collected."""
        return not self._batch.bundles

    def add(self, game: str) -> int:
        """Collect a game; return its size in bytes, 0 for one that is gone, or cannot be read."""
        try:
            bundle = self._ctx.store.collect(game)
        except ArchiveAway as away:
            log.warning("%s", away, extra={"game": game})
        except ChainBroken as broken:
            self._ctx.games.quarantine.judge(game, broken)
        else:
            return 0 if bundle is None else self._add(bundle)
        return 0

    def _add(self, bundle: Bundle) -> int:
        snapshots: dict[bytes, bytes] = {}
        with suppress(Problem):  # a log that only a newer release understands is kept without one
            snapshots = self._ctx.games.pack(bundle.game)
        maker = bundle.facts.get(fact_names.MAKER.encode(), b"").decode()
        return self._batch.add(replace(bundle, snapshots=snapshots), maker)

    def forget(self) -> None:
        """Drop what is collected; the games stay as they are."""
        self._batch = Batch()

    def close(self) -> Moved:
        """Archive the collected games, and return how many were moved. Raises OSError if that failed; then none was."""
        batch, self._batch = self._batch, Batch()
        sizes = {bundle.game: len(packed.content) for bundle, packed, _ in batch.bundles}
        store = self._ctx.store
        moved = archive_batch(store, batch, self._ctx.clock(), lambda games: store.rows.drop(LOBBY, games))
        self._file(batch, set(moved))
        for game in sizes.keys() - set(moved):
            note_row(self._ctx, game)
        return Moved(len(moved), sum(sizes[game] for game in moved))

    def _file(self, batch: Batch, moved: set[str]) -> None:
        """Move the entries of games out of the lists of their owners; the sweep moves later what remains there."""
        kept = [(bundle, note) for bundle, _, note in batch.bundles if bundle.game in moved]
        facts = {bundle.game: {name.decode(): value for name, value in bundle.facts.items()} for bundle, _ in kept}
        file_games(self._ctx, {bundle.game: (facts[bundle.game], note.time_ms) for bundle, note in kept})


@contextmanager
def exclusively(ctx: Context) -> Iterator[Callable[[], bool]]:
    """Yield what says whether this process alone may overwrite bytes of a segment of the archive now.

    It does for half of `ALONE_S` at most; the other half is for the segment that was begun last.
    """
    word, begin_ms = secrets.token_hex(8).encode(), ctx.clock()
    held = ctx.store.fact(ARCHIVE, LOCK)
    is_free = held is None or int(held.partition(b" ")[0]) < begin_ms
    mine = b"%d %b" % (begin_ms + 1000 * ALONE_S, word)
    is_alone = is_free and ctx.store.swap_fact(ARCHIVE, LOCK, held or b"", mine)
    try:
        yield lambda: is_alone and ctx.clock() < begin_ms + 500 * ALONE_S
    finally:
        if is_alone:
            ctx.store.swap_fact(ARCHIVE, LOCK, mine, b"")
