"""Routes the methods of a store to primaries of a cluster by their first argument: a game, a shard, a projection."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from eventstore.cluster.primaries import Primaries, merge_answers
from eventstore.keys import shard_of
from eventstore.redis.store import RedisEventStore

A = TypeVar("A")
K = TypeVar("K")
V = TypeVar("V")
Method = TypeVar("Method", bound=Callable[..., Any])


class ClusterPart:
    """Represents one part of a store on a cluster."""

    def __init__(self, primaries: Primaries) -> None:
        self._primaries = primaries

    def _ask_all(self, games: Sequence[str], ask: Callable[[RedisEventStore, list[str]], A]) -> list[A]:
        """Ask the primaries of some games, each about its own; raises StoreAway if one of them does not answer."""
        by_shard = _games_by_shard(games)
        return self._primaries.every(lambda log, shards: ask(log, _within(by_shard, shards)), by_shard)

    def _look_up(
        self, games: Sequence[str], ask: Callable[[RedisEventStore, list[str]], dict[str, dict[K, V]]]
    ) -> dict[str, dict[K, V]]:
        """Ask the primaries of some games, each about its own; those at one that does not answer have nothing."""
        by_shard = _games_by_shard(games)
        found, silent = self._primaries.each(lambda log, shards: ask(log, _within(by_shard, shards)), by_shard)
        return merge_answers([*found, {game: {} for game in _within(by_shard, silent)}])


def at_owner(method: Method) -> Method:
    """Return a method that calls this one at the primary of its first argument, a game or another owner of keys."""
    return route(method, Primaries.of)


def at_shard(method: Method) -> Method:
    """Return a method that calls this one at the primary of its first argument, a shard."""
    return route(method, Primaries.of_shard)


def route(method: Method, call: Callable[..., Any]) -> Method:
    """Return a method that calls the method of the same name at a primary.

    `call` gets the primaries, the first argument, and a function to call with the store of the right primary.
    """
    name = method.__name__

    @wraps(method, updated=())  # leaves out the mark of an abstract method
    def send(self: Any, first: Any, *args: Any, **kwargs: Any) -> Any:
        return call(self._primaries, first, lambda log: getattr(log, name)(first, *args, **kwargs))

    return cast(Method, send)


def _games_by_shard(games: Sequence[str]) -> dict[int, list[str]]:
    """Return games by their shard."""
    found: dict[int, list[str]] = {}
    for game in games:
        found.setdefault(shard_of(game), []).append(game)
    return found


def _within(by_shard: Mapping[int, list[str]], shards: Collection[int]) -> list[str]:
    """Return the games of some shards."""
    return [game for shard in shards for game in by_shard[shard]]
