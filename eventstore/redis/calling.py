"""Calls scripts over the client library's own connections, without layers that take longer than the store.

A connection comes from the pool, which guards it, counts it and finds the primary after a failover; it retries as the
library would. The measuring and logging of every command, which the library does besides, is left out.
"""

import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from importlib.resources import files
from socket import MSG_PEEK
from typing import Any, Final

from hiredis import pack_command
from redis.exceptions import BusyLoadingError, NoScriptError, ResponseError
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut

from eventstore.keys import IDENTITY, Known, any_store, place_in, shard_of
from eventstore.outages import Room, StoreAway, StoreReplaced, allow_any, writing
from eventstore.redis.connection import Client

Word = str | int | bytes
Command = tuple[Any, ...]
FRESH_S: Final = 1.0
"""Seconds after its last use in which a connection is reused without the pool."""
_AT_HAND: Final = 4


class Connections:
    """Lends the connections of a store's pool, and keeps a few that were used last at hand."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._at_hand: list[tuple[float, int, Any]] = []

    def take(self) -> Any:
        """Return a connection that can be used; raises StoreAway."""
        connection = self._at_hand_now()
        if connection is not None:
            return connection
        try:
            return self._pool.get_connection()
        except StoreAway:
            raise
        except (Disconnected, TimedOut) as error:
            raise StoreAway(str(error)) from error

    def _at_hand_now(self) -> Any:
        """Return a connection that was used a moment ago and is still open; None if there is none."""
        try:
            used, process, connection = self._at_hand.pop()
        except IndexError:
            return None
        if process != os.getpid():
            return None
        if time.monotonic() - used < FRESH_S and not self._is_guarded():
            if not _is_quiet(connection):
                connection.disconnect()
            return connection
        self._pool.release(connection)
        return None

    def _is_guarded(self) -> bool:
        """Return whether the pool's breaker is open, so that callers must pass it."""
        breaker = getattr(self._pool, "breaker", None)
        return breaker is not None and breaker.is_open

    def give_back(self, connection: Any) -> None:
        """Take a connection back; a broken one goes to the pool."""
        if connection.is_connected and not connection.should_reconnect() and len(self._at_hand) < _AT_HAND:
            self._at_hand.append((time.monotonic(), os.getpid(), connection))
        else:
            self._pool.release(connection)

    def close_idle(self) -> None:
        """Close the connections that no call uses now."""
        while self._at_hand:
            with suppress(IndexError):  # another caller took it
                self._pool.release(self._at_hand.pop()[-1])
        self._pool.disconnect(inuse_connections=False)

    def ask(self, *commands: Command) -> list[Any]:
        """Send commands together and return their replies in order, an error reply as its exception.

        They are sent again as the connection's policy says. Raises StoreAway if they surely never reached the server,
        and the client library's errors if they may have.
        """
        packed = [pack_command(command) for command in commands]
        connection = self.take()
        is_open = False  # whether commands were sent whose outcome is unknown

        def ask() -> list[Any]:
            nonlocal is_open
            connection.send_packed_command(packed)
            was_open, is_open = is_open, True
            replies = [_reply(connection) for _ in packed]
            if isinstance(replies[0], BusyLoadingError):
                is_open = was_open
                raise replies[0]
            return replies

        try:
            answers: list[Any] = connection.retry.call_with_retry(ask, lambda error: connection.disconnect())
        except (Disconnected, TimedOut) as error:
            if is_open:
                raise
            raise StoreAway(str(error)) from error
        except BaseException:  # whatever it is, also the end of this greenlet: the next caller must not get this reply
            connection.disconnect()
            connection.mark_for_reconnect()
            raise
        finally:
            self.give_back(connection)
        return answers


