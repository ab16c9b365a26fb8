"""Tests that a host knows its events' store again wherever its data goes, and notices when it is another one."""

from pathlib import Path

import pytest

from eventstore.keys import owner_in, shard_of
from eventstore.memory.store import MemoryEventStore
from eventstore.outages import StoreAway
from service.process.known_store import FILE, Comparison, KnownStore, is_replaced, remember


@pytest.fixture
def store() -> MemoryEventStore:
    """Return a store without an identity, as older releases left it."""
    return MemoryEventStore()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a host."""
    return tmp_path / FILE


def test_a_store_without_an_identity_gets_one(store: MemoryEventStore, file: Path) -> None:
    assert not is_replaced(store, file)
    remember(store, file)
    assert file.exists()
    assert not is_replaced(store, file)


def test_every_host_knows_the_same_store(store: MemoryEventStore, file: Path) -> None:
    other = file.with_name("second.json")
    remember(store, file)
    remember(store, other)
    assert file.read_text("utf-8") == other.read_text("utf-8")


@pytest.mark.parametrize("has_identity", [False, True])
def test_another_store_is_noticed_until_it_is_meant(file: Path, store: MemoryEventStore, *, has_identity: bool) -> None:
    remember(store, file)
    other = MemoryEventStore()
    if has_identity:
        remember(other, file.with_name("of another host.json"))
    assert is_replaced(other, file)
    remember(other, file)
    assert is_replaced(other, file)
    file.unlink()
    remember(other, file)
    assert not is_replaced(other, file)


class Counting(MemoryEventStore):
    """Represents a store that counts how often it is asked for one identity."""

    asked = 0

    def data_key(self, owner: str, name: str) -> bytes | None:
        """Return the identity."""
        self.asked += 1
        return super().data_key(owner, name)


def test_an_emptied_store_is_noticed_by_one_more_question(store: MemoryEventStore, file: Path) -> None:
    remember(store, file)
    emptied = Counting()
    assert is_replaced(emptied, file)
    assert emptied.asked == 1


class Silent(MemoryEventStore):
    """Represents a store whose primaries do not answer: a cluster then knows no data keys of their games."""

    def data_keys_of(self, owners: object) -> dict[str, dict[str, bytes]]:
        """Return nothing."""
        return {}

    def data_key(self, owner: str, name: str) -> bytes | None:
        """Raise what a dead primary raises."""
        raise StoreAway


def test_a_silent_store_is_not_taken_for_another(store: MemoryEventStore, file: Path) -> None:
    remember(store, file)
    assert not is_replaced(Silent(), file)


def test_a_new_host_learns_from_others_also_of_a_silent_part(store: MemoryEventStore, file: Path) -> None:
    second = file.with_name("second.json")
    known = remember(store, file)
    assert remember(Silent(), second, known) == known
    assert second.read_text("utf-8") == file.read_text("utf-8")


def test_what_others_know_does_not_change_what_a_host_knows(store: MemoryEventStore, file: Path) -> None:
    known = remember(store, file)
    assert remember(store, file, dict.fromkeys(known, "another")) == known


def test_without_a_file_nothing_is_compared(store: MemoryEventStore) -> None:
    remember(store, None)
    assert not Comparison(store, None).is_replaced()


def test_what_was_known_is_still_known_while_the_file_cannot_be_read(store: MemoryEventStore, file: Path) -> None:
    now = [0.0]
    remember(store, file)
    known, began_later = KnownStore(file, lambda: now[0]), KnownStore(file, lambda: now[0])
    before = known(3)
    file.write_bytes(b"{")
    now[0] += 1.0
    assert known(3) == before != b""
    assert began_later(3) not in (before, b"")
    assert is_replaced(store, file)


@pytest.mark.parametrize("missing", ["g", ""])
def test_what_is_missing_is_compared_each_time(store: MemoryEventStore, file: Path, missing: str) -> None:
    now = [0.0]
    remember(store, file)
    comparison = Comparison(store, file, lambda: now[0])
    assert not comparison.is_replaced(missing)
    identity = owner_in(shard_of(missing))
    held = store.data_keys_of([identity])[identity]
    store.drop_data_keys(identity, held)
    assert comparison.is_replaced(missing)
    for name, value in held.items():
        store.keep_data_key(identity, name, value)
    assert comparison.is_replaced(missing), "what was read a moment ago may have been missing then"
    now[0] += 3.0
    assert not comparison.is_replaced(missing)
