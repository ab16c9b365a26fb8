"""Announces appended versions in this process: one reader of the feeds, and a bounded queue per listener.

The hub passes on versions, never events; each listener decides what its client may see. Pages that several clients may
see are built once, on a shelf. Callbacks end streams, waits and the reader of the feeds when the process stops.
"""

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from enum import Enum
from threading import Lock, Thread
from typing import Final, Generic, TypeVar

from redis.exceptions import RedisError

from eventstore.interfaces import START, Feeds
from eventstore.records import FeedItem

MOST_WAITING: Final = 256
READ_MS: Final = 5_000
PAUSE_S: Final = 0.5
PUSHED_AT_ONCE: Final = 16
"""Sets to how many listeners news is pushed before others get their turn."""
DELETED: Final = 0  # the version by which the feed says that a game was deleted

MOST_PAGES: Final = 256
P = TypeVar("P")
_callbacks: list[Callable[[], None]] = []
log = logging.getLogger(__name__)


class News(Enum):
    """Says what a listener has heard."""

    VERSION = "version"
    QUIET = "quiet"
    CALLED = "called"
    LAGGING = "lagging"
    GONE = "gone"
    STOPPING = "stopping"


class Listener:
    """Receives the versions of some games that are appended from now on.

    `version` is the newest one received, `cursor` its position in the feed; `heard` collects the games that changed
    since it was last cleared. If `push` is set, it is called when there is news, instead of waking the greenlet that
    waits for the listener. It calls `take`, and must not raise.
    """

    push: Callable[[], None] | None = None

    def __init__(self, *games: str) -> None:
        self.games = games
        self.version = 0
        self.cursor = START
        self.heard: set[str] = set()
        self._waiting: deque[tuple[str, int, str]] = deque()
        self._bell = Lock()  # locked while there is nothing new; a queue has three locks and costs three times as much
        self._bell.acquire()
        self._ending: News | None = None
        self._is_called = False

    def wait(self, seconds: float) -> News:
        """Return the next news: CALLED if `call` was called and there is none, QUIET if there is none in that time."""
        until = time.monotonic() + seconds
        while not (self._waiting or self._ending or self._is_called) and (left := until - time.monotonic()) > 0:
            self._bell.acquire(timeout=left)
        is_called, self._is_called = self._is_called, False
        news = self.take()
        return News.CALLED if is_called and news is News.QUIET else news

    def take(self) -> News:
        """Return the next news, QUIET if there is none now."""
        if self._ending is not None or not self._waiting:
            return self._ending or News.QUIET
        while self._waiting:
            game, version, self.cursor = self._waiting.popleft()
            self.heard.add(game)
            self.version = max(self.version, version)
        return News.VERSION

    def tell(self, game: str, version: int, cursor: str = START) -> bool:
        """Pass on a version; returns False if too many are waiting, which ends the listener."""
        if version == DELETED and len(self.games) == 1:
            self.end(News.GONE)
            return True
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append((game, version, cursor))
        else:
            self._ending = News.LAGGING
        if self.push is None or self._ending is not None:
            self._ring()
        return self._ending is None

    def call(self) -> None:
        """Wake the greenlet that waits for the listener, also without news."""
        self._is_called = True
        self._ring()

    def end(self, news: News) -> None:
        """End the listener with this last news."""
        self._ending = self._ending or news
        self._ring()

    def _ring(self) -> None:
        with suppress(RuntimeError):  # it has rung already
            self._bell.release()


class Hub:
    """Serves the listeners of a process with one reader thread, which starts with the first listener.

    `calls` counts the calls of all games.
    """

    def __init__(self, store: Feeds) -> None:
        self._store = store
        self._listeners: dict[str, set[Listener]] = {}
        self._lock = Lock()
        self._cursors: dict[int, str] | None = None
        self._stopping = False
        self.calls = 0

    def listen(self, *games: str) -> Listener:
        """Listen to all versions of these games that are appended after this call, until `leave`."""
        listener = Listener(*games)
        with self._lock:
            if self._cursors is None:
                self._cursors = self._store.feed_ends()
                on_stop(self.stop)
                Thread(target=self._read, name="feed reader", daemon=True).start()
            for game in games:
                self._listeners.setdefault(game, set()).add(listener)
            if self._stopping:
                listener.end(News.STOPPING)
        return listener

    def call(self, game: str) -> None:
        """Wake all listeners of a game, although it has no new version."""
        with self._lock:
            self.calls += 1
            listeners = list(self._listeners.get(game, ()))
        for listener in listeners:
            listener.call()

    @property
    def is_stopping(self) -> bool:
        """Return whether the process stops."""
        return self._stopping

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        with self._lock:
            self._drop(listener)

    def stop(self) -> None:
        """End all listeners, because the process stops."""
        with self._lock:
            self._stopping = True
            listeners = [listener for group in self._listeners.values() for listener in group]
        for listener in listeners:
            listener.end(News.STOPPING)

    def _read(self) -> None:
        while not self._stopping:
            try:
                self._pass_on(self._store.wait(self._cursors or {}, READ_MS))
            except RedisError as error:
                log.warning("the feeds cannot be read now: %s", error)
                time.sleep(PAUSE_S)
            except Exception:  # listeners of other games wait for this reader too
                log.exception("news of the feeds could not be passed on")
                time.sleep(PAUSE_S)

    def _pass_on(self, news: list[tuple[int, FeedItem]]) -> None:
        pushed: dict[Callable[[], None], None] = {}
        for shard, item in news:
            assert self._cursors is not None
            self._cursors[shard] = item.cursor
            with self._lock:
                for listener in self._tell(item):
                    if listener.push is not None:
                        pushed[listener.push] = None

        def push() -> None:
            for number, one in enumerate(pushed, 1):
                one()
                if number % PUSHED_AT_ONCE == 0:
                    time.sleep(0)

        if pushed:
            Thread(target=push, name="pushing", daemon=True).start()

    def _tell(self, item: FeedItem) -> set[Listener]:
        """Pass a version on to all listeners of its game, and drop those that are too slow; return who listened."""
        listeners = self._listeners.get(item.game, set())
        slow = [one for one in listeners if not one.tell(item.game, item.version, item.cursor)]
        for listener in slow:
            self._drop(listener)
        return listeners

    def _drop(self, listener: Listener) -> None:
        for game in listener.games:
            group = self._listeners.get(game, set())
            group.discard(listener)
            if not group:
                self._listeners.pop(game, None)


def on_stop(callback: Callable[[], None]) -> None:
    """Call `callback` once when the process stops; it must not raise and must not take long."""
    _callbacks.append(callback)


def announce_stop() -> None:
    """Run every callback once, the newest first."""
    while _callbacks:
        _callbacks.pop()()


class _Place(Generic[P]):
    def __init__(self) -> None:
        self.lock = Lock()
        self.pages: list[P] = []


class Shelf(Generic[P]):
    """Caches the newest pages by key (single-flight). A page must stay valid, as a part of a log does."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._places: OrderedDict[Hashable, _Place[P]] = OrderedDict()

    def page(self, key: Hashable, make: Callable[[], P]) -> P:
        """Return the page of a key, built by the first caller while the others wait."""
        built = self._places.get(key)
        if built is not None and built.pages:
            return built.pages[0]
        with self._lock:
            place = self._places.setdefault(key, _Place())
            if len(self._places) > MOST_PAGES:
                self._places.popitem(last=False)
        with place.lock:
            if not place.pages:
                place.pages.append(make())
            return place.pages[0]