def _is_quiet(connection: Any) -> bool:
    """Return whether the connection is open and has no unread bytes.

    A gevent socket is checked without gevent, which would first switch to other greenlets (14 µs instead of 1).
    """
    plain = getattr(connection._sock, "_sock", None)
    try:
        return not (connection.can_read(0) if plain is None else plain.recv(1, MSG_PEEK) is not None)
    except BlockingIOError:
        return True
    except (Disconnected, TimedOut, OSError):
        return False


def _reply(connection: Any) -> Any:
    """Return the next reply, an error as its exception."""
    try:
        return connection.read_response()
    except (ResponseError, BusyLoadingError) as error:
        return error


def unwrap(answer: Any) -> Any:
    """Return an answer; raises it if it is an error."""
    if isinstance(answer, Exception):
        raise answer
    return answer


class Script:
    """Represents a Lua script on the server, which is loaded if the server does not have it."""

    def __init__(self, client: Client, text: str, connections: Connections) -> None:
        self._usual: Any = client.register_script(text)
        self._connections = connections

    def __call__(self, keys: Sequence[str], args: Sequence[Word] = ()) -> Any:
        """Return the script's answer; raises the client library's errors."""
        [answer] = self._connections.ask(self.command(keys, args))
        if isinstance(answer, NoScriptError):
            return self._usual(keys=keys, args=args)
        return unwrap(answer)

    def call_each(self, calls: Sequence[tuple[Sequence[str], Sequence[Word]]]) -> list[Any]:
        """Return the script's answers to several calls, sent together; raises the first error."""
        answers = self._connections.ask(*(self.command(*call) for call in calls)) if calls else []
        return [
            self(*call) if isinstance(answer, NoScriptError) else unwrap(answer)
            for call, answer in zip(calls, answers, strict=True)
        ]

    def command(self, keys: Sequence[str], args: Sequence[Word] = (), is_loaded: bool = True) -> Command:
        """Return the call as a command, with the script's text if the server may not have it."""
        name = ("EVALSHA", self._usual.sha) if is_loaded else ("EVAL", self._usual.script)
        return (*name, len(keys), *keys, *args)


class RedisPart:
    """Represents one part of a store on a server; `blocking` is the client for commands that wait for news.

    Writes raise StorageFull while there is no `room`, and Unconfirmed if they are not answered. Writes beside
    games and deletions raise StoreReplaced, like an append, if the shard has another identity than the required one.
    """

    def __init__(self, client: Client, blocking: Client, room: Room = allow_any) -> None:
        self._redis: Any = client
        self._blocking: Any = blocking
        self._connections = Connections(client.connection_pool)
        self._room = room
        self._write: Any = partial(writing, room)
        self._known: Known = any_store

    def require(self, known: Known) -> None:
        """Write from now on only to shards that have their known identity."""
        self._known = known

    def _recognize(self, owner: str) -> None:
        """Raise StoreReplaced unless the shard of an owner has its known identity."""
        shard = shard_of(owner)
        known = self._known(shard)
        if known and self._redis.hget(place_in(shard), IDENTITY) != known:
            raise StoreReplaced

    def _ask(self, *commands: Command) -> list[Any]:
        """Return the answers to commands that are sent together; raises the first error among them."""
        return [unwrap(answer) for answer in self._connections.ask(*commands)] if commands else []

    def _each(self, command: str, places: Iterable[str]) -> list[Any]:
        """Return the answers to a command for each of some keys."""
        with self._redis.pipeline(transaction=False) as pipe:
            for place in places:
                getattr(pipe, command)(place)
            answers: list[Any] = pipe.execute()
        return answers


def script(name: str) -> str:
    """Return the text of a Lua script."""
    return files("eventstore.redis").joinpath(name).read_text()


def log_script(name: str) -> str:
    """Return the text of a Lua script that reads a log, by the functions in `log.lua`."""
    return script("log.lua") + script(name)


def archive_script(name: str) -> str:
    """Return the text of a Lua script that takes a game out of the archive, with the functions in `archived.lua`."""
    return script("archived.lua") + script(name)
