"""Says how far the scrub has come: for each shard how much of its logs, and of its segments, was proven, and when.

All of it are facts in the store, so that a round goes on after a restart, or at another sweep. They change only from
what a sweep has read: one that was suspended, while another went on with its shards, takes nothing back.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import orjson

from eventstore.keys import SCRUBBED, SHARDS
from eventstore.store import EventStore
from service.game.clocks import DAY_MS

LOGS: Final = "logs"
SEGMENTS: Final = "segments"


class Round(NamedTuple):
    """Holds how far the round of a shard has come, in games or segments; times are in ms, 0 for never.

    `began` says when the newest round did, which `is_on` unless it has ended. Up to `place` `done` pieces were proven,
    and `left` were to come. The last round that ended did so when it `passed`, with `total` pieces. All rounds together
    have proven so many `versions`.
    """

    began: int = 0
    is_on: bool = False
    place: str = ""
    done: int = 0
    left: int = 0
    passed: int = 0
    total: int = 0
    versions: int = 0

    @property
    def size(self) -> int:
        """Return how many pieces there are, as far as is known."""
        return max(self.total, self.done + self.left)


class Rounds:
    """Holds the rounds of one kind as they were read, and what a sweep has done since."""

    def __init__(self, store: EventStore, kind: str) -> None:
        self._store = store
        self._kind = kind
        self._read: dict[str, bytes] = {}
        self._rounds: dict[int, Round] = {}
        self._changed: set[int] = set()

    def read(self) -> None:
        """Read all rounds again, and forget what was not stored; raises RedisError."""
        found = self._store.facts(SCRUBBED)
        self._read = {name: value for name, value in found.items() if name.startswith(self._kind)}
        self._rounds, self._changed = _rounds_in(found, self._kind), set()

    def of(self, shard: int) -> Round:
        """Return the round of a shard."""
        return self._rounds.get(shard, Round())

    def note(self, shard: int, now: Round) -> None:
        """Note how far a round has come; `store` stores it."""
        self._rounds[shard] = now
        self._changed.add(shard)

    def store(self) -> bool:
        """Store what was noted; False, after reading all again, if others have come to store something first.

        Raises RedisError.
        """
        if not self._changed:
            return True
        now = {_name(self._kind, shard): orjson.dumps(self._rounds[shard]._asdict()) for shard in self._changed}
        changes = {name: (self._read.get(name, b""), value) for name, value in now.items()}
        if not self._store.swap_facts(SCRUBBED, changes):
            self.read()
            return False
        self._read |= now
        self._changed = set()
        return True


def _name(kind: str, shard: int) -> str:
    return f"{kind} {shard:02d}"


def _rounds_in(facts: Mapping[str, bytes], kind: str) -> dict[int, Round]:
    return {shard: _round_in(facts.get(_name(kind, shard), b"")) for shard in range(SHARDS)}


def _round_in(fact: bytes) -> Round:
    """Return a round as it was stored; one that cannot be read begins again."""
    with suppress(orjson.JSONDecodeError, TypeError):
        noted: dict[str, Any] = orjson.loads(fact)
        known = Round(**{name: noted[name] for name in Round._fields if name in noted})
        if all(type(value) is type(usual) for value, usual in zip(known, Round(), strict=True)):
            return known
    return Round()


class Progress(NamedTuple):
    """Says of a kind which `share` of all pieces (from 0 to 1) was proven within the days in which all should be.

    `size` says how many pieces there are. All were proven since `oldest` (ms), 0 if not all were yet. It `is_late` if
    a shard waits for longer than these days.
    """

    share: float
    size: int
    oldest: int
    versions: int
    is_late: bool


def read_progress(store: EventStore, days: int, now_ms: int) -> dict[str, Progress]:
    """Return how far the scrub has come, by kind; raises RedisError."""
    facts = store.facts(SCRUBBED)
    return {kind: _progress_of(_rounds_in(facts, kind), days, now_ms) for kind in (LOGS, SEGMENTS)}


def _progress_of(rounds: Mapping[int, Round], days: int, now_ms: int) -> Progress:
    since = now_ms - days * DAY_MS
    size = sum(one.size for one in rounds.values())
    proven = sum(one.size if one.passed >= since else one.done * one.is_on for one in rounds.values())
    fresh = sum(one.passed >= since for one in rounds.values())
    return Progress(
        share=proven / size if size else fresh / SHARDS,
        size=size,
        oldest=min(one.passed for one in rounds.values()),
        versions=sum(one.versions for one in rounds.values()),
        is_late=any(0 < (one.passed or one.began) < since for one in rounds.values()),
    )
