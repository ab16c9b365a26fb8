"""Plants faults where games move into an archive: the checker finds each, and nothing where none is planted."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, cast

import pytest
from flask import Flask
from redis import Redis

from eventstore.archive.archive import Archive
from eventstore.archive.archiver import Batch, archive_batch
from eventstore.archive.opening import open_archive
from eventstore.redis import away
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store
from tests.chaos.inside import Inside, application, play, set_up
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import NOW_MS, collect
from tests.trials.checker import Checker, Verdict
from tests.trials.tables import Table
from workers import jobs

MIDDLE: Final = 200
"""The place of a byte in a segment, within its only game."""
UNLESS_CHANGED: Final = (
    "if not newest or string.match(newest[1], '^%d+') ~= ARGV[2] then return 0 end",
    "if string.match(header(first), '^%S+ %S+') ~= ARGV[3] then return 0 end",
)
"""The lines of `let_go.lua` that keep a game which has gone on since it was collected."""
Plant = Callable[[pytest.MonkeyPatch], None]


def spoiled(content: bytes) -> bytes:
    """Return a segment in which a byte is another one."""
    return content[:MIDDLE] + bytes([content[MIDDLE] ^ 1]) + content[MIDDLE + 1 :]


def never_written(patch: pytest.MonkeyPatch) -> None:
    """Let games go for a segment that is not there."""
    patch.setattr(Archive, "write_segment", lambda self, number, content: None)


def not_read_back(patch: pytest.MonkeyPatch) -> None:
    """Believe an object store that wrote another byte."""
    patch.setattr(Archive, "put", lambda self, name, content: self.objects.put(name, spoiled(content)))


def gone_on(patch: pytest.MonkeyPatch) -> None:
    """Let a game go although it has gone on since it was collected."""
    read = away.log_script

    def without(name: str) -> str:
        text = read(name)
        for line in UNLESS_CHANGED if name == "let_go.lua" else ():
            assert line in text
            text = text.replace(line, "")
        return text

    patch.setattr(away, "log_script", without)


PLANTED: Final[dict[str, tuple[Plant, bool]]] = {
    "a segment is never written": (never_written, False),
    "a segment is not read back": (not_read_back, False),
    "a game has gone on": (gone_on, True),
}
"""Maps each fault to what plants it, and says whether the game is collected in the middle of play."""


@pytest.fixture
def place(tmp_path: Path, events_redis: Redis) -> Path:
    """Return the directory of the archive of an empty store."""
    (tmp_path / "archive").mkdir()
    return tmp_path / "archive"


def opened(stores: StorePair, place: Path) -> RedisEventStore:
    """Return a store with the archive, which remembers nothing."""
    store = open_store(stores.events_url, archive=open_archive(place))
    assert isinstance(store, RedisEventStore)
    return store


def judge(stores: StorePair, place: Path, table: Table) -> Verdict:
    """Return the checker's verdict on a table, by a process that remembers nothing."""
    fresh = application(stores, opened(stores, place))
    for asking in (table.line, table.follower, *(person.line for person in table.people)):
        cast(Inside, asking).app = fresh
    return Checker(opened(stores, place), table.line).check([table])


def archived(stores: StorePair, place: Path, patch: pytest.MonkeyPatch, *, early: bool) -> Table:
    """Play a game to its end and archive it; `early` collects it when it was not over yet."""
    store = opened(stores, place)
    app: Flask = application(stores, store)
    table = set_up(app, seed=8)
    if early:
        patch.setattr(jobs, "context", lambda: app.extensions["longroad"].context)
        for person in table.people:
            person.step()
    batch = collect(store, [table.id]) if early else Batch()
    play(table, patch, app)
    archive_batch(store, batch if early else collect(store, [table.id]), NOW_MS)
    return table


@pytest.mark.parametrize("early", [False, True], ids=["when it is over", "and went on"])
def test_nothing_is_found_where_nothing_is_planted(
    stores: StorePair, place: Path, monkeypatch: pytest.MonkeyPatch, early: bool
) -> None:
    table = archived(stores, place, monkeypatch, early=early)

    verdict = judge(stores, place, table)

    assert (opened(stores, place).find_away(table.id) is None) == early
    assert verdict.is_clean, verdict.found
    assert verdict.counts["acknowledged"] > 10


@pytest.mark.parametrize("fault", PLANTED)
def test_what_is_planted_is_found(fault: str, stores: StorePair, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, early = PLANTED[fault]
    plant(monkeypatch)
    table = archived(stores, place, monkeypatch, early=early)
    assert opened(stores, place).find_away(table.id) is not None

    assert judge(stores, place, table).found["lost"]


@pytest.mark.parametrize("fault", ["deleted", "changed"])
def test_a_segment_that_is_spoiled_later_is_found(
    fault: str, stores: StorePair, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = archived(stores, place, monkeypatch, early=False)
    (segment,) = (place / "segments").rglob("*.*")
    if fault == "changed":
        segment.write_bytes(spoiled(segment.read_bytes()))
    else:
        segment.unlink()

    assert judge(stores, place, table).found["lost"]
