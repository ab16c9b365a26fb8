"""Implements the store on Redis streams (Redis 7 and newer, Valkey, Cluster), with one Lua call per append."""

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.resources import files
from secrets import token_bytes
from typing import Any

from redis.cluster import RedisCluster

from eventstore import keys
from eventstore.chain import ROOT
from eventstore.connection import PATIENT, Client, Patience, connect, connect_blocking, found_durability, found_full
from eventstore.health import Health, found_health
from eventstore.marks import RedisMarks
from eventstore.outages import Room, StorageFull, Unconfirmed, unlimited, writing
from eventstore.records import Beside, Conflict, Deadline, Duplicate, FeedItem, OtherPast, StoredEvent, Tip, Version
from eventstore.rows import RedisRows
from eventstore.store import SHARDS, START, EventStore
from eventstore.tally import TALLY
from eventstore.wire import (
    Entry,
    chain_of,
    pack_claim,
    pack_values,
    pack_versions,
    short,
    unpack_claim,
    unpack_deadline,
    unpack_entries,
    unpack_items,
    version_of,
)

_PAGE = 1000
_POLL_S = 0.1
"""Sets how often a cluster is polled for news, since it cannot block on keys of several slots."""


def open_store(
    url: str, cluster: bool = False, patience: Patience = PATIENT, room: Room = unlimited
) -> "RedisEventStore":
    """Open the event store at a URL (`redis://`, `rediss://`, `unix://`, `redis+cluster://`).

    Writes are refused while there is no `room`.
    """
    return RedisEventStore(connect(url, cluster, patience), connect_blocking(url, cluster), room)


