"""Tests that a measurement waits for what the lobby is to read, and not for the games that go on meanwhile."""

from eventstore.interfaces import START
from eventstore.memory.store import MemoryEventStore
from eventstore.records import place_of
from service.views.lobby_projection import LOBBY
from tests.benchmarks.lobby import has_read
from tests.eventstore.samples import versions


def test_the_wait_for_the_lobby_ends_though_a_game_goes_on() -> None:
    store = MemoryEventStore()
    store.append("g", 0, versions(12))
    ends = store.feed_ends()
    shard = next(shard for shard, end in ends.items() if place_of(end) > (0, 0))
    assert not has_read(store, ends)
    before, last = [item.cursor for item in store.feed(shard, START, 12)][-2:]

    store.put_checkpoint(LOBBY, shard, before)
    assert not has_read(store, ends)
    store.put_checkpoint(LOBBY, shard, last)
    assert has_read(store, ends)

    store.append("g", 12, versions(3))
    store.put_checkpoint(LOBBY, shard, store.feed_ends()[shard])
    assert has_read(store, ends)
