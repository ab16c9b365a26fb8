"""Tests that places and entries go on moving into the archive although a part of it is gone, which may come back."""

from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.objects import ObjectsAway
from eventstore.archive.places import run_name
from eventstore.redis.away import unpack_runs
from eventstore.redis.store import RedisEventStore
from tests.eventstore.archive.mortal_merging import divide_small_runs
from tests.eventstore.archive.putting_away import NOW_MS, put_away
from tests.eventstore.samples import versions

SHARD = 5
GAMES = [f"game{n}" for n in range(3_000) if keys.shard_of(f"game{n}") == SHARD][:16]

OWNER = next(name for n in range(3_000) if keys.shard_of(name := f"key-{n:018x}") == SHARD)


def move(store: RedisEventStore, games: list[str]) -> int:
    """Archive games, and move their places into the index; return how many moved."""
    for game in games:
        store.append(game, 0, versions(2))
    put_away(store, *games)
    return store.seal(SHARD, 1)


def file(store: RedisEventStore, games: list[str]) -> int:
    """Move entries of an owner from the facts to a list of the archive; return how many moved."""
    store.set_facts(OWNER, {f"game:{game}": b"%d 1" % (10 + GAMES.index(game)) for game in games})
    store.file(OWNER, "game:", games, 7)
    return store.seal_lists(SHARD, 1)


def used(store: RedisEventStore) -> list[int]:
    """Return the numbers of the runs and parts in use, the newest first."""
    return unpack_runs(store._redis.hget(keys.shelf(SHARD), "runs"))


@pytest.mark.parametrize("has_parts", [False, True])
def test_places_move_though_a_run_is_gone(
    archiving: RedisEventStore,
    place: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    has_parts: bool,
) -> None:
    if has_parts:
        divide_small_runs(monkeypatch.setattr)
    move(archiving, GAMES[:4])
    assert [len(archiving.read(game)) for game in GAMES[:4]] == [2] * 4  # so that directories are cached
    older = used(archiving)
    assert (len(older) > 1) == has_parts
    gone = place / run_name(SHARD, older[-1])
    kept = gone.rename(tmp_path / "kept")

    for some in (GAMES[4:8], GAMES[8:12]):
        assert move(archiving, some) == 4
        assert f"a part of the index of the archive is gone: {run_name(SHARD, older[-1])}" in caplog.text
    assert archiving.count_away(SHARD) == 0
    assert used(archiving)[-1] == older[-1]
    assert not {*used(archiving)[:-1]} & {*older}
    assert [len(archiving.read(game)) for game in GAMES[4:12]] == [2] * 8

    kept.rename(gone)
    assert [len(archiving.read(game)) for game in GAMES[:12]] == [2] * 12
    archiving.delete(GAMES[0])
    move(archiving, GAMES[12:])
    assert older[-1] not in used(archiving)
    assert archiving.find_existing(GAMES) == {*GAMES[1:]}


def test_they_wait_while_it_is_only_unknown_whether_one_is_gone(archiving: RedisEventStore, place: Path) -> None:
    move(archiving, GAMES[:4])
    older = used(archiving)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archiving.archive, "lacks", lambda reason: False)
        (place / run_name(SHARD, older[0])).rename(place / "kept")
        with pytest.raises(ObjectsAway):
            move(archiving, GAMES[4:8])
    assert used(archiving) == older
    assert archiving.count_away(SHARD) == 4


def test_entries_of_lists_move_though_a_list_is_gone(
    archiving: RedisEventStore, place: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file(archiving, GAMES[:4])
    (gone,) = (place / "lists").rglob("*.list")
    kept = gone.rename(tmp_path / "kept")
    for some in (GAMES[4:8], GAMES[8:12]):
        assert file(archiving, some) == 4
        assert f"a list of the archive is gone: {gone.relative_to(place)}" in caplog.text
    assert archiving.count_filed(SHARD) == 0
    kept.rename(gone)
    assert [one.game for one in archiving.entries(OWNER, 20, is_up=True)] == GAMES[:12]
    assert file(archiving, GAMES[12:]) == 4
    assert len(unpack_runs(archiving._redis.hget(keys.shelf(SHARD), "lists"))) == 1


def test_entries_are_removed_though_a_list_is_gone_and_from_that_one_once_it_is_back(
    archiving: RedisEventStore, place: Path, tmp_path: Path
) -> None:
    def listed() -> list[str]:
        return [one.game for one in archiving.entries(OWNER, 20, is_up=True)]

    file(archiving, GAMES[:4])
    (gone,) = (place / "lists").rglob("*.list")
    kept = gone.rename(tmp_path / "kept")
    file(archiving, GAMES[4:8])
    archiving.unfile(OWNER, [GAMES[0], GAMES[4]])

    for _ in range(2):
        archiving.drop_strays(SHARD, NOW_MS)
    kept.rename(gone)
    assert listed() == [game for game in GAMES[:8] if game != GAMES[4]]
    archiving.drop_strays(SHARD, NOW_MS)
    assert listed() == [*GAMES[1:4], *GAMES[5:8]]
    assert not archiving._redis.exists(keys.list_removals(SHARD))
