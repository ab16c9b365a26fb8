"""Sorts what was counted into batches, each of which is added to one owner in one step."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final
from uuid import uuid4

from eventstore.facts import OTHERS
from service.usage import places
from service.usage.places import DAY_MS, KEY_PREFIX, Sums, day_of

MOST_CLIENTS: Final = 10_000
"""Limits the clients without a key that are told apart on one day; the others are counted together, as `OTHERS`."""
MOST_LABELS: Final = 100
"""Limits the keys that metrics tell apart in one month; the others are counted together."""
NO_KEY: Final = "none"
"""Names all clients without a key in metrics."""
MOST_OF_BATCH: Final = 200
"""Limits the facts of a batch, which the store adds in one step."""
Entry = tuple[int, str, str]
"""Identifies a count: the day since the epoch, the client, and the operation or agent."""
Counts = dict[Entry, list[int]]


@dataclass(frozen=True, slots=True)
class Batch:
    """Holds what is added to one owner in one step; for a key with its processor time, and the day since the epoch."""

    id: str
    owner: str
    amounts: Mapping[str, Sums]
    most_groups: int
    cpu_us: int = 0
    key: str = ""
    day: int = 0
    doubted: float = 0.0


def batches_of(counts: Counts, salts: Mapping[int, bytes]) -> list[Batch]:
    """Return what was counted as batches, for all who get a part of it; `salts` are those of the days."""
    by_owner: dict[tuple[str, int, str], Counts] = {}
    for (day, client, name), counted in counts.items():
        key = client if is_key(client) else ""
        date = day_of(day * DAY_MS)
        owner = places.of_key(key, date) if key else places.of_day(date)
        by_owner.setdefault((owner, day, key), {})[day, client, name] = counted
    made = []
    for (owner, day, key), own in by_owner.items():
        entries = list(own.items())
        for first in range(0, len(entries), MOST_OF_BATCH):
            some = dict(entries[first : first + MOST_OF_BATCH])
            made.append(_batch(owner, day, key, some, salts.get(day, b"")))
    return [*made, *_batches_of_all(counts)]


def is_key(client: str) -> bool:
    """Return whether a client is an API key."""
    return client.startswith(KEY_PREFIX)


def _batch(owner: str, day: int, key: str, counts: Counts, salt: bytes) -> Batch:
    """Return what is added to an owner: by operation and agent, and for a key the sums of the day, as the last fact."""
    amounts: dict[str, Sums] = {}
    first = f"{day_of(day * DAY_MS):%d}"
    for (_, client, name), counted in counts.items():
        fact = f"{first if key else _pseudonym(client, salt)} {name}"
        amounts[fact] = amounts.get(fact, Sums()).plus(Sums(*counted))
    if not key:
        return Batch(uuid4().hex, owner, amounts, MOST_CLIENTS)
    amounts[first] = total = Sums(*map(sum, zip(*amounts.values(), strict=True)))
    return Batch(uuid4().hex, owner, amounts, 0, total.cpu_us, key, day)


def _batches_of_all(counts: Counts) -> list[Batch]:
    """Return what is added to the sums for metrics, which have one fact for each key."""
    by_owner: dict[str, dict[str, Sums]] = {}
    for (day, client, _), counted in counts.items():
        label = client if is_key(client) else NO_KEY
        own = by_owner.setdefault(places.of_all(day_of(day * DAY_MS)), {})
        own[label] = own.get(label, Sums()).plus(Sums(*counted))
    return [Batch(uuid4().hex, owner, own, MOST_LABELS) for owner, own in by_owner.items()]


def _pseudonym(client: str, salt: bytes) -> str:
    """Return the name of a client without a key on one day; it cannot be computed without the salt of the day."""
    return client if client == OTHERS else blake2b(client.encode(), key=salt, digest_size=9).hexdigest()
