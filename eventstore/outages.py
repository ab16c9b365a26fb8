"""What a caller is told while a server does not do what is asked: whether anything was written, above all.

All are errors of the client library's family, so that whoever waits for a store to come back catches them too.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import OutOfMemoryError, RedisError, ResponseError
from redis.exceptions import TimeoutError as TimedOut

P = ParamSpec("P")
A = TypeVar("A")
_DISK_FULL: Final = "MISCONF"
"""Begins what a server says that cannot write its append-only file now."""


class StoreAway(Disconnected):
    """The server does not answer, and the command was surely not sent to it."""


class Unconfirmed(RedisError):
    """A write was sent, and no answer came: whether it was or will be done is not known."""


class StorageFull(RedisError):
    """There is no room, on the disk or in the server's memory; nothing was written."""


OUTAGES: Final = (StorageFull, Unconfirmed, Disconnected, TimedOut)
"""What passes: whoever has time tries again later."""

Room = Callable[[], bool]
"""Whether there is room to write."""


def unlimited() -> bool:
    """There is always room, as far as anybody here knows."""
    return True


def writing(room: Room, send: Callable[P, A]) -> Callable[P, A]:
    """The sending of a write that raises StorageFull and Unconfirmed for what they are."""

    @wraps(send)
    def sent(*args: P.args, **options: P.kwargs) -> A:
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

    return sent


def is_full(error: BaseException) -> bool:
    """Whether a server refused a write because its memory or its disk is full."""
    return isinstance(error, OutOfMemoryError) or str(error).startswith(_DISK_FULL)
