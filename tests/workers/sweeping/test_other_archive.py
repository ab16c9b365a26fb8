"""Tests that a sweep leaves another archive as it is, and forgets nothing that it owes to its own."""

from pathlib import Path

import pytest

from eventstore.archive.archiver import list_all_dead
from eventstore.archive.older import GRACE_MS
from eventstore.keys import SHARDS
from service.game.context import Context
from tests.eventstore.archive.putting_away import put_away
from tests.workers.sweeping.aged import DAY_MS, clock, ended
from workers.sweeping.clearing import PASS_MS, Clearing
from workers.sweeping.segment_scrub import RETRY_MS, SegmentScrub
from workers.sweeping.shelving import Shelving
from workers.sweeping.tidying import Tidying


def test_a_sweep_writes_and_forgets_nothing_over_another_archive(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept, gone, late = (ended(archiving) for _ in range(3))
    put_away(archiving.store, kept, gone)
    archiving.store.delete(gone)
    away = place.rename(place.with_name("away"))
    place.mkdir()
    scrub = SegmentScrub(archiving)
    walks = (scrub, Clearing(archiving), Shelving(archiving), Tidying(archiving))

    for wait_ms in (0, 8 * DAY_MS, PASS_MS, GRACE_MS, RETRY_MS):
        clock(archiving).ms += wait_ms
        for walk in walks:
            for _ in range(SHARDS):
                walk.step()
    assert not [*place.rglob("*")]
    assert all(scrub.rounds.of(shard).rounds == 0 for shard in range(SHARDS))
    assert archiving.store.find_here([kept, gone, late]) == {late}
    assert list_all_dead(archiving.store)
    assert "it is not the archive of this store" in caplog.text

    place.rmdir()
    away.rename(place)
    clock(archiving).ms += DAY_MS
    for _ in range(2):
        clock(archiving).ms += PASS_MS
        for walk in walks:
            for _ in range(SHARDS):
                walk.step()
    assert all(scrub.rounds.of(shard).rounds > 0 for shard in range(SHARDS))
    assert not list_all_dead(archiving.store)
    assert gone.encode() not in b"".join(path.read_bytes() for path in place.rglob("*.seg"))
    assert archiving.store.find_away(late) is not None
