"""Decides which games to store in less space: idle ones are packed, finished ones are archived after some days."""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from eventstore.archive.objects import ArchiveAway
from eventstore.log.chain import ChainBroken
from eventstore.lru_cache import Recent
from eventstore.records import Kept
from service.game.clocks import DAY_MS
from service.game.games import Games
from service.problems import Problem

IDLE_MS: Final = 3_600_000
"""A game without a new version for so long is idle."""
REMEMBERED: Final = 50_000
"""Limits how many old games are remembered as not finished: some 10 MB at most."""
LEAST: Final = 20
"""Sets the fewest versions of a log that is packed."""

log = logging.getLogger(__name__)


class Due(NamedTuple):
    """Names a game whose log is to be packed, or archived."""

    game: str
    archived: bool


@dataclass(frozen=True, slots=True)
class Shelves:
    """Packs the logs of a store's games; finished ones are archived after `days`, None without an archive.

    Logs that only 1.0 or an older release wrote are left alone unless `packs_older`, so that those releases can still
    read them. It remembers the version at which an old game was not finished, so that only a game that went on is
    loaded again.
    """

    games: Games
    days: int | None
    packs_older: bool = False
    _unfinished: Recent[str, int] = field(default_factory=lambda: Recent(REMEMBERED))

    def due(self, kept: Iterable[Kept], now_ms: int) -> Iterator[Due]:
        """Yield the games to pack or to archive; old games are loaded once, to find out which are finished."""
        for one in kept:
            if one.time_ms is None or self.leaves(one):
                continue
            idle = now_ms - one.time_ms
            if self.days is not None and idle >= self.days * DAY_MS and self._is_to_archive(one):
                yield Due(one.game, True)
            elif idle >= IDLE_MS and one.loose >= LEAST and not one.is_in_file:
                yield Due(one.game, False)

    def leaves(self, kept: Kept) -> bool:
        """Return whether a log is left alone, whatever its age, because an older release may have to read it."""
        return kept.is_of_1_0 and not self.packs_older

    def is_lost(self, kept: Kept) -> bool:
        """Return whether a log is in a file of an older release, and no directory with such files is named."""
        return kept.is_in_file and not self.games.store.archive.older.is_there

    def _is_to_archive(self, kept: Kept) -> bool:
        if kept.is_archived or self.is_lost(kept):
            return False
        if self._unfinished.get(kept.game) == kept.version:
            return False
        try:
            is_finished = self.games.load(kept.game).table.finished
        except Problem:
            return False
        if is_finished:
            self._unfinished.drop(kept.game)
        else:
            self._unfinished.put(kept.game, kept.version)
        return is_finished

    def pack(self, game: str, keep: int = 0) -> int:
        """Pack a game but its newest versions; return its size afterwards in bytes, 0 if nothing changed."""
        try:
            return self.games.store.pack(game, keep=keep)
        except ArchiveAway as away:
            log.warning("%s", away, extra={"game": game})
        except ChainBroken as broken:
            self.games.quarantine.judge(game, broken)
        return 0
