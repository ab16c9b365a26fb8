"""Looks up the games of segments in the index, for strays: games that do not count in a segment that has them.

The store alone says where a game is, so a stray is never read; but its bytes would stay when the game is deleted. What
moves or deletes a game notes the place that it leaves by the same script call. So strays arise where a writer died,
which `settle_stalled` finds within minutes, or was suspended for longer and then died, or where the store was restored
from an older copy. They are in segments that are new: written after the beginning of the last complete round that the
store knows of, for a copy of the store brings the progress of its own time back. New segments are looked up at once.

An older segment can only get strays if bytes come back that were overwritten: from a process that was suspended while
it overwrote, and died then, or from an older copy of the archive, which has these bytes anyway for as long as it is
kept. So one look in 16 rounds suffices, which is 16 days where there are few segments. A look-up takes many times as
long as the proof of the game's bytes, and may wait for the object store.
"""

import logging
from collections.abc import Callable, Iterator
from typing import Final

from eventstore.archive.archiver import walk_strays
from eventstore.archive.older import GRACE_MS
from eventstore.archive.places import Place, time_of
from eventstore.archive.segments import Filed
from eventstore.keys import ARCHIVE, SHARDS, shard_of
from eventstore.log.chain import ChainBroken
from service.game.context import Context
from service.game.scrub_rounds import Round

TURNS: Final = 16
"""Sets in how many rounds of a shard each of its segments has one turn."""
LATE_MS: Final = 3_600_000
"""Allows for clocks that are wrong, and for segments that are written later than their numbers say."""
LEAST: Final = 4
"""Sets how many games a step looks up at least, even if it has used its time."""
STRAY: Final = "stray:"
"""Begins the names of facts that say since when (ms) games do not count in a segment."""

log = logging.getLogger(__name__)


def is_new(number: int, known: Round) -> bool:
    """Return whether a segment may have been written after the last complete round of its shard began."""
    return time_of(number) >= known.last_began - LATE_MS


def has_turn(number: int, known: Round) -> bool:
    """Return whether it is the turn of a segment in the present round of its shard."""
    return number // SHARDS % TURNS == known.rounds % TURNS


class Strays:
    """Looks for the strays of one segment at a time, which may take several steps of the scrub."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._number = 0
        self._walk: Iterator[tuple[str, Place] | None] | None = None
        self._found: list[tuple[str, Place]] = []

    def are_due(self, number: int, known: Round) -> bool:
        """Return whether the games of a segment are to be looked up in the present round. Raises RedisError."""
        return is_new(number, known) or has_turn(number, known) or self._since(number) is not None

    def is_at(self, number: int) -> bool:
        """Return whether games of this segment are still to be looked up."""
        return self._walk is not None and self._number == number

    def begin(self, number: int, filed: list[Filed]) -> None:
        """Begin to look up these games of a segment."""
        self._number, self._found = number, []
        self._walk = walk_strays(self._ctx.store, number, filed)

    def drop(self) -> None:
        """Look up no more games of the segment now."""
        self._walk = None

    def go_on(self, may_go_on: Callable[[], bool]) -> bool:
        """Look up the next games while that is allowed, and a few in any case; return whether all of them were.

        An index that is damaged, or in part gone, is logged, and its games are left out. Raises ArchiveAway, and
        RedisError, after which the segment is to begin again.
        """
        walk, self._walk = self._walk, None
        if walk is None:
            return True
        try:
            for count, stray in enumerate(walk, 1):
                if stray is not None:
                    self._found.append(stray)
                if count >= LEAST and not may_go_on():
                    self._walk = walk
                    return False
        except ChainBroken as broken:
            if self._ctx.store.archive.is_away(broken):
                raise
            log.error("games of segment %016x cannot be looked up: %s", self._number, broken)
            return True
        self._note()
        return True

    def _note(self) -> None:
        """Note since when the segment has strays; after a week, note instead that they are to be overwritten."""
        now, since, found = self._ctx.clock(), self._since(self._number), self._found
        if since is not None and since <= now - GRACE_MS:
            for game, place in found:
                self._ctx.store.note_dead(shard_of(game), [place])
            found = []
        if bool(found) != (since is not None):
            self._ctx.store.set_facts(ARCHIVE, {_fact_of(self._number): b"%d" % now if found else b""})

    def _since(self, number: int) -> int | None:
        known = self._ctx.store.fact(ARCHIVE, _fact_of(number))
        return int(known) if known else None


def _fact_of(number: int) -> str:
    return f"{STRAY}{number:016x}"
