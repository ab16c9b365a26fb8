"""Notes whose streams are open: a lease for each stream, which its process renews; those of a killed process expire.

All of it may be lost, and is forgotten a week after the last stream of its owner.
"""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from redis import Redis

from service.queue import keys
from service.queue.queue_store import QueueStore

LEASE_MS: Final = 25_000
"""Sets for how long a stream counts as open after its lease was renewed."""
KEPT_S: Final = 7 * 86_400
SEEN: Final = b"seen"
"""Names the field that says when (ms) a stream of an owner was last closed."""


class Connection(NamedTuple):
    """Says whether a stream of an owner is open, and when (ms) one was last known to be; 0 if not for a week."""

    is_open: bool = False
    seen: int = 0


NEVER: Final = Connection()


def renew_lease(redis: Redis, owner: str, lease: str, now: int) -> None:
    """Note that a stream of an owner is open, and drop leases that have expired."""
    name, known = keys.presence(owner), _read(redis.hgetall(keys.presence(owner)))
    expired = [field for field, at in known.items() if field != SEEN and at + LEASE_MS <= now]
    with redis.pipeline(transaction=False) as pipe:
        if expired:
            pipe.hset(name, SEEN, max(known[field] for field in (*expired, *([SEEN] if SEEN in known else []))))
            pipe.hdel(name, *expired)
        pipe.hset(name, lease, now)
        pipe.expire(name, KEPT_S)
        pipe.execute()


def end_lease(redis: Redis, owner: str, lease: str, now: int) -> None:
    """Note that a stream of an owner was closed, unless its lease was forgotten."""
    if not redis.hexists(keys.presence(owner), lease):
        return
    with redis.pipeline(transaction=False) as pipe:
        pipe.hdel(keys.presence(owner), lease)
        pipe.hset(keys.presence(owner), SEEN, now)
        pipe.expire(keys.presence(owner), KEPT_S)
        pipe.execute()


def forget_leases(redis: Redis, owner: str) -> None:
    """Forget all that is noted of an owner."""
    redis.delete(keys.presence(owner))


def find_connections(redis: Redis, owners: Iterable[str], now: int) -> dict[str, Connection]:
    """Return the connections of some owners, in one query."""
    asked = list(owners)
    with redis.pipeline(transaction=False) as pipe:
        for owner in asked:
            pipe.hgetall(keys.presence(owner))
        return {owner: _connection(_read(found), now) for owner, found in zip(asked, pipe.execute(), strict=True)}


def _read(found: Any) -> dict[bytes, int]:
    return {field: int(at) for field, at in found.items()}


def _connection(known: dict[bytes, int], now: int) -> Connection:
    is_open = any(at + LEASE_MS > now for field, at in known.items() if field != SEEN)
    return Connection(is_open, max(known.values(), default=0))


def announce_consent(queues: QueueStore) -> None:
    """Have all processes look again at the streams of people who had not agreed to be shown."""
    queues.of(keys.CONSENTS).redis.incr(keys.CONSENTS)


def count_consents(queues: QueueStore) -> int:
    """Return a number that changes whenever consent is announced."""
    return int(queues.of(keys.CONSENTS).redis.get(keys.CONSENTS) or 0)
