"""Tests that many archived games are read by few requests, several at once, and that this changes no answer."""

from contextlib import ExitStack
from threading import Barrier, BrokenBarrierError, Thread

import pytest

from eventstore.archive import prefetched, threads
from eventstore.archive.archive import Archive
from eventstore.archive.objects import ArchiveAway, ObjectsAway
from eventstore.archive.places import Place, number_in
from eventstore.archive.prefetched import ROOM, join
from eventstore.archive.reading_ahead import read_ahead
from eventstore.archive.threads import THREADS, do_at_once
from eventstore.archive.time_limits import limit_reading
from eventstore.interfaces import START
from eventstore.keys import SHARDS
from eventstore.log.chain import ChainBroken
from eventstore.records import Beside
from eventstore.redis.store import RedisEventStore
from tests.eventstore.archive.noting_reads import PATIENT_S, meeting, reads_of
from tests.eventstore.archive.putting_away import put_away
from tests.eventstore.samples import versions

GAMES = [f"game-{number}" for number in range(2 * THREADS)]


@pytest.fixture
def written(archiving: RedisEventStore) -> RedisEventStore:
    """Return a store with some games, none of them archived yet."""
    for game in GAMES:
        archiving.append(game, 0, versions(6), beside=Beside(facts={"token": game.encode()}, names={0: "Ana"}))
    return archiving


@pytest.fixture
def together(written: RedisEventStore) -> RedisEventStore:
    """Return the store with all games in one segment."""
    assert put_away(written, *GAMES) == GAMES
    return written


@pytest.fixture
def apart(written: RedisEventStore) -> RedisEventStore:
    """Return the store with each game in a segment of its own."""
    for game in GAMES:
        assert put_away(written, game) == [game]
    return written


def answers(store: RedisEventStore) -> list[object]:
    return [(store.facts(game), store.tip(game), [one.body for one in store.read(game)]) for game in GAMES]


def holds_nothing(archive: Archive) -> bool:
    return not archive.prefetched._held and archive.prefetched._free == ROOM


def test_games_of_one_segment_are_read_by_one_request(together: RedisEventStore) -> None:
    with reads_of(together.archive) as reads, read_ahead(together, GAMES):
        assert len(reads) == 1
        found = answers(together)
        assert len(reads) == 1
    assert holds_nothing(together.archive)
    assert found == answers(together)


def test_segments_are_read_several_at_once(apart: RedisEventStore) -> None:
    with meeting(apart.archive, "segments/", THREADS) as reads, read_ahead(apart, GAMES):
        assert len(reads) == len(GAMES)
    assert holds_nothing(apart.archive)


def test_segments_are_read_several_at_once_for_feeds_of_many_games(written: RedisEventStore) -> None:
    before = written.own_feeds(GAMES, START, 3)
    for game in GAMES:
        put_away(written, game)
    with meeting(written.archive, "segments/", THREADS) as reads:
        assert written.own_feeds(GAMES, START, 3) == before
    assert len(reads) == len(GAMES)
    assert holds_nothing(written.archive)


