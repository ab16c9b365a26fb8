"""Stores on a Redis-protocol server what stands beside the logs: names, facts, data keys, the list of the forgotten.

It also lets the server and its replicas rewrite their append-only files, so that nothing deleted is left in them.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from secrets import token_bytes
from typing import Any, Final

from redis.exceptions import RedisError, ResponseError

from eventstore import keys
from eventstore.facts import BATCH_MS, Facts
from eventstore.keys import owner_in
from eventstore.outages import Room, StorageFull, allow_any, keeping, writing
from eventstore.redis.calling import RedisPart, Script, script
from eventstore.redis.connection import Client, connect_beside

_PAGE = 500
"""The number of keys that the server examines per step of a scan."""
_ANSWER_S: Final = 2.0
"""The most seconds to wait for a replica's answer."""
_FOLLOWING_S: Final = 5.0
"""The most seconds to wait until a replica has received the deletions."""
_AGAIN_S: Final = 0.02


class RedisFacts(RedisPart, Facts):
    """Keeps names, facts and data keys, each in a hash of their owner, and the list in one hash for the whole store."""

    _secret = b""

    def __init__(self, client: Client, blocking: Client, room: Room = allow_any) -> None:
        super().__init__(client, blocking, room)
        self._swapping = writing(room, Script(self._redis, script("swap.lua"), self._connections))
        self._adding = writing(room, Script(self._redis, script("add_up.lua"), self._connections))
        self._erasing = writing(allow_any, self._redis.hdel)

    def set_name(self, game: str, seat: int, name: str) -> None:
        """Store it in the game's hash of names."""
        self._set(game, keys.names(game), {str(seat): name.encode()})

    def names(self, game: str) -> dict[int, str]:
        """Read the game's hash of names."""
        return unpack_names(self._redis.hgetall(keys.names(game)))

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Read the hash of every game, in one pipeline."""
        return dict(zip(games, map(unpack_names, self._each("hgetall", map(keys.names, games))), strict=True))

    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Store them in the game's hash of facts."""
        self._set(game, keys.facts(game), facts)

    def _set(self, game: str, key: str, values: Mapping[str, bytes]) -> None:
        self._recognize(game)
        kept = {name: value for name, value in values.items() if value}
        if kept:
            self._write(self._redis.hset)(key, mapping=kept)
        if len(kept) < len(values):
            self._write(self._redis.hdel)(key, *(values.keys() - kept.keys()))

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Use one HINCRBY; if it is repeated, a gap remains."""
        self._recognize(game)
        return int(self._write(self._redis.hincrby)(keys.facts(game), key, by))

    def add_up(
        self, owner: str, batch: str, amounts: Mapping[str, Sequence[int]], most_groups: int = 0
    ) -> list[tuple[int, ...]]:
        """Add by one script call, which marks the batch as a claim."""
        self._recognize(owner)
        pairs = [word for name, more in amounts.items() for word in (name, " ".join(map(str, more)))]
        places = [keys.facts(owner), keys.claim(owner, f"batch:{batch}")]
        found = self._adding(keys=places, args=[BATCH_MS, most_groups, *pairs])
        return [tuple(map(int, numbers.split())) for numbers in found]

    def fact(self, game: str, key: str) -> bytes | None:
        """Read one field of the game's hash of facts."""
        found: bytes | None = self._redis.hget(keys.facts(game), key)
        return found

    def facts(self, game: str) -> dict[str, bytes]:
        """Read the game's hash of facts."""
        return {key.decode(): value for key, value in self._redis.hgetall(keys.facts(game)).items()}

    def facts_here(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Read the hash of every owner, in one pipeline."""
        found = zip(owners, self._each("hgetall", map(keys.facts, owners)), strict=True)
        return {owner: {name.decode(): value for name, value in held.items()} for owner, held in found if held}

    def secret(self) -> bytes:
        """Read it once per process, or write it first; while there is no room for it, return a new one each time."""
        if self._secret:
            return self._secret
        made, found = token_bytes(32), self._redis.get(keys.SECRET)
        if not found:
            try:
                keeping(self._room, self._redis.set)(keys.SECRET, made, nx=True)
            except StorageFull:
                return made
        self._secret = found or self._redis.get(keys.SECRET)
        return self._secret

    def renew_secret(self) -> bytes:
        """Read it again; if it was lost, write the one in use, unless another process is quicker."""
        known, found = self.secret(), self._redis.get(keys.SECRET)
        if not found:
            with suppress(StorageFull):
                keeping(self._room, self._redis.set)(keys.SECRET, known, nx=True)
            found = self._redis.get(keys.SECRET)
        self._secret = found or known
        return self._secret

    def data_key(self, owner: str, name: str) -> bytes | None:
        """Read one field of the owner's hash."""
        found: bytes | None = self._redis.hget(keys.data_keys(owner), name)
        return found

    def data_keys_of(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Read the hash of every owner, in one pipeline."""
        found = self._each("hgetall", map(keys.data_keys, owners))
        return {
            owner: {name.decode(): value for name, value in held.items()}
            for owner, held in zip(owners, found, strict=True)
        }

    def keep_data_key(self, owner: str, name: str, made: bytes) -> bytes:
        """Use HSETNX; of two callers at once both get the same data key."""
        self._recognize(owner)
        if self._write(self._redis.hsetnx)(keys.data_keys(owner), name, made):
            return made
        return self.data_key(owner, name) or self.keep_data_key(owner, name, made)

    def drop_data_keys(self, owner: str, names: Iterable[str]) -> None:
        """Delete fields of the owner's hash, also when there is no room left."""
        dropped = [*names]
        if dropped:
            self._recognize(owner)
            self._erasing(keys.data_keys(owner), *dropped)

    def note_forgotten(self, ids: Mapping[str, int]) -> None:
        """Store them as fields of the list's hash."""
        if ids:
            self._recognize(owner_in(0))
            self._write(self._redis.hset)(keys.FORGOTTEN, mapping=dict(ids))

    def list_forgotten(self) -> dict[str, int]:
        """Read the list's hash."""
        return {name.decode(): int(value) for name, value in self._redis.hgetall(keys.FORGOTTEN).items()}

    def count_forgotten(self) -> int:
        """Use HLEN."""
        return int(self._redis.hlen(keys.FORGOTTEN))

    def swap_name(self, game: str, seat: int, was: str, now: str) -> bool:
        """Compare and set by one script call."""
        self._recognize(game)
        return bool(self._swapping(keys=[keys.names(game)], args=[seat, was.encode(), now.encode()]))

    def swap_fact(self, owner: str, key: str, was: bytes, now: bytes) -> bool:
        """Compare and set by one script call."""
        self._recognize(owner)
        return bool(self._swapping(keys=[keys.facts(owner)], args=[key, was, now]))

    def swap_facts(self, owner: str, changes: Mapping[str, tuple[bytes, bytes]]) -> bool:
        """Compare and set all of them by one script call."""
        self._recognize(owner)
        words = [word for name, (was, now) in changes.items() for word in (name, was, now)]
        return bool(self._swapping(keys=[keys.facts(owner)], args=words))

    def with_names(self) -> Iterator[str]:
        """Scan for the hashes of names."""
        yield from self._owners(keys.matching("names"))

    def with_facts(self, prefix: str) -> Iterator[str]:
        """Scan for the hashes of facts."""
        yield from self._owners(keys.matching("facts", prefix))

    def _owners(self, pattern: str) -> Iterator[str]:
        return map(keys.owner_of, self._redis.scan_iter(pattern, count=_PAGE))

    def rewrite(self) -> bool:
        """Start on the server and on the replicas that follow it now; a host may forbid it, a replica not answer."""
        deleted_at = int(self._redis.info("replication")["master_repl_offset"])
        is_begun = _begin(self._redis)
        for replica in self._replicas():
            is_begun = _begin_after(replica, deleted_at) and is_begun
        return is_begun

    def is_rewriting(self) -> bool:
        """Ask the server and its replicas; a replica that does not answer does not count."""
        return _is_rewriting(self._redis) or any(map(_is_heard_rewriting, self._replicas()))

    def _replicas(self) -> Iterator[Any]:
        found = self._redis.info("replication")
        for number in range(found.get("connected_slaves", 0)):
            told = found[f"slave{number}"]
            with closing(connect_beside(self._redis, told["ip"], told["port"], _ANSWER_S)) as replica:
                yield replica


def unpack_names(found: Mapping[bytes, bytes]) -> dict[int, str]:
    """Return the names in a game's hash."""
    return {int(seat): name.decode() for seat, name in found.items()}


def _begin(server: Any) -> bool:
    try:
        server.bgrewriteaof()
    except ResponseError as error:
        return "in progress" in str(error)
    return True


def _begin_after(replica: Any, offset: int) -> bool:
    """Start on a replica once it has received its primary's writes up to an offset; return whether it started."""
    ends = time.monotonic() + _FOLLOWING_S
    try:
        while int(replica.info("replication").get("slave_repl_offset", 0)) < offset:
            if time.monotonic() > ends:
                return False
            time.sleep(_AGAIN_S)
        return _begin(replica)
    except RedisError:
        return False


def _is_heard_rewriting(replica: Any) -> bool:
    try:
        return _is_rewriting(replica)
    except RedisError:
        return False


def _is_rewriting(server: Any) -> bool:
    found = server.info("persistence")
    return any(found.get(name) for name in ("aof_rewrite_in_progress", "aof_rewrite_scheduled"))
