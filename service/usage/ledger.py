"""Counts usage in memory, and adds it to the store in batches.

A count costs about a microsecond and never waits. One background task writes what was counted, two seconds later or
sooner. A batch has an id by which the store adds it once, however often it is sent. So a process that dies loses what
it has not written yet, and nothing is ever counted twice.
"""

import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Event, Lock, Thread
from typing import Final

from redis.exceptions import RedisError

from eventstore.facts import BATCH_MS, OTHERS
from eventstore.outages import StorageFull, StoreAway, StoreReplaced
from eventstore.store import EventStore
from service.process.amounts import write_amount
from service.process.pending import register
from service.usage import places
from service.usage.batches import Batch, Counts, Entry, batches_of, is_key
from service.usage.places import AGENT, DAY_MS, Sums, day_of

PERIOD_S: Final = 2.0
"""Sets after how many seconds at most a count is written."""
PENDING: Final = 50
"""Limits the requests of a process that wait to be written, if PART of what it has counted so far is fewer."""
PART: Final = 200
MOST_ENTRIES: Final = 20_000
"""Limits what is told apart in memory; further clients without a key are counted together."""
GIVEN_UP_S: Final = BATCH_MS / 2_000
"""Sets after how many seconds a batch is given up that may have been added: after that the store could add it twice."""
LONGEST_REST_S: Final = 60.0
"""Sets after how many seconds at most it is tried again while the store does not answer."""
REST_FOR_EACH_S: Final = 0.01
"""Sets how many seconds pass for each batch that was written before the next ones: they take a hundredth of that."""
BUSIEST_REST_S: Final = 20.0
"""Limits these seconds, where very many keys are in use."""
FRESH_S: Final = 2.0
"""Sets for how many seconds the sum of a key's day is trusted."""
_NOT_WRITTEN: Final = (StoreAway, StorageFull, StoreReplaced)

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Known:
    """Holds what a key has used on a day by what the store said last, and when (s, monotonic) that was."""

    day: int
    sums: Sums
    at: float


