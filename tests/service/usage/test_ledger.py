"""Tests that usage is written once, whatever the store answers, and that clients without a key stay unknown."""

import os
import signal
from collections.abc import Mapping, Sequence
from datetime import date
from threading import Event, Thread

import pytest

from eventstore.memory.store import MemoryEventStore
from eventstore.outages import StoreAway, Unconfirmed
from service.process.pending import flush_all
from service.usage import batches
from service.usage import ledger as ledgers
from service.usage.ledger import Ledger
from service.usage.places import DAY_MS, SALTS, Sums, of_all, of_day, of_key
from tests.service.tables import START_MS

KEY = "key-0123456789abcdef01"
HERE = "address-0123456789abcdef01"
DAY = date(2026, 9, 21)


class Failing(MemoryEventStore):
    """Represents a store that does not answer as it should for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[Exception] = []
        self.has_no_salt = False
        self.gate: Event | None = None
        self.is_asked = Event()

    def keep_data_key(self, owner: str, name: str, made: bytes) -> bytes:
        if self.has_no_salt:
            raise StoreAway("away")
        return super().keep_data_key(owner, name, made)

    def add_up(
        self, owner: str, batch: str, amounts: Mapping[str, Sequence[int]], most_groups: int = 0
    ) -> list[tuple[int, ...]]:
        if self.gate:
            self.is_asked.set()
            self.gate.wait(20)
        if self.faults and isinstance(self.faults[0], StoreAway):
            raise self.faults.pop(0)
        found = super().add_up(owner, batch, amounts, most_groups)
        if self.faults:
            raise self.faults.pop(0)
        return found


class Hours:
    """Provides a clock that stands still until it is set."""

    ms = START_MS

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def store() -> Failing:
    return Failing()


@pytest.fixture
def hours() -> Hours:
    return Hours()


@pytest.fixture
def ledger(store: Failing, hours: Hours, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """Return a ledger that writes only when it is asked to."""
    monkeypatch.setattr(Ledger, "_begin", lambda self: None)
    return Ledger(store, hours)


def kept(store: MemoryEventStore, owner: str) -> dict[str, Sums]:
    """Return the sums of an owner."""
    return {name: Sums(*map(int, value.split())) for name, value in store.facts(owner).items() if name[0] != "="}


def test_a_key_has_sums_by_day_and_operation_and_of_the_whole_day(store: Failing, ledger: Ledger, hours: Hours) -> None:
    for _ in range(3):
        ledger.count(KEY, "getGame", 1_000, 500)
    ledger.flush()
    ledger.count_more(KEY, "playAgents", worker_us=70_000)
    ledger.count_decisions(KEY, {"graded@3": 5, "planner": 1})
    ledger.flush()
    hours.ms += DAY_MS
    ledger.count(KEY, "getGame", 1, 1)
    ledger.flush()
    assert kept(store, of_key(KEY, DAY)) == {
        "21 getGame": Sums(3, 3_000, 0, 1_500),
        "21 playAgents": Sums(0, 0, 70_000),
        "21 @graded@3": Sums(decisions=5),
        "21 @planner": Sums(decisions=1),
        "21": Sums(3, 3_000, 70_000, 1_500, 6),
        "22 getGame": Sums(1, 1, 0, 1),
        "22": Sums(1, 1, 0, 1),
    }
    assert kept(store, of_all(DAY)) == {KEY: Sums(4, 3_001, 70_000, 1_501, 6)}


def test_a_batch_whose_answer_was_lost_is_sent_again_and_added_once(store: Failing, ledger: Ledger) -> None:
    ledger.count(KEY, "getGame", 10, 20)
    store.faults = [Unconfirmed("lost"), Unconfirmed("lost")]  # of both batches: the key's, and that of all keys
    ledger.flush()
    ledger.count(KEY, "getGame", 10, 20)
    store.faults = [StoreAway("away")]
    ledger.flush()
    ledger.count(KEY, "getGame", 10, 20)
    ledger.flush()
    assert kept(store, of_key(KEY, DAY))["21 getGame"] == Sums(3, 30, 0, 60)
    assert kept(store, of_all(DAY)) == {KEY: Sums(3, 30, 0, 60)}


def test_nothing_is_lost_while_the_store_is_away(store: Failing, ledger: Ledger) -> None:
    for number in range(1, 6):
        ledger.count(KEY, "getGame", number, number)
        store.faults = [StoreAway("away")] * 9
        ledger.flush()
    store.faults = []
    ledger.flush()
    assert kept(store, of_key(KEY, DAY)) == {"21 getGame": Sums(5, 15, 0, 15), "21": Sums(5, 15, 0, 15)}


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_counts_what_it_uses_itself_and_nothing_of_its_parent(store: Failing, ledger: Ledger) -> None:
    store.gate = Event()
    ledger.count(KEY, "getGame", 10, 20)
    writing = Thread(target=ledger.flush)
    writing.start()
    assert store.is_asked.wait(20), "the parent is writing when it forks"
    ledger.count(KEY, "getGame", 30, 40)
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        store.gate = None
        ledger.count(KEY, "getGame", 1, 2)
        flush_all()
        os._exit(0 if kept(store, of_key(KEY, DAY))["21 getGame"] == Sums(1, 1, 0, 2) else 1)
    assert os.waitpid(child, 0)[1] == 0
    store.gate.set()
    writing.join()
    ledger.flush()
    assert kept(store, of_key(KEY, DAY))["21 getGame"] == Sums(2, 40, 0, 60)


def test_what_could_not_be_written_is_written_later_though_nothing_new_is_counted(
    store: Failing, hours: Hours, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Ledger] = []
    monkeypatch.setattr(Ledger, "_begin", lambda self: begun.append(self))
    ledger = Ledger(store, hours)
    ledger.count(HERE, "getGame", 10, 20)
    store.has_no_salt = True
    begun.clear()
    ledger.flush()
    assert begun == [ledger], "a task must come back to it"
    ledger.count(HERE, "getGame", 10, 20)
    store.has_no_salt = False
    ledger.flush()
    assert [*kept(store, of_day(DAY)).values()] == [Sums(2, 20, 0, 40)]


def test_what_may_have_been_added_is_given_up_before_the_store_forgets_it(
    store: Failing, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledgers, "GIVEN_UP_S", -1.0)
    ledger.count(KEY, "getGame", 10, 20)
    store.faults = [Unconfirmed("lost")]
    ledger.flush()
    store.faults = [StoreAway("away")]
    ledger.flush()
    ledger.flush()
    assert kept(store, of_key(KEY, DAY))["21 getGame"] == Sums(1, 10, 0, 20)


def test_what_a_key_used_is_known_before_it_is_written(store: Failing, ledger: Ledger, hours: Hours) -> None:
    assert ledger.used_us(KEY) == 0
    ledger.count(KEY, "getGame", 100)
    ledger.count_more(KEY, "createArena", worker_us=900)
    assert ledger.used_us(KEY) == 1_000
    ledger.flush()
    ledger.count(KEY, "getGame", 1)
    assert ledger.used_us(KEY) == 1_001
    assert Ledger(store, hours).used_us(KEY) == 1_000
    ledger.flush()
    hours.ms += DAY_MS
    assert ledger.used_us(KEY) == 0


def test_a_client_without_a_key_has_another_name_each_day(store: Failing, ledger: Ledger, hours: Hours) -> None:
    other = Ledger(store, hours)
    names = []
    for day in range(21, 25):
        for counting in (ledger, other):
            counting.count(HERE, "getGame", 1, 1)
            counting.flush()
        [(name, sums)] = kept(store, of_day(date(2026, 9, day))).items()
        assert sums.requests == 2
        assert HERE not in name
        names.append(name)
        hours.ms += DAY_MS
    assert len(set(names)) == 4
    assert sorted(store.data_keys_of([SALTS])[SALTS]) == ["2026-09-23", "2026-09-24"]


def test_clients_without_a_key_are_limited(store: Failing, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "MOST_CLIENTS", 10)
    for number in range(25):
        ledger.count(f"address-{number:018x}", "getGame", 1, 1)
        ledger.flush()
    found = kept(store, of_day(DAY))
    assert len(found) == 11
    assert found["others getGame"] == Sums(15, 15, 0, 15)


def test_memory_is_limited_too(store: Failing, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledgers, "MOST_ENTRIES", 10)
    for number in range(25):
        ledger.count(f"address-{number:018x}", "getGame", 1, 1)
    ledger.count(KEY, "getGame", 1, 1)
    ledger.flush()
    assert len(kept(store, of_day(DAY))) == 11
    assert kept(store, of_day(DAY))["others getGame"].requests == 15
    assert kept(store, of_key(KEY, DAY))["21 getGame"].requests == 1
