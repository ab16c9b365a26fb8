"""Finds the store of the primary that serves a slot, also after a failover and while slots move.

Several primaries are asked at once, so that a silent one delays only the callers that need it. Methods of a store are
routed to a primary by their first argument: a game, a shard, a projection.
"""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from threading import Event, Lock, Thread
from typing import Any, Final, Generic, TypeVar, cast

from redis.exceptions import AskError, ClusterDownError, ReadOnlyError, RedisError, TryAgainError
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut

from eventstore.cluster.slots import SLOTS_OF_SHARDS, Place, SlotMap
from eventstore.keys import SHARDS, shard_of
from eventstore.outages import StoreAway
from eventstore.redis.store import RedisEventStore

ELSEWHERE: Final = (AskError, ClusterDownError, ReadOnlyError, TryAgainError)
"""Lists the errors of a node that has done nothing, because another node serves the slot, or will soon, or none does.

`MovedError` is an `AskError`.
"""
_WITHIN_S: Final = 1.0
"""Limits how long a call is repeated while its slot moves, or no node serves it."""
_AGAIN_S: Final = 0.05
"""Sets the pause before it is repeated."""
_REACH_S: Final = 0.7
"""Limits how long a report on all primaries waits for those that do not answer."""
A = TypeVar("A")
K = TypeVar("K")
V = TypeVar("V")
Method = TypeVar("Method", bound=Callable[..., Any])
Ask = Callable[[RedisEventStore, list[int]], A]
"""Asks the store of a primary something about some of its shards."""


class Question(Generic[A]):
    """Represents a query that is made in the background, or at once."""

    def __init__(self, ask: Callable[[], A], in_background: bool = True) -> None:
        self._ask = ask
        self._over = Event()
        self._answer: list[A] = []
        self._error: Exception = StoreAway("a node of the cluster does not answer in time")
        if in_background:
            Thread(target=self._run, daemon=True).start()
        else:
            self._run()

    def _run(self) -> None:
        try:
            self._answer.append(self._ask())
        except Exception as error:  # whatever it is, it is raised where the answer is taken
            self._error = error
        finally:
            self._over.set()

    def is_over(self, seconds: float = 0.0) -> bool:
        """Wait for the answer, at most for `seconds`; return whether it has come."""
        return self._over.wait(max(0.0, seconds))

    def answer(self) -> A:
        """Return the answer; raises the query's error, or StoreAway if there is no answer yet."""
        if not self._answer:
            raise self._error
        return self._answer[0]


def await_all(questions: Iterable[Question[A]], seconds: float) -> None:
    """Wait for the answers to all questions, at most `seconds` in total."""
    ends = time.monotonic() + seconds
    for question in questions:
        question.is_over(ends - time.monotonic())


