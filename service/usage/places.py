"""Names where usage is stored, and the facts that hold it.

It lies in the events store, which keeps what was counted; the queues' store may be lost at any time. A key has an owner
of facts for each month, so that a month can be read, and deleted, as a whole; lists by month say which keys there are.
All clients without a key share an owner for each day, in which the store limits how many there are. A fact holds
numbers, as `Sums` orders them.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

PREFIX: Final = "usage-"
SALTS: Final = "usage-salts"
"""Owns the salts of the days, as data keys: what was hashed with a salt cannot be hashed again once it is deleted."""
AGENT: Final = "@"
"""Begins the name of an agent, where that of an operation may stand."""
DAY_MS: Final = 86_400_000
KEY_PREFIX: Final = "key-"
BUCKETS: Final = tuple(f"{number:02x}" for number in range(256))
"""Lists the buckets into which the lists of keys are divided, so that none of them is long."""


class Sums(NamedTuple):
    """Holds what was used: requests, microseconds of processors of API and workers, bytes, decisions of agents."""

    requests: int = 0
    api_us: int = 0
    worker_us: int = 0
    size: int = 0
    decisions: int = 0

    @property
    def cpu_us(self) -> int:
        """Return the processor time of all processes."""
        return self.api_us + self.worker_us

    def plus(self, other: "Sums") -> "Sums":
        """Return both together."""
        return Sums(*map(sum, zip(self, other, strict=True)))


def day_of(ms: int) -> date:
    """Return the day of a time, by UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).date()


def of_key(key_id: str, day: date) -> str:
    """Return the owner of what a key used in the month of a day; its facts begin with the number of the day."""
    return f"{PREFIX}{day:%Y-%m}-{key_id}"


def of_day(day: date) -> str:
    """Return the owner of what clients without a key used on a day; its facts begin with a pseudonym."""
    return f"{PREFIX}{day:%Y-%m-%d}"


def of_all(day: date) -> str:
    """Return the owner of the sums of all keys in the month of a day, for metrics."""
    return f"{PREFIX}{day:%Y-%m}-all"


def index_of(bucket: str, day: date) -> str:
    """Return the owner of the list of keys in a bucket that used something in the month of a day."""
    return f"{PREFIX}{day:%Y-%m}-keys-{bucket}"


def bucket_of(key_id: str) -> str:
    """Return the bucket of a key, by the first two digits of its id."""
    return key_id.removeprefix(KEY_PREFIX)[:2]


def months_back(day: date, count: int) -> Iterator[date]:
    """Yield a day in the month of a day, and one in each of so many months before it."""
    month = day
    for _ in range(count + 1):
        yield month
        month = month.replace(day=1) - timedelta(days=1)
