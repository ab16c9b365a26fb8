"""Holds what all parts of the store on a Redis-protocol server have in common: the clients, and how they write."""

from collections.abc import Iterable
from functools import partial
from importlib.resources import files
from typing import Any

from eventstore.calling import Connections
from eventstore.connection import Client
from eventstore.outages import Room, unlimited, writing


class RedisPart:
    """Represents one part of a store on a server; `blocking` is the client for commands that wait for news.

    Writes raise StorageFull while there is no `room`, and Unconfirmed if they are not answered.
    """

    def __init__(self, client: Client, blocking: Client, room: Room = unlimited) -> None:
        self._redis: Any = client
        self._blocking: Any = blocking
        self._connections = Connections(client.connection_pool)
        self._room = room
        self._write: Any = partial(writing, room)

    def _each(self, command: str, places: Iterable[str]) -> list[Any]:
        """Return the answers to a command for each of some keys."""
        with self._redis.pipeline(transaction=False) as pipe:
            for place in places:
                getattr(pipe, command)(place)
            answers: list[Any] = pipe.execute()
        return answers


def script(name: str) -> str:
    """Return the text of a Lua script."""
    return files("eventstore").joinpath(name).read_text()


def log_script(name: str) -> str:
    """Return the text of a Lua script that reads a log, by the functions in `log.lua`."""
    return script("log.lua") + script(name)
