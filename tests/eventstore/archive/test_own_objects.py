"""Tests that an archive which is not that of the store is recognized, left as it is, and mended by bringing it back."""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.archiver import STALLED_MS, list_all_dead, settle_stalled
from eventstore.archive.files import FileObjects
from eventstore.archive.objects import OTHER, ArchiveAway, ObjectsAway
from eventstore.archive.opening import open_archive
from eventstore.archive.own_objects import IDENTITY, OwnObjects
from eventstore.embedded.server import EmbeddedStore
from eventstore.keys import ARCHIVE, SHARDS
from eventstore.outages import StoreAway
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store
from tests.eventstore.archive.noting_reads import reads_of
from tests.eventstore.archive.putting_away import NOW_MS, clear_away, put_away
from tests.eventstore.samples import versions

Reopen = Callable[[Path], RedisEventStore]


@pytest.fixture
def at(server: EmbeddedStore, archiving: RedisEventStore) -> Reopen:
    """Return what opens the store as another host does, with the archive in some directory; the store is empty."""

    def opened(directory: Path) -> RedisEventStore:
        found = open_store(server.url, archive=open_archive(directory))
        assert isinstance(found, RedisEventStore)
        return found

    return opened


def filled(store: RedisEventStore, *games: str) -> RedisEventStore:
    """Return the store with finished games."""
    for game in games:
        store.append(game, 0, versions(3))
    return store


def exchange(place: Path) -> Path:
    """Put an empty directory in the place of an archive, as where a file system is not mounted; return where it is."""
    kept = place.rename(place.with_name("kept"))
    place.mkdir()
    return kept


def bring_back(place: Path, kept: Path) -> None:
    """Put the archive into its place again; nothing may have been written there meanwhile."""
    place.rmdir()
    kept.rename(place)


def read(store: RedisEventStore, game: str) -> str:
    """Return why a game cannot be read; an empty text if it can."""
    try:
        store.read(game)
    except ArchiveAway as away:
        return away.reason
    return ""


def refusal(act: Callable[[], object]) -> str:
    """Return why the archive refuses something."""
    with pytest.raises(ObjectsAway) as refused:
        act()
    return refused.value.reason


def test_an_empty_directory_in_its_place_is_another_archive(at: Reopen, place: Path) -> None:
    store = filled(at(place), "one", "two", "gone")
    assert put_away(store, "one", "gone") == ["one", "gone"]
    store.delete("gone")
    assert list_all_dead(store)
    kept = exchange(place)

    for host in (store, at(place)):
        assert read(host, "one") == OTHER
        assert refusal(lambda host=host: put_away(host, "two")) == OTHER
        assert refusal(lambda host=host: clear_away(host)) == OTHER
        assert refusal(lambda host=host: host.archive.list_segments()) == OTHER
        assert refusal(lambda host=host: host.seal(keys.shard_of("one"), 1)) == OTHER
        assert refusal(lambda host=host: host.drop_strays(keys.shard_of("two"), NOW_MS)) == OTHER
        assert host.archive.is_other
    assert not [*place.rglob("*")]
    assert len(store.read("two")) == 3
    begun = next(shard for shard in range(SHARDS) if store.list_begun(shard))
    assert refusal(lambda: settle_stalled(store, begun, NOW_MS + STALLED_MS)) == OTHER

    bring_back(place, kept)
    assert [read(host, "one") for host in (store, at(place))] == ["", ""]
    assert not store.archive.is_other
    assert put_away(store, "two") == ["two"]
    assert clear_away(store) == 1


