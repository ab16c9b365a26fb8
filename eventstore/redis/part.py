"""Holds what all parts of the store on a Redis-protocol server have in common: the clients, and how they write."""

from collections.abc import Iterable
from functools import partial
from importlib.resources import files
from typing import Any

from eventstore.keys import IDENTITY, Known, any_store, place_in, shard_of
from eventstore.outages import Room, StoreReplaced, allow_any, writing
from eventstore.redis.calling import Connections
from eventstore.redis.connection import Client


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
