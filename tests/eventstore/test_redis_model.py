"""Tests the Redis store against the one in memory: any sequence of calls gives the same answers, kills included."""

import os
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from eventstore.embedded.server import start
from eventstore.interfaces import START
from eventstore.keys import shard_of
from eventstore.memory.store import MemoryEventStore
from eventstore.records import Beside, Claim, Conflict, Duplicate, OtherFacts, Version
from eventstore.store import EventStore
from eventstore.streams import open_store
from tests.eventstore.samples import event, version

GAMES = st.sampled_from(["a", "b", "c"])
BATCHES = st.lists(st.integers(1, 3), min_size=1, max_size=4)


def answer(call: Callable[[], Any]) -> Any:
    """Return what a call answers, a refusal included."""
    try:
        return call()
    except Conflict as conflict:
        return "conflict", conflict.current
    except OtherFacts:
        return "other facts"
    except Duplicate as duplicate:
        return "duplicate", duplicate.request_hash, duplicate.answer


class SameAnswers(RuleBasedStateMachine):
    """Gives every call to both stores and compares their answers."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = tempfile.TemporaryDirectory()
        self.model: EventStore = MemoryEventStore()
        self.last: tuple[str, int, list[Version]] | None = None
        self.begin()

    def begin(self) -> None:
        self.server = start(Path(self.directory.name), "always")
        self.real = open_store(self.server.url)

    def both(self, call: Callable[[EventStore], Any]) -> Any:
        real, model = answer(lambda: call(self.real)), answer(lambda: call(self.model))
        assert real == model
        return real

    @rule(
        game=GAMES,
        off=st.sampled_from([0, 0, 0, -1, 1]),
        sizes=BATCHES,
        scope=st.sampled_from(["", "s1", "s2", "s3"]),
        deadlines=st.dictionaries(st.sampled_from(["turn", "vote"]), st.integers(0, 5)),
        facts=st.dictionaries(st.sampled_from(["f1", "f2"]), st.sampled_from([b"", b"x", b"y"])),
        names=st.dictionaries(st.integers(0, 2), st.sampled_from(["", "Ana", "Bea"])),
        given=st.dictionaries(st.sampled_from(["f1", "f2"]), st.sampled_from([b"", b"x"]), max_size=1),
    )
    def append(
        self,
        game: str,
        off: int,
        sizes: list[int],
        scope: str,
        deadlines: dict[str, int],
        facts: dict[str, bytes],
        names: dict[int, str],
        given: dict[str, bytes],
    ) -> None:
        batch = [version(*(event(n=n) for n in range(size))) for size in sizes]
        expected = max(self.model.head(game) + off, 0)
        claim = Claim(scope, f"h{len(sizes)}", b"x" * len(sizes)) if scope else None
        self.both(
            lambda store: store.append(
                game,
                expected,
                batch,
                beside=Beside(claim=claim, deadlines=deadlines, facts=facts, names=names, given=given),
            )
        )
        self.last = (game, expected, batch)

    @rule()
    def repeat(self) -> None:
        if self.last:
            game, expected, batch = self.last
            self.both(lambda store: store.append(game, expected, batch))

    @rule(game=GAMES, after=st.integers(0, 8), upto=st.none() | st.integers(0, 12), limit=st.none() | st.integers(0, 7))
    def read(self, game: str, after: int, upto: int | None, limit: int | None) -> None:
        self.both(lambda store: store.read(game, after, upto, limit))

    @rule(game=GAMES, at=st.integers(1, 9), tag=st.sampled_from(["t", "u"]))
    def snapshot(self, game: str, at: int, tag: str) -> None:
        self.both(lambda store: store.put_snapshot(game, at, tag, b"%d" % at))
        self.both(lambda store: store.snapshot(game, at + 1, "t"))

    @rule(game=GAMES, name=st.sampled_from(["", "Ana", "Bea"]))
    def name(self, game: str, name: str) -> None:
        self.both(lambda store: store.set_name(game, 1, name))

    @rule(game=GAMES)
    def delete(self, game: str) -> None:
        self.both(lambda store: store.delete(game))

    @rule()
    def kill(self) -> None:
        self.real.close()
        os.kill(self.server.pid, signal.SIGKILL)
        self.server.stop()
        self.begin()

    @invariant()
    def same(self) -> None:
        for game in ("a", "b", "c"):
            self.both(lambda store, game=game: (store.head(game), store.names(game), store.facts(game)))
            self.both(lambda store, game=game: store.find_claim(game, "s1"))
            shard = shard_of(game)
            self.both(lambda store, shard=shard: {(d.game, d.name, d.due_ms) for d in store.due(shard, 3, 99)})
            self.both(lambda store, shard=shard: [(i.game, i.version) for i in store.feed(shard, START, 999)])

    def teardown(self) -> None:
        self.real.close()
        self.server.stop()
        self.directory.cleanup()


TestSameAnswers = SameAnswers.TestCase
TestSameAnswers.settings = settings(max_examples=8, stateful_step_count=25, suppress_health_check=list(HealthCheck))
