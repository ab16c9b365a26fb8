"""Waits until everything written to or read from a primary is on its disk and on those of its replicas.

WAITAOF counts the servers that have fsynced the last write of its own connection. A connection that has only read
therefore writes first: all that it read precedes this write in the replicas' stream. Callers that wait at the same
time share one such write.
"""

import time
from threading import Event, Lock
from typing import Any, Final

from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import OutOfMemoryError, ResponseError
from redis.exceptions import TimeoutError as TimedOut

from eventstore.outages import StoreAway, is_full
from eventstore.redis.calling import Command, Connections, Word

REST_S: Final = 0.5
"""Seconds for which all callers are refused after replicas did not confirm; then one of them tries."""
TOO_FEW: Final = "NOREPLICAS"
"""Begins the message of a primary that refuses writes because it has lost its replicas."""
_YEAR_S: Final = 31_536_000
"""Seconds until a counter expires that was written by EXPIRE because memory was full."""
_RECEIVING: Final = 0.4
"""The part of the time for a reply in which the server waits until its replicas have received a write."""
_WRITING: Final = 0.5
"""The part of that time in which it then waits until they have written it to their disks."""


class Unreplicated(StoreAway):
    """Reports that too few replicas confirm now; what was read could still be lost, so it is not published."""


class Copies:
    """Knows how many replicas must confirm, and how long to wait for them; `reply_s` is the timeout of a reply.

    With WAITAOF alone, a replica answers before its fsync and reports the result a second later. After WAIT it has
    already received the write, and answers with the result within 2 ms.
    """

    def __init__(self, replicas: int, reply_s: float) -> None:
        self.replicas = replicas
        self.waiting: tuple[Command, Command] = (
            ("WAIT", replicas, int(1000 * _RECEIVING * reply_s)),
            ("WAITAOF", 1, replicas, int(1000 * _WRITING * reply_s)),
        )
        """Holds what to send right after a write on the same connection; the last reply counts."""

    def are_made(self, reply: Any) -> bool:
        """Return whether by the last reply the primary and every replica have fsynced the write."""
        return isinstance(reply, list) and reply[0] >= 1 and reply[1] >= self.replicas


class _Round:
    """Represents one write that several callers wait for."""

    def __init__(self) -> None:
        self.is_over = Event()
        self.error: Exception | None = None


class Barrier:
    """Lets callers pass once everything that they have read from a primary is on all its replicas."""

    def __init__(self, connections: Connections, copies: Copies) -> None:
        self._connections = connections
        self._copies = copies
        self._guard = Lock()
        self._turn = Lock()  # held by the caller that writes
        self._next: _Round | None = None
        self._refused_until = 0.0

    def cross(self, key: str) -> None:
        """Wait until all that was read before this call is confirmed; `key` names a counter on this primary.

        Raises Unreplicated if too few replicas confirm or the primary takes no write, StoreAway if it does not answer,
        and the primary's error if it does not serve the key.
        """
        if time.monotonic() < self._refused_until:
            raise Unreplicated("the replicas did not confirm a moment ago")
        with self._guard:
            mine = self._next
            leads = mine is None
            if mine is None:
                mine = self._next = _Round()
        if leads:
            self._carry_out(mine, key)
        mine.is_over.wait()
        if mine.error is not None:
            raise mine.error

    def _carry_out(self, mine: _Round, key: str) -> None:
        try:
            with self._turn:
                with self._guard:
                    self._next = None  # later callers may have read more
                self._write(key)
        except Exception as error:  # whatever it is, all who wait for this round raise it
            mine.error = error
        except BaseException:  # the end of this greenlet: no caller may wait for it
            mine.error = StoreAway("the wait for the replicas was cut short")
            raise
        finally:
            with self._guard:
                if self._next is mine:
                    self._next = None
            mine.is_over.set()

    def _write(self, key: str) -> None:
        written, copies = self._wait_aof("INCR", key)
        if isinstance(written, OutOfMemoryError):  # EXPIRE is still accepted, since it takes no more memory
            written, copies = self._wait_aof("EXPIRE", key, _YEAR_S)
            if written == 0:  # nothing was written, so the replicas' reply proves nothing; other counters may exist
                raise Unreplicated("memory is full, and there is no counter yet")
        if isinstance(written, ResponseError) and (is_full(written) or str(written).startswith(TOO_FEW)):
            raise self._refusal(f"the primary takes no write: {written}")
        if isinstance(written, Exception):
            raise written
        if not self._copies.are_made(copies):
            raise self._refusal(f"fewer than {self._copies.replicas} replicas confirm: {copies}")

    def _refusal(self, reason: str) -> Unreplicated:
        self._refused_until = time.monotonic() + REST_S
        return Unreplicated(reason)

    def _wait_aof(self, *command: Word) -> tuple[Any, Any]:
        """Return the reply to a write, and that to WAITAOF."""
        try:
            written, _, copies = self._connections.ask(command, *self._copies.waiting)
        except (Disconnected, TimedOut) as error:
            raise StoreAway(str(error)) from error
        return written, copies
