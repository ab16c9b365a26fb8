"""Tests projections: they take in every version, go on after a stop, and can be rebuilt from nothing."""

import math
import threading
import time

import pytest

from eventstore import feed
from eventstore.feed import Runner
from eventstore.interfaces import START
from eventstore.keys import shard_of
from eventstore.store import EventStore
from tests.eventstore.projections import Heads
from tests.eventstore.samples import versions

GAMES = [f"game-{n}" for n in range(12)]


def test_catching_up_takes_in_each_version_once(store: EventStore) -> None:
    for length, game in enumerate(GAMES, 1):
        store.append(game, 0, versions(length))
    heads = Heads()
    runner = Runner(store, heads)
    assert runner.catch_up() == sum(range(1, 13))
    assert heads.heads == {game: length for length, game in enumerate(GAMES, 1)}
    assert runner.catch_up() == 0
    store.append(GAMES[0], 1, versions(2))
    assert runner.catch_up() == 2
    assert heads.heads[GAMES[0]] == 3


def test_another_process_goes_on_where_the_first_stopped(store: EventStore) -> None:
    store.append("g", 0, versions(3))
    Runner(store, Heads()).catch_up()
    store.append("g", 3, versions(1))
    later = Heads()
    assert Runner(store, later).catch_up() == 1
    assert later.heads == {"g": 4}


def test_runners_share_the_feeds_by_shard(store: EventStore) -> None:
    one, other = Heads(), Heads()
    shards = sorted({shard_of(game) for game in GAMES})
    runners = [Runner(store, one, shards[::2]), Runner(store, other, shards[1::2])]
    for length in (1, 2):
        for game in GAMES:
            store.append(game, length - 1, versions(1))
        assert sum(runner.catch_up() for runner in runners) == len(GAMES)
    assert one.heads.keys() == {game for game in GAMES if shard_of(game) in shards[::2]}
    assert one.heads | other.heads == dict.fromkeys(GAMES, 2)


def test_a_process_that_was_suspended_takes_no_cursor_back(store: EventStore) -> None:
    for cursor, kept in (("7-3", "7-3"), ("10-0", "10-0"), ("9-9", "10-0"), ("10-2", "10-2"), ("10-1", "10-2")):
        store.put_checkpoint("lobby", 3, cursor)
        assert store.checkpoints("lobby", [3]) == {3: kept}
    store.put_checkpoint("lobby", 3, START)
    assert store.checkpoints("lobby", [3]) == {3: START}


def test_what_failed_comes_again(store: EventStore) -> None:
    store.append("g", 0, versions(5))
    heads = Heads()
    heads.fails_at = 4
    with pytest.raises(ConnectionError):
        Runner(store, heads).catch_up()
    assert heads.heads == {"g": 3}
    Runner(store, heads).catch_up()
    assert heads.heads == {"g": 5}


def test_a_deleted_game_is_forgotten(store: EventStore) -> None:
    for game in GAMES:
        store.append(game, 0, versions(2))
    heads = Heads()
    runner = Runner(store, heads)
    runner.catch_up()
    store.delete(GAMES[3])
    runner.catch_up()
    assert heads.heads == dict.fromkeys(set(GAMES) - {GAMES[3]}, 2)


def test_following_takes_in_what_comes(store: EventStore) -> None:
    heads = Heads()
    over = threading.Event()
    follower = threading.Thread(target=Runner(store, heads).follow, args=(over.is_set, 50))
    store.append("before", 0, versions(1))
    follower.start()
    store.append("after", 0, versions(2))
    ends = time.monotonic() + 60
    while heads.heads != {"before": 1, "after": 2} and time.monotonic() < ends:
        time.sleep(0.01)
    over.set()
    follower.join(60)
    assert heads.heads == {"before": 1, "after": 2}
    assert Runner(store, Heads()).catch_up() == 0


def test_what_was_taken_in_before_a_fault_does_not_come_again(store: EventStore) -> None:
    heads = Heads()
    heads.fails_at = 3
    store.append("before", 0, versions(1))

    def is_over() -> bool:
        """Append the version that comes next, unless the last one is still to be read, and let the loop go on."""
        if store.head("after") == heads.applied - 1:
            store.append("after", heads.applied - 1, versions(1))
        return False

    with pytest.raises(ConnectionError):
        Runner(store, heads).follow(is_over, 50)
    later = Heads()
    assert Runner(store, later).catch_up() == 1
    assert later.heads == {"after": 2}


class Told(Heads):
    """Represents heads whose cursor must be saved at once."""

    def settle(self) -> bool:
        return True


@pytest.mark.parametrize("kind", [Heads, Told])
def test_a_cursor_that_must_be_saved_at_once_is(
    store: EventStore, kind: type[Heads], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "SAVED_S", math.inf)
    heads, saved = kind(), []

    def is_over() -> bool:
        """Note the saved checkpoint and append another version; stop after two versions."""
        saved.append(store.checkpoints(heads.name)[shard_of("g")])
        store.append("g", heads.applied, versions(1))
        return heads.applied > 1

    Runner(store, heads).follow(is_over, 50)
    assert (saved[1] != START) is (kind is Told)