class Primaries:
    """Holds a store for each primary; one that does not answer delays only the callers that need it."""

    def __init__(self, slots: SlotMap, open_node: Callable[[str], RedisEventStore], answer_s: float) -> None:
        """Wait at most `answer_s` for primaries that are asked together."""
        self.slots = slots
        self._open = open_node
        self._answer_s = answer_s
        self._stores: dict[Place, RedisEventStore] = {}
        self._lock = Lock()

    def at(self, place: Place) -> RedisEventStore:
        """Return the store of a node."""
        with self._lock:
            if place not in self._stores:
                self._stores[place] = self._open(self.slots.address.of(place))
            return self._stores[place]

    @contextmanager
    def node(self, place: Place) -> Iterator[RedisEventStore]:
        """Lend the store of one node; raises StoreAway if the node does not answer."""
        try:
            yield self.at(place)
        except (Disconnected, TimedOut) as error:
            self.refresh(place)
            raise StoreAway(str(error)) from error

    def of(self, game: str, do: Callable[[RedisEventStore], A]) -> A:
        """Do something at the primary of a game; raises what `call` does."""
        return self.call(SLOTS_OF_SHARDS[shard_of(game)], do)

    def of_shard(self, shard: int, do: Callable[[RedisEventStore], A]) -> A:
        """Do something at the primary of a shard; raises what `call` does."""
        return self.call(SLOTS_OF_SHARDS[shard], do)

    def call(self, slot: int, do: Callable[[RedisEventStore], A]) -> A:
        """Do something at the primary of a slot; do it again if that node did nothing because the slot has moved.

        Raises StoreAway if no node serves it in time, Unconfirmed if it may have been done.
        """
        ends = time.monotonic() + _WITHIN_S
        while True:
            place = self.slots.primary(slot)
            try:
                return do(self.at(place))
            except ELSEWHERE as error:
                if time.monotonic() > ends:
                    raise StoreAway(str(error)) from error
                time.sleep(_AGAIN_S)
                self.refresh()
            except (Disconnected, TimedOut) as error:  # for a write only if it surely was not sent
                self.refresh(place)
                if self.slots.primary(slot) == place or time.monotonic() > ends:
                    raise StoreAway(str(error)) from error
            except RedisError:
                self.refresh(place)
                raise

    def refresh(self, suspect: Place | None = None) -> None:
        """Read the slot map as `SlotMap.refresh` does, and drop the stores of nodes that have left the cluster."""
        self.slots.refresh(suspect)
        with self._lock:
            dropped = [self._stores.pop(place) for place in self._stores.keys() - self.slots.nodes]
        for store in dropped:
            store.close_idle()  # a call may still wait for an answer

    def each(
        self, ask: Ask[A], shards: Collection[int] = range(SHARDS), within_s: float | None = None
    ) -> tuple[list[A], set[int]]:
        """Ask the primaries of some shards at once; return their answers, and the shards of those that give none."""
        found: list[A] = []
        silent: set[int] = set()
        ends = time.monotonic() + (within_s or self._answer_s)
        left = list(shards)
        while left:
            answers, moved, away = self._round(ask, left, ends)
            found += answers
            silent.update(away)
            left = moved
            if left and time.monotonic() > ends:
                return found, silent.union(left)
        return found, silent

    def _round(self, ask: Ask[A], shards: list[int], ends: float) -> tuple[list[A], list[int], list[int]]:
        """Ask once; return the answers, the shards that are served elsewhere, and those of silent primaries."""
        groups = self.slots.groups(shards)
        asked = [
            (place, some, Question(partial(ask, self.at(place), some), len(groups) > 1))
            for place, some in groups.items()
        ]
        await_all((question for _, _, question in asked), ends - time.monotonic())
        found: list[A] = []
        moved: list[int] = []
        away = [shard for shard in shards if all(shard not in some for some in groups.values())]
        for place, some, question in asked:
            try:
                found.append(question.answer())
            except ELSEWHERE:
                moved += some
            except RedisError:
                self.refresh(place)
                away += some
        if moved:
            time.sleep(_AGAIN_S)
            self.refresh()
        return found, moved, away

    def every(self, ask: Ask[A], shards: Collection[int]) -> list[A]:
        """Ask the primaries of some shards at once, and return their answers; raises StoreAway if one gives none."""
        found, silent = self.each(ask, shards)
        if silent:
            raise StoreAway("a primary that is needed does not answer")
        return found

    def ask_games(self, games: Sequence[str], ask: Callable[[RedisEventStore, list[str]], A]) -> list[A]:
        """Ask the primaries of some games, each about its own; raises StoreAway if one of them does not answer."""
        shards = dict.fromkeys(map(shard_of, games))
        return self.every(lambda log, some: ask(log, _within(games, some)), shards)

    def look_up(
        self, games: Sequence[str], ask: Callable[[RedisEventStore, list[str]], dict[str, dict[K, V]]]
    ) -> dict[str, dict[K, V]]:
        """Ask the primaries of some games, each about its own; those at one that does not answer have nothing."""
        shards = dict.fromkeys(map(shard_of, games))
        found, silent = self.each(lambda log, some: ask(log, _within(games, some)), shards)
        return merge_answers([*found, {game: {} for game in _within(games, silent)}])

    def answering(self, ask: Ask[A]) -> list[A]:
        """Query the state of all primaries; raises StoreAway if none answers."""
        found, _ = self.each(ask, within_s=_REACH_S)
        if not found:
            raise StoreAway("no primary of the cluster answers")
        return found

    def close(self) -> None:
        """Close the connections to all nodes."""
        for store in self._stores.values():
            store.close()


def merge_answers(found: Sequence[Mapping[K, V]]) -> dict[K, V]:
    """Merge several answers into one."""
    return {key: value for some in found for key, value in some.items()}


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


def _within(games: Sequence[str], shards: Collection[int]) -> list[str]:
    """Return those games that lie in some shards."""
    return [game for game in games if shard_of(game) in shards]