class RedisEventStore(EventStore):
    """Is an event store on a Redis-protocol server.

    `blocking` is the client that `wait` blocks on. Writes raise StorageFull while there is no `room`, and Unconfirmed
    if no reply came.
    """

    def __init__(self, client: Client, blocking: Client, room: Room = unlimited) -> None:
        self._redis: Any = client
        self._blocking: Any = blocking
        self._appending = writing(room, self._redis.register_script(_script("append.lua")))
        self._deleting = writing(unlimited, self._redis.register_script(_script("delete.lua")))
        self._room = room
        self._write: Any = partial(writing, room)
        self._tipping = self._redis.register_script(_script("tip.lua"))
        self._secret = b""
        self.rows = RedisRows(self._redis, room)
        self._marks = RedisMarks(self._redis)

    def close(self) -> None:
        """Close the connections."""
        self._redis.close()
        self._blocking.close()

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        answer, value = self._answer(game, base, versions, beside)
        if answer == b"DUPLICATE":
            raise Duplicate(*unpack_claim(value))
        if answer == b"CHAIN":
            raise OtherPast(int(value))
        if answer != b"OK":
            raise Conflict(int(value))
        return int(value)

    def _answer(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> tuple[bytes, Any]:
        claim = beside.claim
        places = keys.of_append(game, claim.scope_key if claim else None)
        values = pack_values(beside, len(places) + 1)
        answer: tuple[bytes, Any] = self._appending(
            keys=[*places, keys.facts(game), keys.names(game)] if values else places,
            args=[
                game,
                base.version,
                short(base.chain) if base.version else "",
                len(versions),
                len(beside.deadlines),
                claim.ttl_s if claim else "",
                pack_claim(claim) if claim else "",
                len(beside.facts) + len(beside.names),
                *(word for deadline in beside.deadlines.items() for word in deadline),
                *values,
                *pack_versions(versions, base),
            ],
        )
        TALLY.count(answer[0])
        return answer

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Return the version of the stream's last generated id, which trimming does not change, by one script call."""
        if version is not None:
            entries: list[Entry] = self._redis.xrange(keys.log(game), f"{version}-0", f"{version}-0")
            return Tip(version, chain_of(version, entries[0][1][b"h"])) if entries else Tip(0, ROOT)
        newest, *headers = self._tipping(keys=[keys.log(game)])
        return Tip(newest, chain_of(newest, headers[0]) if headers else ROOT)

    def known(self, games: Sequence[str]) -> set[str]:
        """Check in one pipeline whether each log's key exists."""
        return {game for game, found in zip(games, self._each("exists", map(keys.log, games)), strict=True) if found}

    def _each(self, command: str, places: Iterable[str]) -> list[Any]:
        """Return the answers to a command for each of some keys."""
        with self._redis.pipeline(transaction=False) as pipe:
            for place in places:
                getattr(pipe, command)(place)
            answers: list[Any] = pipe.execute()
        return answers

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Read a range of the stream; raises ChainBroken if an entry is no event."""
        last = "+" if upto is None else str(upto)
        if upto is not None and upto <= after:
            return []
        return unpack_entries(self._entries(game, after + 1, last, limit_events))

    def _entries(self, game: str, first: int, last: str, limit: int | None) -> list[Entry]:
        """Return the entries of whole versions: reads one more than the limit, and drops a version cut by it."""
        key = keys.log(game)
        if limit is None:
            return list(self._redis.xrange(key, str(first), last))
        entries: list[Entry] = self._redis.xrange(key, str(first), last, count=max(limit, 1) + 1)
        if len(entries) <= limit:
            return entries
        cut = version_of(entries[-1])
        whole = [entry for entry in entries if version_of(entry) < cut]
        return whole or list(self._redis.xrange(key, str(first), str(first)))

    def claimed(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Read the claim's key, which expires by itself."""
        value: bytes | None = self._redis.get(keys.claim(game, scope_key))
        return None if value is None else unpack_claim(value)

    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Find the newest matching one among the hash's fields `tag:version`."""
        key = keys.snapshots(game)
        fields = [field.decode().rpartition(":") for field in self._redis.hkeys(key)]
        fitting = [int(at) for of, _, at in fields if of == tag and int(at) <= version]
        newest = max(fitting, default=0)
        found: bytes | None = self._redis.hget(key, f"{tag}:{newest}") if fitting else None
        return None if found is None else (newest, found)

    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Store it in the field `tag:version` of the game's hash; if that fails now, a later load makes it again."""
        with suppress(StorageFull, Unconfirmed):
            self._write(self._redis.hset)(keys.snapshots(game), f"{tag}:{version}", snapshot)

    def drop_snapshots(self, game: str) -> None:
        """Delete the game's hash of snapshots."""
        self._redis.delete(keys.snapshots(game))

    def feed(self, shard: int, after: str, count: int) -> list[FeedItem]:
        """Read a range of the shard's stream, whose entry ids are the cursors."""
        return unpack_items(self._redis.xrange(keys.feed(shard), f"({after}", "+", count=count))

    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem]]:
        """Read the same range of each shard's stream, in one pipeline."""
        asked = list(shards)
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in asked:
                pipe.xrange(keys.feed(shard), f"({after}", "+", count=count)
            return dict(zip(asked, map(unpack_items, pipe.execute()), strict=True))

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Use the marks that appends leave."""
        return self._marks.own_feeds(games, after, count)

    def mark(self, items: Sequence[FeedItem]) -> None:
        """Fill in missing marks."""
        self._marks.fill(items)

    def feed_ends(self) -> dict[int, str]:
        """Read the last entry of every shard's stream, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.xrevrange(keys.feed(shard), count=1)
            return {shard: newest[0][0].decode() if newest else START for shard, newest in enumerate(pipe.execute())}

    def settled_ms(self) -> int:
        """Return the server's clock (in a cluster the slowest primary's), minus the current, unfinished millisecond."""
        if isinstance(self._redis, RedisCluster):
            cluster: Any = self._redis
            moments = [cluster.time(target_nodes=node) for node in cluster.get_primaries()]
        else:
            moments = [self._redis.time()]
        return min(int(seconds) * 1000 + int(micros) // 1000 for seconds, micros in moments) - 1

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """Block in XREAD on a connection of its own; poll the feeds of a cluster, whose keys lie in several slots."""
        if isinstance(self._blocking, RedisCluster):
            return self._poll(cursors, timeout_ms)
        streams = {keys.feed(shard): cursor for shard, cursor in cursors.items()}
        shards = {keys.feed(shard).encode(): shard for shard in cursors}
        news = self._blocking.xread(streams, count=_PAGE, block=max(timeout_ms, 1))
        return [(shards[key], item) for key, entries in news or () for item in unpack_items(entries)]

    def _poll(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        ends = time.monotonic() + timeout_ms / 1000
        while not (news := self._news(cursors)) and time.monotonic() < ends:
            time.sleep(min(_POLL_S, timeout_ms / 1000))
        return news

    def _news(self, cursors: Mapping[int, str]) -> list[tuple[int, FeedItem]]:
        with self._redis.pipeline(transaction=False) as pipe:
            for shard, cursor in cursors.items():
                pipe.xrange(keys.feed(shard), f"({cursor}", "+", count=_PAGE)
            return [
                (shard, item)
                for shard, entries in zip(cursors, pipe.execute(), strict=True)
                for item in unpack_items(entries)
            ]

    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """Read a range of the shard's sorted set by score."""
        found = self._redis.zrangebyscore(keys.due(shard), "-inf", now_ms, start=0, num=count, withscores=True)
        return [unpack_deadline(member, score) for member, score in found]

    def set_deadlines(self, game: str, deadlines: Mapping[str, int]) -> None:
        """Write members `game:name` of the shard's sorted set, in one pipeline."""
        key = keys.due(keys.shard_of(game))
        with self._redis.pipeline(transaction=False) as pipe:
            for name, due_ms in deadlines.items():
                if due_ms:
                    pipe.zadd(key, {f"{game}:{name}": due_ms})
                else:
                    pipe.zrem(key, f"{game}:{name}")
            self._write(pipe.execute)()

    def set_name(self, game: str, seat: int, name: str) -> None:
        """Store it in the game's hash of names."""
        self._set(keys.names(game), {str(seat): name.encode()})

    def names(self, game: str) -> dict[int, str]:
        """Read the game's hash of names."""
        return _names(self._redis.hgetall(keys.names(game)))

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Read the hash of every game, in one pipeline."""
        return dict(zip(games, map(_names, self._each("hgetall", map(keys.names, games))), strict=True))

    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Store them in the game's hash of facts."""
        self._set(keys.facts(game), facts)

    def _set(self, key: str, values: Mapping[str, bytes]) -> None:
        kept = {name: value for name, value in values.items() if value}
        if kept:
            self._write(self._redis.hset)(key, mapping=kept)
        if len(kept) < len(values):
            self._write(self._redis.hdel)(key, *(values.keys() - kept.keys()))

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Use one HINCRBY; if it is repeated, a gap remains."""
        return int(self._write(self._redis.hincrby)(keys.facts(game), key, by))

    def fact(self, game: str, key: str) -> bytes | None:
        """Read one field of the game's hash of facts."""
        found: bytes | None = self._redis.hget(keys.facts(game), key)
        return found

    def facts(self, game: str) -> dict[str, bytes]:
        """Read the game's hash of facts."""
        return {key.decode(): value for key, value in self._redis.hgetall(keys.facts(game)).items()}

    def checkpoint(self, projection: str, shard: int) -> str:
        """Read the projection's field in the shard's hash of cursors."""
        found: bytes | None = self._redis.hget(keys.checkpoints(shard), projection)
        return START if found is None else found.decode()

    def checkpoints(self, projection: str) -> dict[int, str]:
        """Read the projection's field in every shard's hash of cursors, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.hget(keys.checkpoints(shard), projection)
            return {shard: found.decode() if found else START for shard, found in enumerate(pipe.execute())}

    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Write to the shard's hash of cursors."""
        self._write(self._redis.hset)(keys.checkpoints(shard), projection, cursor)

    def secret(self) -> bytes:
        """Read it once per process, or write it first; while there is no room for it, return a new one each time."""
        if self._secret:
            return self._secret
        made, found = token_bytes(32), self._redis.get(keys.SECRET)
        if not found:
            try:
                self._write(self._redis.set)(keys.SECRET, made, nx=True)
            except StorageFull:
                return made
        self._secret = found or self._redis.get(keys.SECRET)
        return self._secret

    def health(self) -> Health:
        """Ask the server, or each primary of a cluster."""
        return found_health(self._redis)

    def overdue(self, before_ms: int) -> int:
        """Count in every shard's sorted set, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in range(SHARDS):
                pipe.zcount(keys.due(shard), "-inf", f"({before_ms}")
            return sum(pipe.execute())

    def unread_since(self, projection: str) -> int:
        """Read the entry after the checkpoint in every feed, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard, cursor in self.checkpoints(projection).items():
                pipe.xrange(keys.feed(shard), f"({cursor}", "+", count=1)
            return min((int(news[0][0].partition(b"-")[0]) for news in pipe.execute() if news), default=0)

    def durability(self) -> str:
        """Read the server's settings, in a cluster the weakest primary's; `unknown` if a host hides them."""
        return found_durability(self._redis)

    def has_room(self) -> bool:
        """Check the room on the disk, then the server, in a cluster every primary."""
        return self._room() and not found_full(self._redis)

    def delete(self, game: str) -> None:
        """Delete every key of the game and announce version 0 in the feed, by one script call."""
        self._deleting(keys=keys.of_game(game), args=[game])


def _names(found: Mapping[bytes, bytes]) -> dict[int, str]:
    return {int(seat): name.decode() for seat, name in found.items()}


def _script(name: str) -> str:
    return files("eventstore").joinpath(name).read_text()
