"""Knows which primary of a cluster serves which slots, from any node that answers."""

import time
from bisect import bisect_right
from collections.abc import Iterable
from contextlib import suppress
from random import shuffle
from threading import Lock
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from redis.crc import key_slot
from redis.exceptions import RedisError, ResponseError

from eventstore.keys import SHARDS, feed
from eventstore.outages import StoreAway
from eventstore.redis.connection import connect_once

CLUSTER: Final = "+cluster"
"""Marks a cluster in the scheme of a URL: `redis+cluster://a:1,b:2`, `rediss+cluster://a:1`."""
_USUAL_PORT: Final = 6379
_ANSWER_S: Final = 0.3
"""Limits how long one node is waited for when the map is read."""
_READING_S: Final = 0.6
"""Limits how long nodes are asked for the map, one after another."""
_PAUSE_S: Final = 0.2
"""Seconds for which the map is not read again."""


def is_cluster(url: str) -> bool:
    """Return whether a URL is that of a cluster."""
    return url.partition("://")[0].endswith(CLUSTER)


class Place(NamedTuple):
    """Represents the address at which a node listens."""

    host: str
    port: int

    def __str__(self) -> str:
        """Return it as in a URL."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Address:
    """Represents the URL of a cluster, with one start node or several."""

    def __init__(self, url: str) -> None:
        scheme, _, rest = url.partition("://")
        self._scheme = scheme.removesuffix(CLUSTER)
        hosts = rest.partition("/")[0].partition("?")[0]
        self._rest = rest.removeprefix(hosts)
        login, at, hosts = hosts.rpartition("@")
        self._login = login + at
        self.start = [_place(host) for host in hosts.split(",")]

    def of(self, place: Place) -> str:
        """Return the URL of one node, with the same login and options."""
        return f"{self._scheme}://{self._login}{place}{self._rest}"


def _place(text: str) -> Place:
    found = urlsplit(f"//{text}")
    return Place(found.hostname or "localhost", found.port or _USUAL_PORT)


class SlotMap:
    """Holds the primaries of all slots as some node last reported them."""

    def __init__(self, address: Address) -> None:
        """Read it; raises StoreAway if no start node answers."""
        self.address = address
        self.nodes: frozenset[Place] = frozenset()
        """Holds the primaries that serve slots, and their replicas, as last reported."""
        self._firsts: list[int] = []
        self._owners: list[tuple[int, Place]] = []  # last slot and primary, in the order of `_firsts`
        self._read_at = 0.0
        self._lock = Lock()

    def primary(self, slot: int) -> Place:
        """Return the primary of a slot; raises StoreAway for one that no node serves."""
        if not self._owners:
            self.refresh()
        at = bisect_right(self._firsts, slot) - 1
        if at < 0 or self._owners[at][0] < slot:
            raise StoreAway(f"no primary serves slot {slot}")
        return self._owners[at][1]

    def groups(self, shards: Iterable[int]) -> dict[Place, list[int]]:
        """Group shards by their primary, without shards that no node serves."""
        found: dict[Place, list[int]] = {}
        for shard in shards:
            with suppress(StoreAway):
                found.setdefault(self.primary(SLOTS_OF_SHARDS[shard]), []).append(shard)
        return found

    def refresh(self, suspect: Place | None = None) -> None:
        """Read the map again, unless that was done a moment ago; a suspected node is asked last.

        Keeps the known map if no node answers; raises StoreAway if there is none.
        """
        if self._lock.acquire(blocking=not self._owners):
            try:
                if time.monotonic() - self._read_at > _PAUSE_S:
                    self._read(suspect)
                    self._read_at = time.monotonic()
            finally:
                self._lock.release()
        if not self._owners:
            raise StoreAway("no node of the cluster answers")

    def _read(self, suspect: Place | None) -> None:
        places = list({*self.address.start, *self.nodes})
        shuffle(places)
        places.sort(key=lambda place: place == suspect)
        ends = time.monotonic() + _READING_S
        for place in places:
            if time.monotonic() < ends and self._take(place):
                return

    def _take(self, place: Place) -> bool:
        """Return whether a node has reported the map; raises its error if it is not in a cluster."""
        with connect_once(self.address.of(place), _ANSWER_S) as client:
            try:
                told: Any = client.execute_command("CLUSTER SLOTS")
            except ResponseError:
                if self._owners:
                    return False
                raise
            except RedisError:
                return False
        found = sorted((int(first), int(last), _nodes(nodes, place)) for first, last, *nodes in told)
        if not found:
            return False
        self._firsts = [first for first, _, _ in found]
        self._owners = [(last, nodes[0]) for _, last, nodes in found]
        self.nodes = frozenset(node for _, _, nodes in found for node in nodes)
        return True


def _nodes(told: list[Any], asked: Place) -> list[Place]:
    """Return the primary of some slots and its replicas; a node without a host has that of the node asked."""
    hosts = [(host.decode() if host else "", int(port)) for host, port, *_ in told]
    return [Place(host if host not in ("", "?") else asked.host, port) for host, port in hosts]


def slot_of(key: str) -> int:
    """Return the slot of a key."""
    return int(key_slot(key.encode()))


SLOTS_OF_SHARDS: Final = tuple(slot_of(feed(shard)) for shard in range(SHARDS))
