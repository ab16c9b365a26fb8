"""Streams the log as it grows, as Server-Sent Events or JSON lines, from any position on.

An event's id is its cursor, `version-index.proof`; with `Last-Event-ID` the stream continues after it.
"""

import logging
import time
from collections.abc import Hashable, Iterator
from threading import Lock
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from eventstore.outages import StoreReplaced
from eventstore.records import Tip
from service.clients.authentication import Caller, is_open
from service.game.cursors import Place
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.http.incoming import Application
from service.http.outlets import outlet
from service.http.phrase_news import LOOK_S, PhraseNews
from service.http.presence_keeper import make_finder
from service.http.presence_news import PRESENCE_S, PresenceNews
from service.http.stream_pages import FORMATS, Pages, Turns
from service.live import News
from service.problems import Problem
from service.views.spectator_delay import visible

QUIET_S: Final = 15.0
"""Seconds without news after which a stream sends a sign of life."""
DELAYED_S: Final = 1.0
"""Seconds between the checks of a delayed stream whether more may be sent."""
log = logging.getLogger(__name__)


class Extras(NamedTuple):
    """Holds the languages of summaries of events, of legal actions in turns, and of phrases; None leaves them out.

    With `presence` the stream also shows who is there.
    """

    summaries_in: str | None = None
    legal_in: str | None = None
    phrases_in: str | None = None
    presence: bool = False


NO_EXTRAS: Final = Extras()


