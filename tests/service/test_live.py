"""Tests that the hub tells every listener of every version, drops slow readers, and ends all when it stops."""

from collections.abc import Iterator

import pytest

from eventstore.memory.store import MemoryEventStore
from service.live import MOST_WAITING, Hub, Listener, News
from tests.eventstore.samples import version
from tests.service.processes import wait_for

SOON_S = 60.0


@pytest.fixture
def store() -> MemoryEventStore:
    return MemoryEventStore()


@pytest.fixture
def hub(store: MemoryEventStore) -> Iterator[Hub]:
    hub = Hub(store)
    yield hub
    hub.stop()


def test_a_listener_hears_of_versions_appended_after_it_came(store: MemoryEventStore, hub: Hub) -> None:
    store.append("g", 0, [version()])
    listener = hub.listen("g")
    assert listener.wait(0.01) is News.QUIET
    store.append("g", 1, [version()])
    assert listener.wait(SOON_S) is News.VERSION
    assert listener.version == 2


def test_a_listener_hears_of_its_own_game_alone(store: MemoryEventStore, hub: Hub) -> None:
    mine, other = hub.listen("mine"), hub.listen("other")
    store.append("mine", 0, [version()])
    assert mine.wait(SOON_S) is News.VERSION
    assert other.wait(0.05) is News.QUIET


def test_who_left_hears_nothing(store: MemoryEventStore, hub: Hub) -> None:
    gone, stays = hub.listen("g"), hub.listen("g")
    hub.leave(gone)
    store.append("g", 0, [version()])
    assert stays.wait(SOON_S) is News.VERSION
    assert gone.wait(0.01) is News.QUIET


def test_a_slow_listener_is_told_that_it_lags() -> None:
    listener = Listener("g")
    assert all(listener.tell("game", n + 1) for n in range(MOST_WAITING))
    assert not listener.tell("game", MOST_WAITING + 1)
    assert listener.wait(0) is News.LAGGING
    assert listener.wait(0) is News.LAGGING


def test_news_is_pushed_to_who_wants_it_so(store: MemoryEventStore, hub: Hub) -> None:
    pushed, waits = hub.listen("g"), hub.listen("g")
    calls = []
    pushed.push = lambda: calls.append(pushed.take())
    store.append("g", 0, [version()])
    assert waits.wait(SOON_S) is News.VERSION
    assert wait_for(lambda: calls == [News.VERSION])
    assert (pushed.version, pushed.wait(0.01)) == (1, News.QUIET)

    pushed.call()
    assert [pushed.wait(SOON_S), pushed.wait(0.01)] == [News.CALLED, News.QUIET]
    store.delete("g")
    assert pushed.wait(SOON_S) is News.GONE


def test_a_deleted_game_ends_its_listeners(store: MemoryEventStore, hub: Hub) -> None:
    store.append("g", 0, [version()])
    listener = hub.listen("g")
    store.delete("g")
    assert listener.wait(SOON_S) is News.GONE


def test_stopping_sends_every_listener_home_at_once(hub: Hub) -> None:
    listeners = [hub.listen(game) for game in ("a", "b", "b")]
    hub.stop()
    assert [listener.wait(SOON_S) for listener in listeners] == [News.STOPPING] * 3
    assert hub.listen("late").wait(SOON_S) is News.STOPPING
