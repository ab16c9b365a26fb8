"""Keeps the leases of the open streams of this process, for those who have agreed to be shown as present.

A stream that is opened costs nothing more: whose it is, and whether they agree, is looked up a moment later by one
greenlet, once. Only streams of those who agree are looked at again.
"""

import heapq
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from operator import attrgetter
from threading import Lock, Thread
from typing import Final

from redis.exceptions import RedisError

from eventstore.outages import StoreAway
from service.clients.authentication import Caller
from service.clients.presence import find_shown
from service.game.context import Context
from service.problems import Problem
from service.queue.stream_leases import count_consents, end_lease, renew_lease

ROUND_S: Final = 1.0
RENEW_S: Final = 10.0
"""Sets how often a lease is renewed, and consent looked up again."""
CONSENTS_S: Final = 10.0
"""Sets how often it is asked whether anybody has agreed meanwhile."""
AT_ONCE: Final = 200
"""Limits the streams that are looked at in a round."""
FindOwner = Callable[[Context], str | None]
"""Returns under which name the stream is noted; None without consent."""
log = logging.getLogger(__name__)


@dataclass(eq=False)
class OpenStream:
    """Holds an open stream: its `owner` if it is noted, and when (s, monotonic) it is looked at next."""

    find: FindOwner
    lease: str = field(default_factory=lambda: secrets.token_hex(6))
    owner: str | None = None
    due: float = 0.0
    is_over: bool = False


def make_finder(caller: Caller) -> FindOwner | None:
    """Return what finds the name under which streams of the caller's seat are noted; None for a caller without one."""
    if caller.seat is None:
        return None
    return partial(find_shown, game_id=caller.game, seat=caller.seat, holder=caller.holder)


@contextmanager
def _warning() -> Iterator[None]:
    """Only log that one of the queues' stores does not answer."""
    try:
        yield
    except RedisError as error:
        log.warning("it cannot be noted who is there: %s", error)


class PresenceKeeper:
    """Renews the leases of this process, in a thread that runs while there are streams."""

    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._lock = Lock()
        self._open: dict[OpenStream, None] = {}
        self._is_running = False
        self._consents = 0
        self._asked = -inf

    def begin(self, find: FindOwner) -> OpenStream:
        """Begin to keep a stream that was opened, until `end`."""
        stream = OpenStream(find)
        with self._lock:
            self._open[stream] = None
            if not self._is_running:
                self._is_running = True
                Thread(target=self._run, name="presence", daemon=True).start()
        return stream

    def end(self, stream: OpenStream) -> None:
        """Note that a stream was closed."""
        stream.is_over = True
        self._open.pop(stream, None)
        if stream.owner is not None:
            with suppress(RedisError):  # its lease expires
                redis = self._ctx.jobs.of(stream.owner).redis
                end_lease(redis, stream.owner, stream.lease, self._ctx.clock())

    def _run(self) -> None:
        while True:
            time.sleep(ROUND_S)
            with self._lock:
                if not self._open:
                    self._is_running = False
                    return
            self.look()

    def look(self) -> None:
        """Look once at the streams whose time has come."""
        try:
            with _warning():
                self._ask_for_consents()
            now = time.monotonic()
            due = [stream for stream in list(self._open) if stream.due <= now]
            for stream in heapq.nsmallest(AT_ONCE, due, key=attrgetter("due")):  # those that have waited longest
                with _warning():
                    self._look_at(stream, now)
        except Exception:  # after any error with one stream the others must go on
            log.exception("it cannot be noted who is there")

    def _ask_for_consents(self) -> None:
        """Look again at all streams that are not noted, if anybody has agreed since."""
        now = time.monotonic()
        if now - self._asked < CONSENTS_S:
            return
        self._asked, consents = now, count_consents(self._ctx.jobs)
        if consents != self._consents:
            self._consents = consents
            for stream in list(self._open):
                stream.due = min(stream.due, now) if stream.owner is None else stream.due

    def _look_at(self, stream: OpenStream, now: float) -> None:
        stream.due = now + RENEW_S
        with suppress(StoreAway):  # while the store of its game is away, what was found before holds
            stream.owner = self._find_owner(stream)
            stream.due = inf if stream.owner is None else stream.due
        if stream.owner is None:
            return
        renew_lease(self._ctx.jobs.of(stream.owner).redis, stream.owner, stream.lease, self._ctx.clock())
        if stream.is_over:  # meanwhile
            self.end(stream)

    def _find_owner(self, stream: OpenStream) -> str | None:
        try:
            return stream.find(self._ctx)
        except Problem:  # the game is gone
            return None
