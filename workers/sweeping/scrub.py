"""Verifies the hash chains of all logs, some games each second, so that damage in idle games is found, too.

A step verifies some games, and as many as it takes to prove all within `LONGROAD_SCRUB_DAYS`. Games are proven shard by
shard, in the order of their ids; the shard whose last round ended longest ago comes first. The progress is kept in the
store, so that a round goes on after a restart, or in another sweep. Games that were found damaged are verified again
each minute, because their logs may have been restored or deleted.
"""

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Final

from eventstore.archive.objects import ArchiveAway
from eventstore.keys import shard_of
from eventstore.log.chain import ChainBroken
from eventstore.log.walking import Walk
from eventstore.outages import StoreAway
from eventstore.store import FIRST
from service.game.context import Context
from service.game.scrub_rounds import LOGS, Rounds
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork
from workers.sweeping.pace import Pace

EVENTS: Final = 400
"""Sets how many events a step reads in any case, give or take a slice; there is a step each second."""
SLICE: Final = 100
KEYS: Final = 1_000
"""Sets about how many games a page lists; that costs as much as `PAGE_COST` events."""
PAGE_COST: Final = 20
LISTED: Final = 100_000
"""Limits how many games are listed at a time."""
AT_ONCE: Final = 20
PASS_MS: Final = 3_600_000
"""Sets the least time between the beginnings of two rounds of a shard."""
AGAIN_MS: Final = 60_000
AGAIN: Final = 10
"""Limits how many of the damaged games are verified again at a time."""


class Scrub(LongWork):
    """Verifies logs, some at each step."""

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self.pace = Pace("games", ctx.settings.scrub_days)
        self.rounds = Rounds(ctx.store, LOGS)
        self._served: frozenset[int] = frozenset()
        self._games: dict[int, deque[str]] = {}
        """Holds the games that are to be proven by shard, in order."""
        self._more: dict[int, int] = {}
        """Counts the games of a shard that were too many to be listed."""
        self._course: Iterator[int] | None = None

    def step(self, events: int = EVENTS) -> None:
        """Verify some more; raises RedisError, after which the next step goes on from the place that was kept."""
        if self._served != self.shares.shards:
            self._begin_again()
        self.pace.begin(self.rounds.size(self._served))
        course, self._course = self._course or self._walk(), None
        left = events
        while (left > 0 or self.pace.is_owed()) and self.pace.may_go_on():
            cost = next(course)
            if not cost:
                self.pace.rest()
                break
            left -= cost
        self._course = course
        self.pace.end()
        if not self.rounds.store():
            self._games, self._course = {}, None

    def _begin_again(self) -> None:
        """Forget what was listed, since other shards are served now."""
        self.rounds.read()
        self._served, self._games, self._course = self.shares.shards, {}, None

    def _walk(self) -> Iterator[int]:
        """Yield the cost of each piece of work, in events; 0 if there is nothing to do now."""
        while True:
            if not self.rests():
                self.rest(AGAIN_MS)
                yield from self._look_again()
            if not self._games:
                yield from self._list()
            if self._games:
                yield from self._prove_some(next(iter(self._games)))
            else:
                yield 0

    def _due(self) -> list[int]:
        """Return the shards whose round is on or may begin: those on come first, then those proven longest ago."""
        since, rounds = self.ctx.clock() - PASS_MS, {shard: self.rounds.of(shard) for shard in self._served}
        due = [shard for shard, one in rounds.items() if one.is_on or one.began <= since]
        return sorted(due, key=lambda shard: (not rounds[shard].is_on, rounds[shard].passed, shard))

    def _list(self) -> Iterator[int]:
        """List the games of the shards that are due, for as many shards as there is room."""
        due = self._due()
        found = Found(due, {shard: self.rounds.of(shard).place for shard in due if self.rounds.of(shard).is_on})
        page: str | None = FIRST if due else None
        while page is not None:
            following, games = self.ctx.store.games(page, KEYS)
            yield PAGE_COST
            found.add(games)
            page = None if following == FIRST else following
        self._games, self._more = {shard: deque(sorted(some)) for shard, some in found.games.items()}, found.more
        for shard, some in self._games.items():
            self.rounds.begin(shard, len(some) + self._more.get(shard, 0), self.ctx.clock())

    def _prove_some(self, shard: int) -> Iterator[int]:
        """Verify some of the listed games of a shard, while it is served; after the last one its round ends."""
        games = self._games[shard]
        for _ in range(AT_ONCE):
            if not games or not self.shares.has(shard):
                break
            try:
                proven = yield from self._prove(games[0])
            except StoreAway:  # the games of other servers do not wait
                del self._games[shard]
                return
            self.pace.count()
            left = max(0, self.rounds.of(shard).left - 1)
            self.rounds.advance(shard, games.popleft(), left, proven)
        if games and self.shares.has(shard):
            return
        del self._games[shard]
        if not games and shard not in self._more and self.shares.has(shard):
            self.rounds.end(shard, self.ctx.clock())

    def _look_again(self) -> Iterator[int]:
        self.ctx.games.quarantine.read()
        damaged = [game for game in self.ctx.games.quarantine.list_damaged() if self.shares.has_game(game)]
        for game in damaged[:AGAIN]:
            yield from self._prove(game)

    def _prove(self, game: str) -> Generator[int, None, int]:
        """Verify the log of a game, yield the cost, and return how many versions were verified.

        A game that was damaged is released if it is sound now, or deleted.
        """
        walk, quarantine = Walk(self.ctx.store, game), self.ctx.games.quarantine
        try:
            while count := walk.step(events=SLICE):
                yield count
        except ArchiveAway:
            return walk.version
        except ChainBroken as broken:
            quarantine.judge(game, broken)  # a failover may have replaced versions meanwhile
            return walk.version
        if quarantine.is_damaged(game):
            quarantine.release(game)
        return walk.version


class Found:
    """Collects the games of some shards that come after a place in each, for as many shards as there is room.

    The least urgent shards are dropped. If one is left that is too large, its first games stay, and `more` counts the
    others.
    """

    def __init__(self, shards: Sequence[int], after: Mapping[int, str]) -> None:
        self.games: dict[int, set[str]] = {shard: set() for shard in shards}
        self.more: dict[int, int] = {}
        self._after = after
        self._last: dict[int, str] = {}

    def add(self, games: Iterable[str]) -> None:
        """Add a page of games of all shards."""
        for game in games:
            shard = shard_of(game)
            if shard not in self.games or game <= self._after.get(shard, ""):
                continue
            if shard in self._last and game > self._last[shard]:
                self.more[shard] += 1
            else:
                self.games[shard].add(game)
        while len(self.games) > 1 and sum(map(len, self.games.values())) > LISTED:
            self.games.popitem()
        for shard, some in self.games.items():
            if len(some) > 2 * LISTED:
                self._cut(shard, nsmallest(LISTED, some))

    def _cut(self, shard: int, first: list[str]) -> None:
        self.more[shard] = self.more.get(shard, 0) + len(self.games[shard]) - len(first)
        self.games[shard], self._last[shard] = set(first), first[-1]