class Stream:
    """Tracks what one client is sent: `after` is the newest version sent whole, `floor` the last event it had.

    `chain` is the hash of version `after`, empty until it is known. If the log has another hash there, or none, the
    events sent no longer exist, and the stream `is_reset`. So it is if the log has another hash at the version `told`,
    which the client's cursor proved. `known` is a version at which the caller's token was valid; once the log revokes
    it, the stream `is_lost`. `sent` counts the bytes of the body.
    """

    def __init__(
        self,
        app: Application,
        caller: Caller,
        start: Place,
        media_type: str,
        game: Game,
        told: Tip | None = None,
        extras: Extras = NO_EXTRAS,
    ) -> None:
        self.app = app
        self.caller = caller
        self.after = start.version - 1
        self.floor = start
        self.told = told
        self.format = FORMATS[media_type]
        self.is_over = game.table.finished
        self.known = game.version
        known = told if told and told.version == self.after else game.tip
        self.chain = known.chain if self.after == known.version else ""
        self.is_lost = False
        self.is_reset = False
        self.is_delayed = caller.seat is None and bool(game.table.opened.spectator_delay)
        self.pages = Pages(app, caller, media_type, extras.summaries_in, is_delayed=self.is_delayed)
        self.turns = None
        if caller.seat is not None:
            self.turns = Turns(app, caller.game, caller.seat, media_type, self.format.turn, extras.legal_in)
        self.phrases = None
        if extras.phrases_in is not None and game.table.opened.phrases:
            self.phrases = PhraseNews(app, caller, game, media_type, extras.phrases_in)
        self.presence = PresenceNews(app, caller.game, self.format) if extras.presence else None
        self.outlet = outlet()
        self.is_behind = False
        self.sent = 0
        self._spoke = time.monotonic()
        self._lock = Lock()  # held by the greenlet that sends: the connection's own, except while it waits for news
        self._lock.acquire()
        self.listener = app.hub.listen(caller.game)
        find = make_finder(caller)
        self.kept = None if find is None else app.presence.begin(find)
        if self.outlet is not None and not self.is_delayed:
            self.listener.push = self.push

    def chunks(self) -> Iterator[bytes]:
        """Yield everything up to the head, then new versions, until the game or the service ends.

        The stream breaks off if the store fails or the game becomes unreadable; a client that reconnects learns why.
        """
        try:
            for chunk in self._chunks():
                self.sent += len(chunk)
                self._spoke = time.monotonic()
                yield chunk
        except (RedisError, Quarantined) as error:
            log.warning("a stream breaks off: %s", error, extra={"game": self.caller.game})

    def _chunks(self) -> Iterator[bytes]:
        yield self.format.opening
        yield from self._upto_head()
        yield from self._turn()
        yield from self._presence()
        while not self._is_done:
            news = self._wait()
            if self.outlet is not None:
                self.outlet.finish()
            if news is News.STOPPING:
                return
            if news is News.LAGGING:
                self.app.metrics.lagging.inc()
                yield self.format.word("lagging")
                return
            if news is News.GONE:
                yield self.format.word("end")
                return
            if news is News.QUIET and self._is_long_silent:
                yield self.format.quiet
            yield from self._news(news)
            if self.phrases is not None and not self._is_done:
                yield from self.phrases.since(is_called=news is News.CALLED)
            yield from self._presence()
        yield self.format.word("reset" if self.is_reset else "end" if self.is_over else "seat")

    @property
    def _is_done(self) -> bool:
        return self.is_over or self.is_lost or self.is_reset

    def _wait(self) -> News:
        """Wait for news; a greenlet that pushes may send meanwhile."""
        self._lock.release()
        try:
            return self.listener.wait(self._pause_s)
        finally:
            self._lock.acquire()

    @property
    def _pause_s(self) -> float:
        if self.is_delayed:
            return DELAYED_S
        if self.phrases is not None:
            return LOOK_S
        return QUIET_S if self.presence is None else PRESENCE_S

    @property
    def _is_long_silent(self) -> bool:
        """Return whether a sign of life is due: a stream may wait for less time than it may be silent."""
        return time.monotonic() - self._spoke >= QUIET_S - self._pause_s / 2

    def _presence(self) -> Iterator[bytes]:
        """Yield who is there, if the client asked for it and it has changed."""
        if self.presence is not None and not self._is_done:
            yield from self.presence.news()

    def _news(self, news: News) -> Iterator[bytes]:
        """Yield what is new, and the seat's turn if it has changed; nothing once the API key that acts is revoked."""
        if self.caller.by_key and not is_open(self.app.context, self.caller):
            self.is_lost = True
            return
        if self.is_delayed:
            yield from self._upto_head()
        elif news is News.VERSION or self.is_behind:
            self.is_behind = False
            if self.listener.version <= self.after:  # a version that was already sent may have been rewritten
                self.is_reset = self._is_gone(self.pages.tip(self.after).chain)
            yield from self._until(self.listener.version, self.listener.cursor)
        yield from self._turn()

    def push(self) -> None:
        """Send the news from the caller's greenlet, if the connection's own waits and the client keeps up."""
        assert self.outlet is not None
        if not self._lock.acquire(blocking=False):
            self.listener.call()
            return
        pieces: list[bytes] = []
        try:
            if not self.outlet.is_stuck and self.listener.take() is News.VERSION:
                pieces.extend(self._news(News.VERSION))
        except (RedisError, Problem):
            self.is_behind = True
        except Exception:  # the caller has other streams to serve; the connection's own greenlet tries again
            log.exception("news could not be pushed to a stream")
            self.is_behind = True
        finally:
            if pieces:
                self.sent += sum(map(len, pieces))
                self.outlet.offer(pieces)
            self._lock.release()
        if self.is_behind or self._is_done or self.outlet.is_stuck:
            self.listener.call()

    def _turn(self) -> Iterator[bytes]:
        """Yield the seat's turn if it has changed."""
        if self.turns is not None and not self.is_lost and not self.is_reset:
            yield from self.turns.after(Tip(self.after, self.chain))

    def _upto_head(self) -> Iterator[bytes]:
        """Yield everything that the caller may be sent by now."""
        try:
            head = visible(self.app.context, self.caller).tip if self.is_delayed else self.pages.tip()
        except Quarantined:
            raise
        except Problem:  # the game was deleted; the listener will report it
            return
        yield from self._until(head.version, head)

    def _is_gone(self, chain: str) -> bool:
        """Return whether the chain at version `after` differs from the one that the client was sent.

        Raises StoreReplaced if the log has another one because the store is another one.
        """
        if self.chain in ("", chain):
            return False
        if self.app.known.is_replaced(self.caller.game):
            raise StoreReplaced
        return True

    def close(self) -> None:
        """Release the listener when the client is gone."""
        self.app.hub.leave(self.listener)
        if self.kept is not None:
            self.app.presence.end(self.kept)

    def _until(self, version: int, news: Hashable) -> Iterator[bytes]:
        """Yield everything up to a version, which `news` announced."""
        while self.after < version and not self.is_lost and not self.is_reset:
            found, page = self.pages.after(Tip(self.after, self.chain), version, news)
            told, self.told = self.told, None if found.stored else self.told
            denied = [one for one in found.stored if told and one.version == told.version and one.chain != told.chain]
            self.is_reset = self._is_gone(page.base) or bool(denied)
            if not page.events or self.is_reset:
                return
            lost = [number for number in page.lost if number > self.known]
            self.is_lost = bool(lost)
            self.after, self.chain = lost[0] if lost else page.events[-1][0].version, page.chain
            chunk = page.whole
            if lost or page.events[0][0] <= self.floor:  # the client may not see all of it, or has had some of it
                shown = (text for place, text in page.events if place > self.floor and place.version <= self.after)
                chunk = b"".join(shown)
            self.is_over = self.is_over or any(number <= self.after for number in page.ends)
            if chunk:
                yield chunk
