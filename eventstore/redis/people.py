"""Stores data keys and the list of the forgotten on a Redis-protocol server."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from eventstore import keys
from eventstore.keys import owner_in
from eventstore.outages import Room, allow_any, writing
from eventstore.redis.calling import Script
from eventstore.redis.connection import Client
from eventstore.redis.part import RedisPart, script
from eventstore.redis.rewriting import Rewriting
from eventstore.store import People

_PAGE = 500
"""The number of keys that the server examines per step of a scan."""


class RedisPeople(RedisPart, People):
    """Keeps an owner's data keys in a hash of their own, and the list in one hash for the whole store."""

    def __init__(self, client: Client, blocking: Client, room: Room = allow_any) -> None:
        super().__init__(client, blocking, room)
        self._swapping = writing(room, Script(self._redis, script("swap.lua"), self._connections))
        self._rewriting = Rewriting(client)
        self._erasing = writing(allow_any, self._redis.hdel)

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

    def with_names(self) -> Iterator[str]:
        """Scan for the hashes of names."""
        yield from self._owners(keys.matching("names"))

    def with_facts(self, prefix: str) -> Iterator[str]:
        """Scan for the hashes of facts."""
        yield from self._owners(keys.matching("facts", prefix))

    def _owners(self, pattern: str) -> Iterator[str]:
        return map(keys.owner_of, self._redis.scan_iter(pattern, count=_PAGE))

    def rewrite(self) -> bool:
        """Request it of the server and of the replicas that follow it now."""
        return self._rewriting.begin()

    def is_rewriting(self) -> bool:
        """Return whether the server or a replica of it is rewriting its file now."""
        return self._rewriting.is_under_way()
