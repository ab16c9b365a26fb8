"""News of appended versions for whoever waits in this process: one reader of the feeds, a bounded queue a listener.

The hub passes on versions, never events: what a listener may see is its own affair.
"""

import logging
import time
from contextlib import suppress
from enum import Enum
from queue import Empty, Full, Queue
from threading import Lock, Thread
from typing import Final

from redis.exceptions import RedisError

from eventstore.store import START, FeedItem, Feeds
from service.live.stopping import on_stop

MOST_WAITING: Final = 256
READ_MS: Final = 5_000
PAUSE_S: Final = 0.5
DELETED: Final = 0  # the version by which the feed says that a game is gone

log = logging.getLogger(__name__)


class News(Enum):
    """What a listener hears."""

    VERSION = "version"
    QUIET = "quiet"
    LAGGING = "lagging"
    GONE = "gone"
    STOPPING = "stopping"


class Listener:
    """The versions of some games, as they are appended from now on.

    `version` is the newest one heard of, `cursor` its place in the feed, `heard` the games that went on since it was
    last emptied.
    """

    def __init__(self, *games: str) -> None:
        self.games = games
        self.version = 0
        self.cursor = START
        self.heard: set[str] = set()
        self._queue: Queue[tuple[str, int, str]] = Queue(MOST_WAITING)
        self._ending: News | None = None

    def wait(self, seconds: float) -> News:
        """The next news; QUIET when there is none in that time."""
        try:
            self._hear(self._queue.get(timeout=seconds))
        except Empty:
            return self._ending or News.QUIET
        if self._ending is None:
            self._take_all()
        return self._ending or News.VERSION

    def tell(self, game: str, version: int, cursor: str = START) -> bool:
        """Pass on a version; False when too many wait already, which ends the listener."""
        if version == DELETED and len(self.games) == 1:
            self.end(News.GONE)
            return True
        try:
            self._queue.put_nowait((game, version, cursor))
        except Full:
            self._ending = News.LAGGING
        return self._ending is None

    def end(self, news: News) -> None:
        """Let the listener go home, with these last news."""
        self._ending = self._ending or news
        with suppress(Full):
            self._queue.put_nowait(("", 0, START))

    def _take_all(self) -> None:
        with suppress(Empty):
            while True:
                self._hear(self._queue.get_nowait())

    def _hear(self, news: tuple[str, int, str]) -> None:
        game, version, self.cursor = news
        self.heard.add(game)
        self.version = max(self.version, version)


class Hub:
    """The listeners of a process and the one reader that serves them; it starts with the first listener."""

    def __init__(self, store: Feeds) -> None:
        self._store = store
        self._listeners: dict[str, set[Listener]] = {}
        self._lock = Lock()
        self._cursors: dict[int, str] | None = None
        self._stopping = False

    def listen(self, *games: str) -> Listener:
        """Hear of every version of these games appended after this call; end with `leave`."""
        listener = Listener(*games)
        with self._lock:
            if self._cursors is None:
                self._start()
            for game in games:
                self._listeners.setdefault(game, set()).add(listener)
            if self._stopping:
                listener.end(News.STOPPING)
        return listener

    def leave(self, listener: Listener) -> None:
        """Hear no more."""
        with self._lock:
            self._drop(listener)

    def stop(self) -> None:
        """Send every listener home; the process ends."""
        with self._lock:
            self._stopping = True
            listeners = [listener for group in self._listeners.values() for listener in group]
        for listener in listeners:
            listener.end(News.STOPPING)

    def _start(self) -> None:
        self._cursors = self._store.feed_ends()
        on_stop(self.stop)
        Thread(target=self._read, name="feed reader", daemon=True).start()

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
        for shard, item in news:
            assert self._cursors is not None
            self._cursors[shard] = item.cursor
            with self._lock:
                self._tell(item)

    def _tell(self, item: FeedItem) -> None:
        """Pass a version on to all who listen to its game; whoever is too slow hears no more."""
        slow = [one for one in self._listeners.get(item.game, ()) if not one.tell(item.game, item.version, item.cursor)]
        for listener in slow:
            self._drop(listener)

    def _drop(self, listener: Listener) -> None:
        for game in listener.games:
            group = self._listeners.get(game, set())
            group.discard(listener)
            if not group:
                self._listeners.pop(game, None)
