"""Implements durability across machines: only data on the disk of every replica is confirmed and published.

An append is sent together with WAITAOF on one connection. Data read is published only after a barrier, unless it is
known to be on the replicas. While replicas do not confirm, it is not published at all. That holds for versions, feeds
and claims. Names, facts and data keys are on the replicas when their write is answered, but may be read before.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, TypeVar, cast

from redis.exceptions import NoScriptError, ReadOnlyError, ResponseError

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.places import Place
from eventstore.cluster.barriers import TOO_FEW, Barrier, Copies, Unreplicated
from eventstore.keys import SHARDS, shard_of
from eventstore.lru_cache import Recent
from eventstore.outages import Room, StoreAway, Unconfirmed, allow_any, keeping
from eventstore.records import Beside, Conflict, Duplicate, FeedItem, Glance, StoredEvent, Tip, Version
from eventstore.redis.calling import Script, Word, log_script
from eventstore.redis.connection import Client, found_durability
from eventstore.redis.store import NOWHERE, RedisEventStore

Method = TypeVar("Method", bound=Callable[..., Any])
REPLICATED: Final = "replicated"
_REMEMBERED: Final = 8192
"""The most games whose newest confirmed version is remembered."""
_WRITTEN: Final = (b"OK", b"DUPLICATE")
"""The answers of the append script after which the log has versions that must be confirmed."""


def _proven(method: Method) -> Method:
    """Return a method that writes as this one does, and waits until every replica has it; raises Unconfirmed.

    Its first argument is a game, or another owner of data.
    """

    @wraps(method)
    def write(self: "ReplicatedEventStore", owner: str, *args: Any, **options: Any) -> Any:
        found = method(self, owner, *args, **options)
        self._prove_written(owner)
        return found

    return cast(Method, write)


class ReplicatedEventStore(RedisEventStore):
    """Represents the event store on one primary and its replicas."""

    set_name = _proven(RedisEventStore.set_name)
    set_facts = _proven(RedisEventStore.set_facts)
    count_fact = _proven(RedisEventStore.count_fact)
    add_up = _proven(RedisEventStore.add_up)
    swap_name = _proven(RedisEventStore.swap_name)
    swap_fact = _proven(RedisEventStore.swap_fact)
    swap_facts = _proven(RedisEventStore.swap_facts)
    keep_data_key = _proven(RedisEventStore.keep_data_key)  # before anything is encrypted under it
    drop_data_keys = _proven(RedisEventStore.drop_data_keys)  # so that no failover brings them back

    def __init__(
        self,
        client: Client,
        blocking: Client,
        copies: Copies,
        room: Room = allow_any,
        archive: Archive = NOWHERE,
    ) -> None:
        super().__init__(client, blocking, room, archive)
        self._copies = copies
        self._barrier = Barrier(self._connections, copies)
        self._confirmed: Recent[str, int] = Recent(_REMEMBERED)
        self._ends: dict[int, str] = {}
        self._script = Script(self._redis, log_script("append.lua"), self._connections)
        self._appending = keeping(room, self._send)

    def _send(self, keys: Sequence[str], args: Sequence[Word] = ()) -> Any:
        """Send the append and WAITAOF together, and return the script's answer.

        Raises Unconfirmed if it has written, but too few replicas confirm.
        """
        answer, _, copies = self._connections.ask(self._script.command(keys, args), *self._copies.waiting)
        if isinstance(answer, NoScriptError):
            command = self._script.command(keys, args, is_loaded=False)
            answer, _, copies = self._connections.ask(command, *self._copies.waiting)
        if isinstance(answer, ResponseError):
            raise _refusal(answer)
        if answer[0] in _WRITTEN and not self._copies.are_made(copies):
            raise Unconfirmed(f"written, but fewer than {self._copies.replicas} replicas confirm: {copies}")
        return answer

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        """Append; versions that an earlier call wrote, or one with the same key, are confirmed before the answer."""
        try:
            version, is_new = self._outcome(game, base, versions, beside)
        except Duplicate:
            self._prove_written(game)
            raise
        except Conflict as conflict:
            self._prove(game, conflict.current)
            raise
        if not is_new:
            self._prove_written(game)
        self._note(game, version)
        return version

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Return it once it is confirmed."""
        tip = super().tip(game, version)
        self._prove(game, tip.version)
        return tip

    def head(self, game: str) -> int:
        """Return it once it is confirmed."""
        head = super().head(game)
        self._prove(game, head)
        return head

    def glance(self, game: str, key: str, known: int = 0) -> Glance:
        """Return it once the newest version is confirmed."""
        glance = super().glance(game, key, known)
        self._prove(game, glance.tip.version)
        return glance

    def glances(self, known: Mapping[str, int]) -> dict[str, Glance]:
        """Return them once their newest versions are confirmed."""
        found = super().glances(known)
        self._confirm_versions([(game, glance.tip.version) for game, glance in found.items()])
        return found

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Return confirmed versions; if replicas do not confirm, an open range ends at the last confirmed."""
        events = super().read(game, after, upto, limit_events)
        try:
            self._prove(game, events[-1].version if events else 0)
        except Unreplicated:
            safe = [event for event in events if upto is None and self._is_confirmed(game, event.version)]
            if not safe:
                raise
            return safe
        return events

    def find_claim(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Return a claim once it is confirmed."""
        found = super().find_claim(game, scope_key)
        if found is not None:
            self._prove_written(game)
        return found

    def set_deadlines(self, game: str, deadlines: Mapping[str, int], *, promised: bool = False) -> None:
        """Set promised deadlines on every replica too."""
        super().set_deadlines(game, deadlines)
        if promised:
            self._prove_written(game)

    def note_forgotten(self, ids: Mapping[str, int]) -> None:
        """Store them on every replica too."""
        super().note_forgotten(ids)
        self._await_replicas(keys.barrier(0))  # of the slot in which the list lies

    def delete(self, game: str) -> None:
        """Delete it on every replica too."""
        super().delete(game)
        self._confirmed.drop(game)
        self._prove_written(game)

    def list_dead(self, shard: int) -> list[Place]:
        """Return places once they are confirmed: what a failover brings back must not be overwritten."""
        found = super().list_dead(shard)
        if found:
            self._barrier.cross(keys.barrier(shard))
        return found

    def feed(self, shard: int, after: str, count: int) -> list[FeedItem]:
        """Return only confirmed items."""
        return self._confirm_items(super().feed(shard, after, count))

    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem] | None]:
        """Return only confirmed items."""
        found = super().feeds(shards, after, count)
        self._confirm_items([item for items in found.values() for item in items or ()])
        return found

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Return only confirmed items."""
        found = super().own_feeds(games, after, count)
        self._confirm_items([item for items in found.values() for item in items or ()])
        return found

    def news(self, cursors: Mapping[int, str]) -> list[tuple[int, FeedItem]]:
        """Return only confirmed items; raises Unreplicated, after which the same items are still to come."""
        news = super().news(cursors)
        self._confirm_items([item for _, item in news])
        return news

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """Return only confirmed items, as `news` does."""
        news = super().wait(cursors, timeout_ms)
        self._confirm_items([item for _, item in news])
        return news

    def feed_ends(self, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Return the ends once they are confirmed: otherwise, after a failover, a feed might reach them again."""
        ends = super().feed_ends(shards)
        unknown = {shard: end for shard, end in ends.items() if self._ends.get(shard) != end}
        if unknown:
            self._barrier.cross(keys.barrier(min(unknown)))
            self._ends.update(unknown)
        return ends

    def durability(self) -> str:
        """Return `replicated` if the primary writes through and has as many replicas as it should."""
        found = found_durability(self._redis)
        is_written = found not in ("none", "unknown")
        return REPLICATED if is_written and count_replicas(self._redis) >= self._copies.replicas else found

    def _confirm_items(self, items: list[FeedItem]) -> list[FeedItem]:
        """Return items of this primary after a barrier, if one of them is not known to be confirmed."""
        self._confirm_versions([(item.game, item.version) for item in items])
        return items

    def _confirm_versions(self, versions: Sequence[tuple[str, int]]) -> None:
        """Cross a barrier, if one of these versions of games is not known to be confirmed."""
        unknown = [(game, version) for game, version in versions if not self._is_confirmed(game, version)]
        if unknown:
            self._barrier.cross(keys.barrier(shard_of(unknown[0][0])))
            for game, version in unknown:
                self._note(game, version)

    def _is_confirmed(self, game: str, version: int) -> bool:
        return 0 < version <= (self._confirmed.get(game) or 0)

    def _note(self, game: str, version: int) -> None:
        if version and not self._is_confirmed(game, version):
            self._confirmed.put(game, version)

    def _prove(self, game: str, version: int) -> None:
        """Wait until a version that was read is confirmed; raises StoreAway.

        No earlier one may be shown instead: another host may have confirmed this one already.
        """
        if version and not self._is_confirmed(game, version):
            self._barrier.cross(keys.barrier(shard_of(game)))
            self._note(game, version)

    def _prove_written(self, game: str) -> None:
        """Wait until the replicas have the latest writes to a game's shard; raises Unconfirmed."""
        self._await_replicas(keys.barrier(shard_of(game)))

    def _await_replicas(self, counter: str) -> None:
        try:
            self._barrier.cross(counter)
        except StoreAway as error:
            raise Unconfirmed(str(error)) from error


def _refusal(error: ResponseError) -> Exception:
    """Return the exception for a refusal: StoreAway if the primary has lost its replicas or its role."""
    is_no_primary = isinstance(error, ReadOnlyError) or str(error).startswith(TOO_FEW)
    return StoreAway(str(error)) if is_no_primary else error


def count_replicas(client: Any) -> int:
    """Return how many replicas follow a primary now; 0 if the server is no primary."""
    found: Mapping[str, Any] = client.info("replication")
    if found["role"] != "master":
        return 0
    followers = [found.get(f"slave{number}") for number in range(found["connected_slaves"])]
    return sum(isinstance(one, Mapping) and one["state"] == "online" for one in followers)
