"""The scrub walks slowly along the logs of all games and proves their chains, also of games that are no longer read.

A little is proven each second. Where it stands is kept in the store, so that a pass goes on after a restart; two sweeps
that scrub at once do some of it twice and no harm. Games found damaged are looked at again each minute, for their logs
may have been restored or deleted.
"""

from collections.abc import Generator, Iterator
from typing import Final, NamedTuple

import orjson

from eventstore.archive import ArchiveAway
from eventstore.chain import ChainBroken
from eventstore.store import SHARDS, START
from eventstore.walking import Walk
from service.game.context import Context
from service.game.quarantine import REGISTER, SCRUB

EVENTS: Final = 400
"""What a step, of which there is one a second, reads at most, give or take a slice."""
SLICE: Final = 100
ITEMS: Final = 200
"""Of a page of a feed, by which games are found; some of them cost as much as an event."""
ITEMS_AN_EVENT: Final = 4
SHARD_COST: Final = 10
PASS_MS: Final = 3_600_000
"""A pass begins no sooner than so long after the one before began."""
AGAIN_MS: Final = 60_000
AGAIN: Final = 10
"""Games found damaged that are looked at again at a time."""


class Place(NamedTuple):
    """Says how far a pass has come and when it began (ms); what all passes proved, and when the last ended (ms)."""

    shard: int = SHARDS
    cursor: str = START
    began: int = 0
    versions: int = 0
    passed: int = 0


class Scrub:
    """Walks for one process."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self._course: Iterator[int] | None = None
        self._again_at = 0

    def step(self, events: int = EVENTS) -> None:
        """Prove some more; raises RedisError, after which the next step begins again from the place that was kept."""
        course, self._course = self._course or self._walk(), None
        left = events
        while left > 0 and (cost := next(course)):
            left -= cost
        self._course = course

    def place(self) -> Place:
        """Say how far the scrub has come."""
        kept = self.ctx.store.fact(REGISTER, SCRUB)
        return Place(**orjson.loads(kept)) if kept else Place()

    def _walk(self) -> Iterator[int]:
        """Yield what each piece of the walk has cost; 0 where there is nothing to do now."""
        while True:
            if self.ctx.clock() >= self._again_at:
                self._again_at = self.ctx.clock() + AGAIN_MS
                yield from self._look_again()
            place = self.place()
            if place.shard < SHARDS:
                yield from self._page(place)
            elif self.ctx.clock() >= place.began + PASS_MS:
                self._keep(place._replace(shard=0, cursor=START, began=self.ctx.clock()))
            else:
                yield 0

    def _page(self, place: Place) -> Iterator[int]:
        """Prove the games that begin in the next page of a feed; the place is kept after each of them."""
        items = self.ctx.store.feed(place.shard, place.cursor, ITEMS)
        yield SHARD_COST + len(items) // ITEMS_AN_EVENT
        for item in items:
            if item.version == 1:
                proven = yield from self._prove(item.game)
                place = place._replace(cursor=item.cursor, versions=place.versions + proven)
                self._keep(place)
        self._keep(place._replace(cursor=items[-1].cursor) if len(items) == ITEMS else self._after_shard(place))

    def _after_shard(self, place: Place) -> Place:
        passed = self.ctx.clock() if place.shard + 1 == SHARDS else place.passed
        return place._replace(shard=place.shard + 1, cursor=START, passed=passed)

    def _look_again(self) -> Iterator[int]:
        self.ctx.games.quarantine.read()
        for game in self.ctx.games.quarantine.damaged()[:AGAIN]:
            yield from self._prove(game)

    def _prove(self, game: str) -> Generator[int, None, int]:
        """Prove the log of a game, so many versions; what was damaged and proves true, or is gone, is released."""
        walk, quarantine = Walk(self.ctx.store, game), self.ctx.games.quarantine
        try:
            while count := walk.step(events=SLICE):
                yield count
        except ArchiveAway:
            return walk.version
        except ChainBroken as broken:
            quarantine.condemn(game, broken.version)
            return walk.version
        if quarantine.is_damaged(game):
            quarantine.release(game)
        return walk.version

    def _keep(self, place: Place) -> None:
        self.ctx.store.set_facts(REGISTER, {SCRUB: orjson.dumps(place._asdict())})