def test_games_are_looked_up_in_the_index_several_at_once(
    apart: RedisEventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for shard in range(SHARDS):
        apart.seal(shard, 1)
    usual, barrier = apart.find_away, Barrier(THREADS)

    def find(game: str) -> Place | None:
        barrier.wait(PATIENT_S)
        return usual(game)

    with ExitStack() as ahead, monkeypatch.context() as patch:
        patch.setattr(apart, "find_away", find)
        ahead.enter_context(read_ahead(apart, GAMES))
        patch.undo()
        with reads_of(apart.archive) as reads:
            answers(apart)
        assert reads == []


def test_what_lies_far_apart_in_a_segment_is_not_read_as_one(
    together: RedisEventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [GAMES[0], GAMES[1], GAMES[8], GAMES[9]]
    for name, value, count in (("GAP", 10, 2), ("RANGE", 10, 4), ("GAP", 10**9, 4), ("RANGE", 10**9, 1)):
        monkeypatch.setattr(prefetched, name, value)
        with reads_of(together.archive) as reads, read_ahead(together, some):
            assert len(reads) == count


def test_places_are_joined_within_their_segment_and_read_in_the_order_of_their_need() -> None:
    late, near, first = Place(1, 0, 10, "a"), Place(2, 30, 10, "b"), Place(2, 0, 10, "c")
    assert join([near, late, first, near]) == [[first, near], [late]]
    assert join([late, near, first]) == [[late], [first, near]]


@pytest.mark.parametrize("bound", ["PAGE", "ROOM"])
def test_no_more_bytes_are_held_than_have_room_and_the_first_games_come_first(
    together: RedisEventStore, bound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [together.find_away(game) for game in GAMES]
    sizes = [place.size for place in found if place is not None]
    if bound == "PAGE":
        monkeypatch.setattr(prefetched, bound, sum(sizes[:3]))
    else:
        together.archive.prefetched._free = sum(sizes[:3])
    with read_ahead(together, GAMES), reads_of(together.archive) as reads:
        assert sum(map(len, together.archive.prefetched._held.values())) == sum(sizes[:3])
        assert len(answers(together)) == len(GAMES)
        assert len(reads) == len(GAMES) - 3
    assert together.archive.prefetched._held == {}


def test_bytes_that_changed_on_their_way_are_read_again(together: RedisEventStore) -> None:
    before = answers(together)
    together.archive._bundles.drop_all()
    together.archive._headings.drop_all()
    with read_ahead(together, GAMES), reads_of(together.archive) as reads:
        held = together.archive.prefetched._held
        place = together.find_away(GAMES[3])
        assert place is not None
        held[place] = held[place][:-1] + b"x"
        assert answers(together) == before
        assert len(reads) == 1


def test_a_lost_segment_ends_nothing_but_its_own_game(apart: RedisEventStore) -> None:
    place = apart.find_away(GAMES[0])
    assert place is not None
    assert apart.archive.objects is not None
    [name] = [one for one in apart.archive.objects.names("segments/") if number_in(one) == place.segment]
    apart.archive.objects.drop(name)
    with read_ahead(apart, GAMES), reads_of(apart.archive) as reads:
        for game in GAMES[1:]:
            assert apart.tip(game).version == 6
        assert reads == []
        with pytest.raises(ArchiveAway) as away:
            apart.tip(GAMES[0])
    assert away.value.reason == "missing"


@pytest.mark.parametrize("name", ["segments/", "index/"])
def test_an_archive_that_is_away_is_asked_by_each_thread_once_and_whoever_needs_a_game_is_told(
    apart: RedisEventStore, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for shard in range(SHARDS if name == "index/" else 0):
        apart.seal(shard, 1)
    objects, asked = apart.archive.objects, list[str]()
    assert objects is not None
    read = objects.get

    def refuse(of: str, start: int = 0, size: int | None = None) -> bytes:
        if name not in of:
            return read(of, start, size)
        asked.append(of)
        raise ObjectsAway("slow", "it is slow")

    monkeypatch.setattr(objects, "get", refuse)
    with read_ahead(apart, GAMES):
        assert 1 <= len(asked) <= THREADS
        with pytest.raises(ArchiveAway) as away:
            apart.tip(GAMES[0])
    assert away.value.reason == "slow"
    assert holds_nothing(apart.archive)


def test_a_game_that_is_deleted_after_it_was_read_is_gone(together: RedisEventStore) -> None:
    with read_ahead(together, GAMES):
        together.delete(GAMES[0])
        assert together.tip(GAMES[0]).version == 0
        together.set_name(GAMES[1], 0, "Bea")
        assert together.names(GAMES[1]) == {0: "Bea"}


def test_nothing_is_held_after_an_error(together: RedisEventStore) -> None:
    with pytest.raises(KeyError), read_ahead(together, GAMES):
        raise KeyError
    assert holds_nothing(together.archive)


def test_no_read_begins_when_the_time_for_an_answer_is_over(apart: RedisEventStore) -> None:
    before = answers(apart)
    apart.archive._bundles.drop_all()
    apart.archive._headings.drop_all()
    with reads_of(apart.archive) as reads, limit_reading(-1), limit_reading(PATIENT_S), read_ahead(apart, GAMES):
        with pytest.raises(ArchiveAway) as away:
            apart.tip(GAMES[0])
        assert reads == []
    assert away.value.reason == "slow"
    assert answers(apart) == before


def test_tasks_that_fail_let_no_further_one_begin_and_free_their_threads() -> None:
    done = list[int]()

    def fail(at: int) -> None:
        done.append(at)
        raise ChainBroken(at, "it is broken")

    for _ in range(3):
        with pytest.raises(ChainBroken):
            do_at_once([lambda at=at: fail(at) for at in range(100)])
    assert len(done) <= 3 * THREADS
    assert threads._free._value == threads.MORE_THREADS


def test_a_caller_that_finds_no_thread_free_does_its_tasks_alone() -> None:
    barrier, done = Barrier(2), list[int]()
    taken = [threads._free.acquire(blocking=False) for _ in range(threads._free._value)]
    try:
        with pytest.raises(BrokenBarrierError):
            do_at_once([lambda: barrier.wait(0.01)] * 2)
        do_at_once([lambda at=at: done.append(at) for at in range(5)])
    finally:
        for _ in taken:
            threads._free.release()
    assert done == [*range(5)]


def test_where_no_thread_can_begin_the_tasks_are_done_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[int]()

    def refuse(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    do_at_once([lambda at=at: done.append(at) for at in range(5)])
    assert done == [*range(5)]
    assert threads._free._value == threads.MORE_THREADS
