"""Proves the archive again and again, one segment at each step: no byte of it may have changed unnoticed.

A game whose bytes have changed is marked as damaged, for all processes, and released when it reads well again. What a
segment still holds of games that do not count there is overwritten if that is so for a week: a store that does not know
a game may also be the wrong one, or an old copy.
"""

import logging
from collections import deque
from typing import Final

from eventstore.archive.archive import find_damage
from eventstore.archive.archiver import find_strays, place_of
from eventstore.archive.older import GRACE_MS
from eventstore.archive.places import Place
from eventstore.archive.segments import Filed, is_whole, open_segment
from eventstore.keys import shard_of
from eventstore.log.chain import ChainBroken
from service.game.context import Context
from service.views.archiving import OWNER
from workers.serving.shares import ALL, COMMON, Shares
from workers.sweeping.long_work import LongWork

PASS_MS: Final = 86_400_000
"""Sets the least time between the beginnings of two passes."""
STRAY: Final = "stray:"
"""Begins the names of facts that say since when (ms) games do not count in a segment."""
SCRUBBED: Final = "scrubbed"
"""Names the fact with the segment up to which the pass has come."""

log = logging.getLogger(__name__)


class SegmentScrub(LongWork):
    """Walks along the segments, the oldest first; its place is kept, so that a pass goes on after a restart."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._left: deque[int] = deque()

    def step(self) -> int:
        """Prove the next segment if it is time; return how many games of it are damaged. Raises RedisError."""
        if not self.ctx.store.archive.is_there or (not self._left and self.rests()):
            return 0
        try:
            if not self._left and not self._begin():
                return 0
            return self._prove(self._left[0])
        except OSError as error:
            log.warning("the archive cannot be proven: %s", error)
            self._left.clear()
            return 0

    def _begin(self) -> bool:
        """List the segments that are left of a pass; return whether there are any."""
        self.rest(PASS_MS)
        self.ctx.store.archive.drop_parts()
        done = int(self.ctx.store.fact(OWNER, SCRUBBED) or b"0")
        found = self.ctx.store.archive.list_segments() if self.shares.has(COMMON) else []
        self._left.extend([number for number in found if number > done] or found)
        return bool(self._left)

    def _prove(self, number: int) -> int:
        content = self.ctx.store.archive.segment(number)
        damaged: list[Filed] = []
        try:
            _, filed = open_segment(content)
        except ChainBroken as broken:
            log.error("segment %016x: %s; its games are read where the store knows their places", number, broken)
        else:
            found = find_damage(content, filed)
            damaged = [one for one in found if self._counts(number, one)]
            if not found and not is_whole(content):
                log.error("segment %016x has changed, although each of its games is sound", number)
            for one in damaged:
                self.ctx.games.quarantine.judge(one.game, ChainBroken(1, "its bytes in the archive have changed"))
            self._look_for_strays(number, [one for one in filed if one not in damaged])
        self._left.popleft()
        done = b"%d" % number if self._left else b""
        self.ctx.store.set_facts(OWNER, {SCRUBBED: done})
        return len(damaged)

    def _counts(self, number: int, filed: Filed) -> bool:
        return self.ctx.store.find_away(filed.game) == place_of(number, filed)

    def _look_for_strays(self, number: int, filed: list[Filed]) -> None:
        """Note since when a segment has games that do not count there; after a week they are overwritten."""
        strays = [place for _, place in find_strays(self.ctx.store, number, filed)]
        games = {place_of(number, one): one.game for one in filed}
        name, now = f"{STRAY}{number:016x}", self.ctx.clock()
        known = self.ctx.store.fact(OWNER, name)
        if bool(strays) != bool(known):
            self.ctx.store.set_facts(OWNER, {name: b"%d" % now if strays else b""})
        if strays and known and int(known) <= now - GRACE_MS:
            self._give_up(games, strays)

    def _give_up(self, games: dict[Place, str], strays: list[Place]) -> None:
        for place in strays:
            self.ctx.store.note_dead(shard_of(games[place]), [place])
