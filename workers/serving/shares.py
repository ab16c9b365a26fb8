"""Divides what is due among the sweeps that are alive, by shard, so that each piece of work is done once.

Sweeps are listed in the events' store, each with a number: the work lies there too, so a list that cannot be read
hinders no work that could be done, and the queues' store is not needed. From the list each sweep computes, as all
others do, which shards are its own. One that is alone only reads; where there are several, each adds one to its number
every second, and a sweep whose number stands still for `LEASE_S` is struck off by the others. So no clocks are
compared. A sweep that gained a shard waits a moment before it serves it, until the one that had it has read the list.

The list saves work, but no sweep relies on it: all that a sweep does is safe if two do it, as they may for a moment
after one was suspended. A sweep that last read the list `LEASE_S` ago serves nothing until it has read it again. While
the list cannot be read each serves everything after that time, because the deadlines of games do not wait for it.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from redis.exceptions import RedisError

from eventstore.keys import SHARDS, SWEEPS, shard_of
from eventstore.store import EventStore
from service.process.amounts import write_amount
from service.queue import spread

COMMON: Final = SHARDS
"""Stands for what belongs to no shard: lists and rows across games, people, usage, and lost jobs."""
EVERYTHING: Final = frozenset(range(SHARDS + 1))
NOTHING: Final[frozenset[int]] = frozenset()
LEASE_S: Final = 5.0
ASKED_S: Final = 1.0
"""Sets how often the list is read."""
HANDOVER_S: Final = 2.0
"""Sets how long a sweep waits before it serves a shard that another one may still be serving."""
ROUND_S: Final = 30.0
"""Sets how long a round may take until another sweep should serve these shards."""

log = logging.getLogger(__name__)


def divide(sweeps: Sequence[str]) -> dict[str, frozenset[int]]:
    """Return what each of some sweeps serves: all about as much, and few shards change hands when one comes or goes."""
    homes = spread.divide(sweeps, len(EVERYTHING))
    return {name: frozenset(place for place, home in enumerate(homes) if home == n) for n, name in enumerate(sweeps)}


class Shares:
    """Says what a sweep serves; here that is everything, for a sweep that is certainly alone."""

    @property
    def served(self) -> frozenset[int]:
        """Return the shards that this sweep serves now, and `COMMON` if it serves that."""
        return EVERYTHING

    @property
    def shards(self) -> frozenset[int]:
        """Return the shards that this sweep serves now."""
        return self.served - {COMMON}

    def has(self, place: int) -> bool:
        """Return whether this sweep serves a shard, or `COMMON`, now."""
        return place in self.served

    def has_game(self, game: str) -> bool:
        """Return whether this sweep serves the shard of a game now."""
        return self.has(shard_of(game))


ALL: Final = Shares()


class LeasedShares(Shares):
    """Says what one of several sweeps serves, as it follows from the list.

    A thread goes on asking while a round takes long; a sweep whose round does not end is struck off.
    """

    def __init__(self, store: EventStore, clock: Callable[[], float] = time.monotonic) -> None:
        """Take the time from `clock`, in seconds that never go back."""
        self._store = store
        self._clock = clock
        self._name = os.urandom(8).hex()
        self._number = 0
        self._others: dict[str, tuple[bytes, float]] = {}
        """Holds the number of each other sweep, and when (s) it was first seen."""
        self._gained: dict[int, float] = {}
        self._served = NOTHING
        self._asked_at = self._read_at = self._wanted_at = self._clock() - 2 * LEASE_S
        self._told = ""
        self._asking = threading.Lock()
        self._over = threading.Event()

    @property
    def served(self) -> frozenset[int]:
        """Return what this sweep serves now; nothing if it has not asked lately, for it may have been suspended."""
        return self._served if self._clock() - self._asked_at < LEASE_S else NOTHING

    def start(self) -> None:
        """Start the thread; it ends with `leave`."""
        threading.Thread(target=self._go_on, daemon=True, name="shares").start()

    def _go_on(self) -> None:
        while not self._over.wait(ASKED_S):
            if self._clock() - self._wanted_at < ROUND_S:
                self._ask()

    def ask(self) -> None:
        """Read the list if it is time, and note what this sweep serves from now on; called at the start of a round."""
        self._wanted_at = self._clock()
        self._ask()

    def _ask(self) -> None:
        with self._asking:
            now = self._clock()
            if now - self._asked_at < ASKED_S or self._over.is_set():
                return
            if now - self._asked_at >= LEASE_S:  # it was suspended, or has just begun: others may serve all
                self._gained = {}
            try:
                sweeps = self._read(now)
            except RedisError:
                if now - self._read_at >= LEASE_S:
                    self._served = EVERYTHING
                    self._tell("this sweep serves all shards: the list of sweeps cannot be read")
            else:
                self._read_at = now
                self._take(sweeps, now)
            self._asked_at = now

    def _read(self, now: float) -> list[str]:
        """Return the sweeps that are alive, after striking off those that are not; raises RedisError."""
        found = self._store.facts(SWEEPS)
        is_listed = found.pop(self._name, None) is not None
        known = self._others
        self._others = {
            name: known[name] if name in known and known[name][0] == number else (number, now)
            for name, number in found.items()
        }
        for name in [name for name, (_, since) in self._others.items() if now - since >= LEASE_S]:
            number, _ = self._others.pop(name)
            if self._store.swap_fact(SWEEPS, name, number, b""):
                log.warning("a sweep has not been heard of for %d s, and is struck off", LEASE_S)
        if self._others or not is_listed:
            self._number += 1
            self._store.set_facts(SWEEPS, {self._name: b"%d" % self._number})
        return [self._name, *self._others]

    def _take(self, sweeps: Sequence[str], now: float) -> None:
        own = divide(sweeps)[self._name]
        waits_s = HANDOVER_S if len(sweeps) > 1 else 0.0
        self._gained = {place: self._gained.get(place, now) for place in own}
        self._served = frozenset(place for place, since in self._gained.items() if now - since >= waits_s)
        alive = write_amount(len(sweeps), "sweep is", "sweeps are")
        self._tell(f"this sweep serves {len(own - {COMMON})} of {SHARDS} shards; {alive} alive")

    def _tell(self, said: str) -> None:
        if said != self._told:
            self._told = said
            log.info(said)

    def leave(self) -> None:
        """Leave the list, so that others take over at once."""
        self._over.set()
        with self._asking:
            self._served = NOTHING
            try:
                self._store.set_facts(SWEEPS, {self._name: b""})
            except RedisError:
                log.warning("this sweep cannot leave the list; others strike it off after %d s", LEASE_S)
