"""Keeps the progress of the scrub: for each shard, how much of its logs and of its segments was proven, and when.

The progress is stored as facts, so that a round goes on after a restart, or in another sweep. A sweep can change a fact
only if it has read its present value: if a sweep was suspended, and another one went on with its shards meanwhile, it
does not undo the progress of the other.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

import orjson

from eventstore.archive.places import first_number, shard_of_segment, time_of
from eventstore.keys import SCRUBBED, SHARDS
from eventstore.store import EventStore
from service.game.clocks import DAY_MS

LOGS: Final = "logs"
SEGMENTS: Final = "segments"


class Round(NamedTuple):
    """Holds the progress of a shard in pieces, which are games or segments; times are in ms, 0 for never.

    The newest round `began` at a time, and `is_on` until it ends. It has proven `done` pieces, the last one at `place`,
    and `left` are still to come. So many `rounds` are complete; the last of them began at `last_began` and `passed` at
    a time, with `total` pieces. `versions` counts the versions that all rounds have proven. Pieces that came after
    they were last `listed` wait for the next round.
    """

    began: int = 0
    is_on: bool = False
    place: str = ""
    done: int = 0
    left: int = 0
    passed: int = 0
    total: int = 0
    versions: int = 0
    rounds: int = 0
    last_began: int = 0
    listed: int = 0

    @property
    def size(self) -> int:
        """Return how many pieces the shard has, as far as is known."""
        return max(self.total, self.done + self.left)


class Rounds:
    """Holds the rounds of one kind as they were read, with the progress that this sweep has made since."""

    def __init__(self, store: EventStore, kind: str) -> None:
        self._store = store
        self._kind = kind
        self._read: dict[str, bytes] = {}
        self._rounds: dict[int, Round] = {}
        self._changed: set[int] = set()

    def read(self) -> None:
        """Read all rounds again, and forget changes that were not stored; raises RedisError."""
        found = self._store.facts(SCRUBBED)
        self._read = {name: value for name, value in found.items() if name.startswith(self._kind)}
        self._rounds, self._changed = _rounds_in(found, self._kind), set()

    def of(self, shard: int) -> Round:
        """Return the round of a shard."""
        return self._rounds.get(shard, Round())

    def size(self, shards: Iterable[int]) -> int:
        """Return how many pieces some shards have, as far as is known."""
        return sum(self.of(shard).size for shard in shards)

    def begin(self, shard: int, left: int, now_ms: int) -> None:
        """Begin a round of a shard, or go on with the one that is on, where so many pieces are left."""
        known = self.of(shard)
        if not known.is_on:
            known = known._replace(began=now_ms, is_on=True, place="", done=0)
        self._change(shard, known._replace(left=left, listed=now_ms))

    def advance(self, shard: int, place: str, left: int, versions: int = 0) -> None:
        """Count the piece at a place, and so many versions, as proven."""
        known = self.of(shard)
        done, versions = known.done + 1, known.versions + versions
        self._change(shard, known._replace(place=place, done=done, left=left, versions=versions))

    def end(self, shard: int, now_ms: int) -> None:
        """End the round of a shard, because all of its pieces were proven."""
        known = self.of(shard)
        complete = known._replace(passed=now_ms, total=known.done, rounds=known.rounds + 1, last_began=known.began)
        self._change(shard, complete._replace(is_on=False, place="", left=0))

    def _change(self, shard: int, now: Round) -> None:
        self._rounds[shard] = now
        self._changed.add(shard)

    def store(self) -> bool:
        """Store the changes; if another sweep has changed these rounds, read all again instead, and return False.

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
    """Return the round that a fact holds; an empty one if it cannot be read, so that the round begins again."""
    with suppress(orjson.JSONDecodeError, TypeError):
        noted: dict[str, Any] = orjson.loads(fact)
        known = Round(**{name: noted[name] for name in Round._fields if name in noted})
        if all(type(value) is type(usual) for value, usual in zip(known, Round(), strict=True)):
            return known
    return Round()


class Progress(NamedTuple):
    """Holds the progress with all logs, or all segments: which `share` (0 to 1) was proven within the set days.

    `size` is the number of pieces. The last complete round of every shard ended at `oldest` (ms) or later; 0 if a shard
    has had none. `is_late` says whether a shard has waited for longer than the set days.
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


def count_waiting(store: EventStore) -> int:
    """Count the segments that are newer than the list of their shard's round; raises RedisError, and ObjectsAway.

    Only names of segments since the oldest of these lists are read. They have the time, by the clocks of their writers.
    """
    listed = {shard: one.listed or one.began for shard, one in _rounds_in(store.facts(SCRUBBED), SEGMENTS).items()}
    newer = store.archive.list_segments(first_number(min(listed.values())))
    return sum(time_of(number) > listed[shard_of_segment(number)] for number in newer)


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