def test_the_log_says_once_that_it_is_another_one_and_that_it_is_back(
    at: Reopen, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    store = filled(at(place), "one")
    put_away(store, "one")
    kept = exchange(place)
    assert [read(store, "one") for _ in range(3)] == [OTHER] * 3
    [line] = caplog.messages
    assert line.startswith("the archive cannot be used: it is not the archive of this store: it lacks identity/")
    bring_back(place, kept)
    store.archive.accept(only_look=True)
    assert caplog.messages[1:] == ["the archive is that of this store again"]


def test_a_directory_that_is_missing_is_missing_and_is_not_made_again(at: Reopen, place: Path) -> None:
    store = filled(at(place), "one", "two")
    put_away(store, "one")
    place.rename(place.with_name("kept"))
    assert read(store, "one") == "missing"
    assert refusal(lambda: put_away(store, "two")) == "missing"
    assert not store.archive.is_other
    assert not place.exists()


def test_only_one_of_two_hosts_with_different_directories_archives(at: Reopen, tmp_path: Path) -> None:
    left, right = at(tmp_path / "left"), at(tmp_path / "right")
    (tmp_path / "right").mkdir()
    filled(left, "one", "two")
    assert put_away(left, "one") == ["one"]
    assert refusal(lambda: put_away(right, "two")) == OTHER
    assert [read(host, "one") for host in (left, right)] == ["", OTHER]


@pytest.mark.parametrize("is_same", [True, False])
def test_two_hosts_that_begin_at_once_agree(
    at: Reopen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_same: bool
) -> None:
    left, right = at(tmp_path / "left"), at(tmp_path / ("left" if is_same else "right"))
    filled(left, "one", "two")
    swap = left.swap_fact

    def swap_late(*args: bytes | str) -> bool:
        assert put_away(right, "two") == ["two"]
        return swap(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(left, "swap_fact", swap_late)
    if is_same:
        assert put_away(left, "one") == ["one"]
    else:
        assert refusal(lambda: put_away(left, "one")) == OTHER
    assert len([*tmp_path.glob("*/identity/*")]) == 1
    assert read(right, "two") == ""


@pytest.mark.parametrize("method", ["swap_fact", "begin_segment"])
def test_a_death_between_the_two_writes_hinders_nobody(
    at: Reopen, place: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    store = filled(at(place), "one")

    def die(*args: object) -> None:
        raise SystemExit

    monkeypatch.setattr(store, method, die)
    with pytest.raises(SystemExit):
        put_away(store, "one")
    assert put_away(at(place), "one") == ["one"]
    assert read(at(place), "one") == ""


def without_identity(store: RedisEventStore, place: Path, *, knows: bool = False) -> None:
    """Make the archive one that an older release wrote; with `knows` the store of today knows its identity."""
    shutil.rmtree(place / "identity")
    if not knows:
        store.set_facts(ARCHIVE, {IDENTITY: b""})


@pytest.mark.parametrize("is_sealed", [True, False])
@pytest.mark.parametrize("knows", [True, False])
def test_an_archive_without_an_identity_is_recognized_by_what_it_holds(
    at: Reopen, place: Path, is_sealed: bool, knows: bool
) -> None:
    store = filled(at(place), "one", "two", "three")
    put_away(store, "one", "two")
    if is_sealed:
        assert sum(store.seal(shard, 1) for shard in range(SHARDS)) == 2
    without_identity(store, place, knows=knows)
    kept = exchange(place)
    other = at(place)
    assert read(other, "one") == OTHER
    assert refusal(lambda: put_away(other, "three")) == OTHER
    assert other.archive.is_other
    assert not [*place.rglob("*")]

    bring_back(place, kept)
    right = at(place)
    assert not right.archive.is_other
    assert not (place / "identity").exists(), "a host that only reads writes nothing"
    assert put_away(right, "three") == ["three"]
    [identity] = (place / "identity").iterdir()
    assert store.fact(ARCHIVE, IDENTITY) == identity.name.encode()
    assert read(other, "three") == ""


def test_it_is_recognized_at_once_when_it_is_back_however_often_it_was_asked_for(at: Reopen, place: Path) -> None:
    now = [0.0]
    store = filled(at(place), "one")
    put_away(store, "one")
    without_identity(store, place)
    kept = exchange(place)
    objects = open_archive(place).objects
    assert objects is not None
    own = OwnObjects(objects, store, lambda: now[0])
    for _ in range(9):
        now[0] += 1.0
        assert refusal(own.prove) == OTHER
    bring_back(place, kept)
    now[0] += 5.0
    own.prove()


def test_an_older_copy_of_the_store_and_a_copy_of_the_archive_go_on(at: Reopen, place: Path, tmp_path: Path) -> None:
    store = filled(at(place), "one", "two", "three")
    put_away(store, "one")
    known = store.fact(ARCHIVE, IDENTITY)
    copied = at(Path(shutil.copytree(place, tmp_path / "copy")))
    assert read(copied, "one") == ""
    assert put_away(copied, "two") == ["two"]

    store.set_facts(ARCHIVE, {IDENTITY: b""})  # as in a copy from before
    assert put_away(copied, "three") == ["three"]
    store.set_facts(ARCHIVE, {IDENTITY: known or b""})
    assert not at(tmp_path / "copy").archive.is_other


def test_an_archive_in_two_parts_is_joined_by_a_copy(at: Reopen, place: Path) -> None:
    put_away(filled(at(place), "one", "two"), "one")
    without_identity(at(place), place)
    kept = exchange(place)
    at(place).archive.accept()  # an older release did not ask
    assert put_away(at(place), "two") == ["two"]
    shutil.copytree(place, kept, dirs_exist_ok=True)
    shutil.rmtree(place)
    kept.rename(place)
    joined = at(place)
    assert [read(joined, "one"), read(joined, "two"), joined.archive.is_other] == ["", "", False]


def test_an_archive_moves_freely_until_it_is_used(at: Reopen, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        assert not at(tmp_path / name).archive.is_other
    store = filled(at(tmp_path / "second"), "one")
    assert not [*tmp_path.glob("*/*")]
    assert put_away(store, "one") == ["one"]


def test_what_is_accepted_is_the_archive_from_then_on(at: Reopen, place: Path) -> None:
    store = filled(at(place), "one", "two")
    put_away(store, "one")
    kept = exchange(place)
    assert [store.archive.accept(only_look=is_look) for is_look in (True, False, True)] == [True, True, False]
    assert read(store, "one") == "missing"
    assert put_away(store, "two") == ["two"]
    shutil.rmtree(place)
    kept.rename(place)
    assert read(at(place), "two") == OTHER


class Probed(FileObjects):
    """Finds out whether objects can be written as an object store does, by writing one."""

    has_probe = True

    def fault(self, *, is_written: bool) -> str | None:
        """Write an empty object if that is needed."""
        if is_written:
            self.put("probe", b"")
        return super().fault(is_written=is_written)


def test_only_the_own_archive_is_written_to_find_out_whether_it_can_be(
    at: Reopen, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(at(place), "one")
    put_away(store, "one")
    kept = exchange(place)
    own = OwnObjects(Probed(place), store)
    assert own.fault(is_written=True) is None
    bring_back(place, kept)

    def be_silent(*_: str) -> bytes | None:
        raise StoreAway("it does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(store, "fact", be_silent)
        assert own.fault(is_written=True) is None
    assert not (place / "probe").exists()
    assert own.fault(is_written=True) is None
    assert (place / "probe").exists()


def test_reading_asks_for_nothing_more(at: Reopen, server: EmbeddedStore, place: Path) -> None:
    put_away(filled(at(place), "one"), "one")
    archive = open_archive(place)
    with reads_of(archive) as names:
        assert len(open_store(server.url, archive=archive).read("one")) == 3
    [name] = names
    assert name.startswith("segments/")


def test_segments_runs_and_lists_are_named_while_they_are_used(at: Reopen, place: Path) -> None:
    store = at(place)
    assert store.name_objects() == []
    filled(store, "one", "two")
    put_away(store, "one", "two")
    [segment] = {*store.name_objects()}
    assert (place / segment).is_file()
    assert sum(store.seal(shard, 1) for shard in range(SHARDS)) == 2
    store.set_facts("key-1", {"game:one": b"1 1"})
    store.file("key-1", "game:", ["one"], 7)
    assert store.seal_lists(keys.shard_of("key-1"), 1) == 1
    named = store.name_objects()
    assert sorted(name.partition("/")[0] for name in named) == ["index", "index", "lists"]
    assert all((place / name).is_file() for name in named)