class Ledger:
    """Counts what clients use in one process; safe to share between threads and greenlets.

    A client is the id of an API key, or the pseudonym of an address. `heard` is called with a key about which `used_us`
    was asked, a day, and what the key has used on it, each time that more was written.
    """

    def __init__(self, store: EventStore, clock: Callable[[], int]) -> None:
        """Take wall-clock time in ms from `clock`."""
        register(self)
        self.heard: Callable[[str, int, Sums], None] | None = None
        self._store = store
        self._clock = clock
        self.start_empty()
        self._known: dict[str, _Known] = {}
        self._salts: dict[int, bytes] = {}
        self._listed: set[str] = set()

    def start_empty(self) -> None:
        """Begin with no counts."""
        self._lock, self._flushing = Lock(), Lock()
        self._counts: Counts = {}
        self._unwritten: dict[str, int] = {}
        self._kept: list[Batch] = []
        self._rest, self._failures = PERIOD_S, 0
        self._pending = self._counted = 0
        self._many = Event()
        self._task: Thread | None = None

    def count(self, client: str, operation: str, api_us: int = 0, size: int = 0) -> None:
        """Count a request that was answered, with the API's processor time and the bytes of the answer."""
        entry = self._clock() // DAY_MS, client, operation
        with self._lock:
            counted = self._counts.get(entry) or self._new(entry)
            counted[0] += 1
            counted[1] += api_us
            counted[3] += size
            if client in self._unwritten:
                self._unwritten[client] += api_us
            self._pending = pending = self._pending + 1
            if pending >= PENDING and pending * PART >= self._counted and not self._many.is_set():
                self._many.set()

    def count_more(self, client: str, operation: str, *, api_us: int = 0, worker_us: int = 0, size: int = 0) -> None:
        """Count what a request used apart from its first answer: workers' time, bytes of a stream."""
        with self._lock:
            entry = self._clock() // DAY_MS, client, operation
            counted = self._counts.get(entry) or self._new(entry)
            counted[1] += api_us
            counted[2] += worker_us
            counted[3] += size
            if client in self._unwritten:
                self._unwritten[client] += api_us + worker_us

    def count_decisions(self, client: str, decisions: Mapping[str, int]) -> None:
        """Count decisions of agents, by the name of the agent with its level."""
        with self._lock:
            for agent, number in decisions.items():
                entry = self._clock() // DAY_MS, client, f"{AGENT}{agent}"
                counted = self._counts.get(entry) or self._new(entry)
                counted[4] += number

    def _new(self, entry: Entry) -> list[int]:
        """Return new counts, and let them be written soon; the lock is held."""
        if len(self._counts) >= MOST_ENTRIES and not is_key(entry[1]):
            entry = entry[0], OTHERS, entry[2]
        self._begin()
        return self._counts.setdefault(entry, [0, 0, 0, 0, 0])

    def _begin(self) -> None:
        """Let what there is be written soon; the lock is held."""
        if self._task is None:
            self._task = Thread(target=self._flush_soon, name="usage", daemon=True)
            self._task.start()

    def used_us(self, key: str) -> int:
        """Return the processor time that a key has used today: what the store knows, and what is not written yet here.

        What other processes counted in the last seconds is missing. If the store does not answer, it may be older.
        """
        day, now = self._clock() // DAY_MS, time.monotonic()
        if key not in self._unwritten:
            if len(self._unwritten) >= MOST_ENTRIES:
                self._unwritten.clear()
            self._unwritten[key] = 0
        known = self._known.get(key)
        if known is None or known.day != day or now - known.at > FRESH_S:
            known = self._known[key] = self._ask(key, day, now, known)
        return known.sums.cpu_us + self._unwritten.get(key, 0)

    def _ask(self, key: str, day: int, now: float, known: _Known | None) -> _Known:
        date = day_of(day * DAY_MS)
        try:
            found = self._store.fact(places.of_key(key, date), f"{date:%d}") or b""
        except RedisError:
            return known if known is not None and known.day == day else _Known(day, Sums(), now)
        return _Known(day, Sums(*map(int, found.split())), now)

    def forget(self, key: str) -> None:
        """Drop what was counted of a key and is not written yet."""
        with self._lock:
            for entry in [entry for entry in self._counts if entry[1] == key]:
                del self._counts[entry]
        self._known.pop(key, None)
        self._listed = {owner for owner in self._listed if not owner.endswith(key)}

    def _flush_soon(self) -> None:
        self._many.wait(self._rest)
        self.flush()

    def flush(self) -> None:
        """Write all that was counted; what the store does not accept now is written later.

        While batches of before wait for the store, what is counted stays together in memory.
        """
        with self._flushing:
            with self._lock:
                self._task = None
                self._many.clear()
            batches, self._kept = self._kept, []
            for batch in batches:
                self._write(batch)
            taken = [] if self._kept else self._take()
            for batch in taken:
                self._write(batch)
            self._rest = min(BUSIEST_REST_S, max(PERIOD_S, REST_FOR_EACH_S * len(taken)))
            if self._kept:
                self._failures += 1
                self._rest = min(LONGEST_REST_S, PERIOD_S * 2.0 ** min(self._failures, 5))
                with self._lock:
                    self._begin()
            else:
                self._failures = 0

    def _take(self) -> list[Batch]:
        """Return what was counted, in batches; nothing if there is no salt for its day yet."""
        with self._lock:
            counts, pending = self._counts, self._pending
            self._counts, self._pending = {}, 0
        try:
            salts = {day: self._salt(day) for day in {day for day, client, _ in counts if not is_key(client)}}
        except RedisError:
            with self._lock:
                for entry, counted in counts.items():
                    known = self._counts.setdefault(entry, [0] * len(counted))
                    known[:] = map(sum, zip(known, counted, strict=True))
                self._begin()
            return []
        self._counted += pending
        return batches_of(counts, salts)

    def _salt(self, day: int) -> bytes:
        """Return the salt of a day, which all processes share; raises RedisError.

        A process that makes one deletes those of before yesterday; what is still to be written may need yesterday's.
        """
        salt = self._salts.get(day)
        if salt is None:
            name, made = f"{day_of(day * DAY_MS)}", secrets.token_bytes(32)
            salt = self._store.keep_data_key(places.SALTS, name, made)
            if salt == made:
                yesterday = f"{day_of((day - 1) * DAY_MS)}"
                known = self._store.data_keys_of([places.SALTS]).get(places.SALTS, {})
                self._store.drop_data_keys(places.SALTS, [one for one in known if one < yesterday])
            self._salts = {day: salt} | {other: one for other, one in self._salts.items() if other >= day - 1}
        return salt

    def _write(self, batch: Batch) -> None:
        try:
            self._list(batch)
            found = self._store.add_up(batch.owner, batch.id, batch.amounts, batch.most_groups)
        except RedisError as error:
            self._keep(batch, error)
            return
        if not batch.key:
            return
        sums = Sums(*found[-1])
        with self._lock:
            if batch.key in self._unwritten:
                self._unwritten[batch.key] = max(0, self._unwritten[batch.key] - batch.cpu_us)
        self._known[batch.key] = _Known(batch.day, sums, time.monotonic())
        if len(self._known) > MOST_ENTRIES:
            self._known.clear()
        if self.heard is not None and batch.key in self._unwritten:
            self.heard(batch.key, batch.day, sums)

    def _list(self, batch: Batch) -> None:
        """Add the key of a batch to the list of keys used in its month, once per process; raises RedisError."""
        if batch.key and batch.owner not in self._listed:
            index = places.index_of(places.bucket_of(batch.key), day_of(batch.day * DAY_MS))
            self._store.set_facts(index, {batch.key: b"1"})
            if len(self._listed) >= MOST_ENTRIES:
                self._listed.clear()
            self._listed.add(batch.owner)

    def _keep(self, batch: Batch, error: RedisError) -> None:
        """Keep a batch that was not confirmed, to be sent again under the same id.

        One that may have been added is given up before the store may have forgotten its id.
        """
        now = time.monotonic()
        if batch.doubted and now - batch.doubted > GIVEN_UP_S:
            log.warning("the usage of %s is not counted: %s", write_amount(len(batch.amounts), "operation"), error)
        elif isinstance(error, _NOT_WRITTEN):
            self._kept.append(batch)
        else:
            self._kept.append(replace(batch, doubted=batch.doubted or now))
