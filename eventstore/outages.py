"""Defines errors for an unavailable server, which distinguish whether anything was written.

All belong to the client library's family of errors, so that callers who wait for a store catch them too.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import OutOfMemoryError, RedisError, ResponseError
from redis.exceptions import TimeoutError as TimedOut

from eventstore import budget

P = ParamSpec("P")
A = TypeVar("A")
DISK_FULL: Final = "MISCONF"
"""Begins the message of a server that cannot write its append-only file now."""


class StoreAway(Disconnected):
    """Reports that the server does not answer, and the command was surely not sent to it."""


class Unconfirmed(RedisError):
    """Reports that a write was sent without an answer: whether it was or will be done is unknown."""


class StorageFull(RedisError):
    """Reports that disk or memory is full; nothing was written."""


class StoreReplaced(RedisError):
    """Reports that the store has another identity than the known one; nothing was written."""

    def __init__(self) -> None:
        super().__init__("this is not the store that is known")


OUTAGES: Final = (StorageFull, StoreReplaced, Unconfirmed, Disconnected, TimedOut)
"""Lists temporary errors: callers with time retry later."""

Room = Callable[[], bool]
"""Says whether there is room to write."""


def allow_any() -> bool:
    """Return True: no limit is known here."""
    return True


def writing(room: Room, send: Callable[P, A]) -> Callable[P, A]:
    """Wrap a write so that it raises StorageFull and Unconfirmed, and no CPU limit ends its request."""
    guarded = keeping(room, send)

    @wraps(send)
    def send_to_end(*args: P.args, **options: P.kwargs) -> A:
        budget.seal()
        return guarded(*args, **options)

    return send_to_end


def keeping(room: Room, send: Callable[P, A]) -> Callable[P, A]:
    """Wrap a write of reproducible data, such as a snapshot, so that it raises the same errors."""

    @wraps(send)
    def send_once(*args: P.args, **options: P.kwargs) -> A:
        if not room():
            raise StorageFull("too little room on the disk")
        try:
            return send(*args, **options)
        except StoreAway:
            raise
        except (Disconnected, TimedOut) as error:
            raise Unconfirmed(str(error)) from error
        except ResponseError as error:
            if is_full(error):
                raise StorageFull(str(error)) from error
            raise

    return send_once


def is_full(error: BaseException) -> bool:
    """Return whether a server refused a write because its memory or its disk is full."""
    return isinstance(error, OutOfMemoryError) or str(error).startswith(DISK_FULL)
