"""Tests the index of positions for which no advice is given: the newest of each game, and not too many."""

import os
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from threading import Event

import pytest
from redis import Redis

from service.process.pending import flush_all
from service.queue import heads
from service.queue.heads import Heads


def noted(index: Heads, game: str, time_ms: int, fingerprint: bytes | None) -> None:
    """Write a fingerprint at once."""
    index.note(game, time_ms, time_ms, lambda: fingerprint)
    index.flush()


def test_a_game_has_its_newest_position_alone(rq_redis: Redis) -> None:
    index = Heads(rq_redis)
    noted(index, "one", 1, b"first")
    noted(index, "two", 2, b"other")
    noted(index, "one", 3, b"second")
    assert [index.find(each) for each in (b"first", b"second", b"other")] == [None, "one", "two"]
    noted(index, "one", 4, None)
    assert [index.find(each) for each in (b"second", b"other")] == [None, "two"]


def test_a_process_that_writes_late_replaces_nothing_newer(rq_redis: Redis) -> None:
    late, early = Heads(rq_redis), Heads(rq_redis)
    late.note("one", 5, 1, lambda: b"former")
    early.note("one", 6, 1, lambda: b"newest")
    early.flush()
    late.flush()
    assert [early.find(each) for each in (b"former", b"newest")] == [None, "one"]


def test_the_oldest_goes_above_the_limit(rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heads, "MOST", 2)
    index = Heads(rq_redis)
    for number, game in enumerate(("one", "two", "three")):
        noted(index, game, number, game.encode())
    assert [index.find(each) for each in (b"one", b"two", b"three")] == [None, "two", "three"]


def test_what_waits_is_found_by_its_own_process(rq_redis: Redis) -> None:
    index = Heads(rq_redis)
    index.note("one", 1, 1, lambda: b"first")
    assert index.find(b"first") == "one"


def test_what_another_thread_is_writing_is_found(rq_redis: Redis) -> None:
    begun, may_end = Event(), Event()

    def make() -> bytes:
        begun.set()
        assert may_end.wait(60)
        return b"first"

    index = Heads(rq_redis)
    index.note("one", 1, 1, make)
    with ThreadPoolExecutor(2) as threads:
        threads.submit(index.flush)
        assert begun.wait(60)
        found = threads.submit(index.find, b"first")
        wait_for([found], timeout=0.2)
        may_end.set()
        assert found.result(60) == "one"


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_process_writes_what_waits_before_it_ends_and_nothing_of_its_parent(
    rq_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "WAIT_S", 600.0)
    index = Heads(rq_redis)
    index.note("parents", 1, 1, lambda: b"parents")
    child = os.fork()
    if child == 0:
        index.note("childs", 1, 1, lambda: b"childs")
        flush_all()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    other = Heads(rq_redis)
    assert [other.find(each) for each in (b"childs", b"parents")] == ["childs", None]
    assert index.find(b"parents") == "parents"
