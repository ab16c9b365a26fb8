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
from eventstore.holdings import FIRST
from eventstore.walking import Walk
from service.game.context import Context
from service.game.quarantine import REGISTER, SCRUB

EVENTS: Final = 400
"""What a step, of which there is one a second, reads at most, give or take a slice."""
SLICE: Final = 100
KEYS: Final = 200
"""Of the store, that are looked at for a page of games; it costs as much as some events."""
PAGE_COST: Final = 10
PASS_MS: Final = 3_600_000
"""A pass begins no sooner than so long after the one before began."""
AGAIN_MS: Final = 60_000
AGAIN: Final = 10
"""Games found damaged that are looked at again at a time."""


class Place(NamedTuple):
    """Says how far a pass has come and when it began (ms); what all passes proved, and when the last ended (ms).

    It is in the page of games after `page`, of which those up to `game` are done; a pass that has ended has no page.
    """

    page: str | None = None
    game: str = ""
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
        found = orjson.loads(kept) if kept else {}
        return Place(**{name: found[name] for name in Place._fields if name in found})

    def _walk(self) -> Iterator[int]:
        """Yield what each piece of the walk has cost; 0 where there is nothing to do now."""
        while True:
            if self.ctx.clock() >= self._again_at:
                self._again_at = self.ctx.clock() + AGAIN_MS
                yield from self._look_again()
            place = self.place()
            if place.page is not None:
                yield from self._page(place, place.page)
            elif self.ctx.clock() >= place.began + PASS_MS:
                self._keep(place._replace(page=FIRST, game="", began=self.ctx.clock()))
            else:
                yield 0

    def _page(self, place: Place, page: str) -> Iterator[int]:
        """Prove the games of the next page; the place is kept after each of them."""
        following, games = self.ctx.store.games(page, KEYS)
        yield PAGE_COST
        for game in games:
            if game > place.game:
                proven = yield from self._prove(game)
                place = place._replace(game=game, versions=place.versions + proven)
                self._keep(place)
        is_over = following == FIRST
        passed = self.ctx.clock() if is_over else place.passed
        self._keep(place._replace(page=None if is_over else following, game="", passed=passed))

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
