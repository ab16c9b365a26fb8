"""Verifies the hash chains of all logs, a few games each second, so that damage in idle games is found, too.

Its progress is kept in the store, so that a pass goes on after a restart; two sweeps that scrub at once do some of it
twice, which does no harm. Games that were found damaged are verified again each minute, for their logs may have been
restored or deleted.
"""

from collections.abc import Generator, Iterator
from typing import Final, NamedTuple

import orjson

from eventstore.archive.objects import ArchiveAway
from eventstore.log.chain import ChainBroken
from eventstore.log.walking import Walk
from eventstore.store import FIRST
from service.game.context import Context
from service.game.quarantine import REGISTER, SCRUB, scrub_noted
from workers.serving.shares import ALL, Shares
from workers.sweeping.long_work import LongWork

EVENTS: Final = 400
"""Limits how many events a step reads, give or take a slice; there is a step each second."""
SLICE: Final = 100
KEYS: Final = 200
"""Sets how many keys of the store are looked at for a page of games; that costs as much as `PAGE_COST` events."""
PAGE_COST: Final = 10
PASS_MS: Final = 3_600_000
"""Sets the least time between the beginnings of two passes."""
AGAIN_MS: Final = 60_000
AGAIN: Final = 10
"""Limits how many of the damaged games are verified again at a time."""


class Place(NamedTuple):
    """Holds how far a pass has come and when it began (ms), what all passes verified, and when the last one ended (ms).

    `page` is the cursor of the page of games that is being verified, up to `game` so far; None between two passes.
    """

    page: str | None = None
    game: str = ""
    began: int = 0
    versions: int = 0
    passed: int = 0


class Scrub(LongWork):
    """Verifies logs, some events at each step."""

    is_common = True

    def __init__(self, ctx: Context, shares: Shares = ALL) -> None:
        super().__init__(ctx, shares)
        self._course: Iterator[int] | None = None

    def step(self, events: int = EVENTS) -> None:
        """Verify some more; raises RedisError, after which the next step goes on from the place that was kept."""
        course, self._course = self._course or self._walk(), None
        left = events
        while left > 0 and (cost := next(course)):
            left -= cost
        self._course = course

    def place(self) -> Place:
        """Return the progress of the scrub."""
        found = scrub_noted(self.ctx.store.fact(REGISTER, SCRUB))
        return Place(**{name: found[name] for name in Place._fields if name in found})

    def _walk(self) -> Iterator[int]:
        """Yield the cost of each piece of work, in events; 0 if there is nothing to do now."""
        while True:
            if not self.rests():
                self.rest(AGAIN_MS)
                yield from self._look_again()
            place = self.place()
            if place.page is not None:
                yield from self._page(place, place.page)
            elif self.ctx.clock() >= place.began + PASS_MS:
                self._keep(place._replace(page=FIRST, game="", began=self.ctx.clock()))
            else:
                yield 0

    def _page(self, place: Place, page: str) -> Iterator[int]:
        """Verify the games of a page; the place is kept after each of them."""
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
        for game in self.ctx.games.quarantine.list_damaged()[:AGAIN]:
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

    def _keep(self, place: Place) -> None:
        self.ctx.store.set_facts(REGISTER, {SCRUB: orjson.dumps(place._asdict())})
