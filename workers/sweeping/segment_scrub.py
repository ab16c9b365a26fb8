"""Proves the archive again and again: no byte of it may have changed unnoticed.

Each step proves one segment, or more if it takes more to prove all within `LONGROAD_SCRUB_DAYS`. A game whose bytes
have changed is marked as damaged, for all processes, and released when it reads well again. In some of the rounds the
games of a segment are looked up in the index as well (`strays.py`). Bytes of a game that does not count in the segment
any more are overwritten only after a week: a store that does not know the game may also be the wrong one, or an old
copy.
"""

import logging
from array import array
from typing import Final

from eventstore.archive.archive import find_damage
from eventstore.archive.archiver import counts_in
from eventstore.archive.objects import ArchiveAway
from eventstore.archive.places import shard_of_segment
from eventstore.archive.segments import Filed, is_whole, open_segment
from eventstore.log.chain import ChainBroken
from service.game.context import Context
from service.game.scrub_rounds import SEGMENTS, Rounds
from workers.serving.shares import ALL, COMMON, Shares
from workers.sweeping.long_work import LongWork
from workers.sweeping.pace import Pace
from workers.sweeping.strays import Strays

PASS_MS: Final = 86_400_000
"""Sets the least time between the beginnings of two rounds of a shard."""
WAITING_S: Final = 0.8
"""Sets for how long a step goes on at most: mostly it waits for the object store, and nothing waits for it."""
RETRY_MS: Final = 300_000
"""Sets how long to wait, after segments could not be read, until they are read again."""

log = logging.getLogger(__name__)


class SegmentScrub(LongWork):
    """Walks along the segments by shard, the oldest first; a restart goes on from the place that is stored."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self.pace = Pace("segments", ctx.settings.scrub_days, budget_s=WAITING_S)
        self.rounds = Rounds(ctx.store, SEGMENTS)
        self._served: frozenset[int] = frozenset()
        self._left: dict[int, array[int]] = {}
        self._strays = Strays(ctx)

    def step(self) -> int:
        """Prove the next segment if it is time, and more if they are owed; return how many games are damaged.

        Raises RedisError.
        """
        if not self.ctx.store.archive.is_there:
            return 0
        if self._served != self.shares.shards:
            self.rounds.read()
            self._served = self.shares.shards
            self._forget()
        self.pace.begin(self.rounds.size(self._served))
        count = self._go_on()
        self.pace.end()
        if not self.rounds.store():
            self._forget()
        return count

    def _forget(self) -> None:
        """Forget which segments are left, since they are to be listed again."""
        self._left = {}
        self._strays.drop()

    def _go_on(self) -> int:
        count, is_first = 0, True
        try:
            while (is_first or self.pace.is_owed()) and self.pace.may_go_on():
                if not self._left and not self._list():
                    self.pace.rest()
                    break
                shard = next(iter(self._left))
                number = self._left[shard][-1]
                try:
                    if not self._strays.is_at(number):
                        count += self._prove(number)
                    if not self._strays.go_on(self.pace.may_go_on):
                        break
                except (OSError, ArchiveAway) as error:
                    log.warning("segment %016x is proven again later: %s", self._left.pop(shard)[-1], error)
                    self.rest(RETRY_MS)
                    break
                self._note(shard)
                is_first = False
        except OSError as error:
            log.warning("the archive cannot be proven: %s", error)
            self.rest(RETRY_MS)
        return count

    def _list(self) -> bool:
        """List the segments of the shards whose round is on or due; return whether there are any."""
        now, rounds = self.ctx.clock(), {shard: self.rounds.of(shard) for shard in self._served}
        due = [shard for shard, one in rounds.items() if one.is_on or one.began <= now - PASS_MS]
        if not due or self.rests():
            return False
        if self.shares.has(COMMON):
            self.ctx.store.archive.drop_parts()
        found = {shard: array("Q") for shard in sorted(due, key=lambda at: rounds[at].passed)}
        for number in self.ctx.store.archive.list_segments():
            shard = shard_of_segment(number)
            if shard in found and (not rounds[shard].is_on or f"{number:016x}" > rounds[shard].place):
                found[shard].append(number)
        for shard, some in found.items():
            some.reverse()  # the next one is the last
            self.rounds.begin(shard, len(some), now)
            if not some:
                self.rounds.end(shard, self.ctx.clock())
        self._left = {shard: some for shard, some in found.items() if some}
        return bool(self._left)

    def _note(self, shard: int) -> None:
        """Note that the next segment of a shard was proven; after the last one the round of the shard ends."""
        number = self._left[shard].pop()
        self.pace.count()
        left = len(self._left[shard])
        self.rounds.advance(shard, f"{number:016x}", left)
        if not left or not self.shares.has(shard):
            del self._left[shard]
        if not left:
            self.rounds.end(shard, self.ctx.clock())

    def _prove(self, number: int) -> int:
        self._strays.drop()
        content = self.ctx.store.archive.segment(number)
        damaged: list[Filed] = []
        try:
            _, filed = open_segment(content)
        except ChainBroken as broken:
            log.error("segment %016x: %s; its games are read where the store knows their places", number, broken)
        else:
            found = find_damage(content, filed)
            damaged = [one for one in found if self._judge(number, one)]
            if not found and not is_whole(content):
                log.error("segment %016x has changed, although each of its games is sound", number)
            if self._strays.are_due(number, self.rounds.of(shard_of_segment(number))):
                self._strays.begin(number, [one for one in filed if one not in damaged])
        return len(damaged)

    def _judge(self, number: int, one: Filed) -> bool:
        """Mark a game whose bytes have changed as damaged, and return whether it counts in the segment.

        If the index is damaged, too, or in part gone, that cannot be known: the log says so, and the game is taken to
        count. Raises ArchiveAway.
        """
        try:
            if not counts_in(self.ctx.store, number, one):
                return False
            self.ctx.games.quarantine.judge(one.game, ChainBroken(1, "its bytes in the archive have changed"))
        except ChainBroken as broken:
            if self.ctx.store.archive.is_away(broken):
                raise
            told = "segment %016x has changed, and one of its games cannot be looked up: %s"
            log.error(told, number, broken, extra={"game": one.game})
        return True
