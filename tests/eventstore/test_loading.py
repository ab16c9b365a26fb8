"""Tests loading: two folds over one stream, snapshots that hold on any line, and owned copies."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventstore.log.folds import EVERY, is_due, join_parts, split_parts
from eventstore.log.lineage import HEAD_MOVED, Line, Passed
from eventstore.log.loading import Loader, UnknownVersion
from eventstore.memory.store import MemoryEventStore
from eventstore.records import StoredEvent
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore
from tests.clones import Calls
from tests.eventstore.toy import folds, grow, load, mark_of, moved, put, said


def test_the_game_goes_back_and_the_table_does_not(store: EventStore) -> None:
    grow(store, put(1), put(2), said(), put(4), moved(2), put(6))
    loaded = load(store, "g", folds())
    assert loaded.game == [1, 2, 6]
    assert loaded.table == [[3, 2, "Said"], [5, 1, HEAD_MOVED]]
    assert (loaded.version, loaded.ruleset) == (6, "toy")
    assert load(store, "g", folds(), 4).game == [1, 2, 4]
    assert load(store, "g", folds(), 4).table == [[3, 2, "Said"]]


def test_a_move_within_a_version_discards_what_stood_before_it(store: EventStore) -> None:
    grow(store, put(1), put(2), (put(8), moved(1), put(9)))
    assert load(store, "g", folds()).game == [1, 9]


def test_a_move_forward_again_is_a_move_as_any_other(store: EventStore) -> None:
    grow(store, put(1), put(2), put(3), moved(1), moved(3), put(6), moved(4), moved(6))
    assert [load(store, "g", folds(), v).game for v in range(4, 9)] == [[1], [1, 2, 3], [1, 2, 3, 6], [1], [1, 2, 3, 6]]


def test_unknown_games_and_versions(store: EventStore) -> None:
    grow(store, put(1))
    for game, version in (("nobody", None), ("nobody", 1), ("g", 2), ("g", 0)):
        with pytest.raises(UnknownVersion):
            load(store, game, folds(), version)


def test_a_loaded_state_is_the_callers_own() -> None:
    store = MemoryEventStore()
    grow(store, put(1), said())
    loader = Loader(store, lambda _: folds())
    for _ in range(3):
        loaded = loader.load("g")
        assert (loaded.game, len(loaded.table)) == ([1], 1)
        loaded.game.append(99)
        loaded.table.clear()


def test_a_loader_folds_only_what_is_new() -> None:
    store = MemoryEventStore()
    used = folds()
    loader = Loader(store, lambda _: used)
    grow(store, *(put(n) for n in range(30)))
    loader.load("g")
    loader.load("g", 10)
    grow(store, put(30))
    used.game.applied = 0  # type: ignore[attr-defined]
    assert loader.load("g").game == list(range(31))
    assert used.game.applied == 1  # type: ignore[attr-defined]
    assert loader.load("g", 10).game == list(range(10))
    assert used.game.applied == 1  # type: ignore[attr-defined]


def test_a_forgotten_game_is_read_anew() -> None:
    store = MemoryEventStore()
    loader = Loader(store, lambda _: folds())
    grow(store, put(1), put(2))
    loader.load("g")
    store.delete("g")
    loader.forget("g")
    grow(store, put(7))
    assert loader.load("g").game == [7]
    with pytest.raises(UnknownVersion):
        loader.load("g", 2)


def test_a_snapshot_stands_at_every_move_and_every_hundred_versions(store: EventStore) -> None:
    tag = "2|sayings-1|numbers-1"
    kept = []
    acts = [moved(3) if n == 20 else put(n) for n in range(1, 2 * EVERY + 5)]
    for number, event in enumerate(acts, 1):
        grow(store, event)
        load(store, "g", folds())
        if store.snapshot("g", number, tag) and (store.snapshot("g", number, tag) or (0,))[0] == number:
            kept.append(number)
    assert kept == [20, EVERY, 2 * EVERY]


def test_a_short_log_is_loaded_by_one_query(redis_store: RedisEventStore) -> None:
    grow(redis_store, *(put(n) for n in range(1, EVERY)), moved(3))
    tip = redis_store.tip("g")
    loader: Loader[Any, list[int]] = Loader(redis_store, lambda _: folds())
    calls = Calls(redis_store._redis)
    loaded = loader.load("g", tip)
    assert calls.count().commands == 2  # the events, and a snapshot that is due
    assert (loaded.tip, loaded.game, loaded.line.pack()) == (
        tip,
        [1, 2, 3],
        load(redis_store, "g", folds()).line.pack(),
    )


def test_whoever_follows_a_game_stores_no_snapshot_that_the_appender_has_stored(store: EventStore) -> None:
    grow(store, *(put(n) for n in range(1, EVERY)))
    follower: Loader[Any, list[int]] = Loader(store, lambda _: folds())
    appender: Loader[Any, list[int]] = Loader(store, lambda _: folds())
    follower.load("g")
    before = appender.load("g")

    grow(store, put(EVERY))
    assert follower.load("g").game == list(range(1, EVERY + 1))
    assert store.snapshot("g", EVERY, "2|sayings-1|numbers-1") is None
    appender.keep("g", follower.load("g"), before.version)

    assert store.snapshot("g", EVERY, "2|sayings-1|numbers-1") is not None


def test_a_snapshot_spares_the_fold_and_gives_the_same() -> None:
    store = MemoryEventStore()
    grow(store, *(put(n) if n % 7 else moved(n // 2) for n in range(1, 120)))
    whole = load(store, "g", folds())
    used = folds()
    again = load(store, "g", used)
    assert (again.game, again.table, again.line.ancestors(119)) == (whole.game, whole.table, whole.line.ancestors(119))
    assert used.game.applied == 0  # type: ignore[attr-defined]
    other = folds()
    other.game.tag = "numbers-2"
    assert load(store, "g", other).game == whole.game
    assert other.game.applied > 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("before", "version", "moved_between", "due"),
    [
        (0, 99, False, False),
        (99, 100, False, True),
        (100, 199, False, False),
        (199, 201, False, True),
        (7, 8, True, True),
    ],
)
def test_when_a_snapshot_is_due(before: int, version: int, moved_between: bool, due: bool) -> None:
    assert is_due(before, version, moved_between) is due


@given(st.lists(st.binary(max_size=40), max_size=4))
def test_packed_parts_come_apart_again(parts: list[bytes]) -> None:
    assert split_parts(join_parts(parts)) == parts


# -- the laws, over random logs --------------------------------------------------------------------------------------


def random_log(store: EventStore, rng: random.Random, length: int) -> None:
    for number in range(1, length + 1):
        kind = rng.random()
        if number > 1 and kind < 0.2:
            events = (moved(rng.randint(1, number - 1)),)
        elif kind < 0.35:
            events = (said(),)
        else:
            events = tuple(put(100 * number + n) for n in range(rng.randint(1, 2)))
        grow(store, events)


def naive(events: list[StoredEvent], upto: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return states and lines by version, computed straight from the definition."""
    states: list[list[int]] = [[]]
    lines: list[list[int]] = [[]]
    used = folds()
    for version in range(1, upto + 1):
        state, line = list(states[-1]), list(lines[-1])
        for event in (e for e in events if e.version == version):
            fields = used.codec.decode(event)
            if event.type == HEAD_MOVED:
                state, line = list(states[fields["to"]]), list(lines[fields["to"]])
            elif event.type == "Put":
                state.append(fields["n"])
        states.append(state)
        lines.append([*line, version])
    return states, lines


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(1, 130))
def test_any_version_however_loaded_is_as_defined(seed: int, length: int) -> None:
    rng = random.Random(seed)
    store = MemoryEventStore()
    random_log(store, rng, length)
    states, lines = naive(store.read("g"), length)
    loader: Loader[Any, list[int]] = Loader(store, lambda _: folds(), size=rng.choice([1, 5, 100]))
    for _ in range(40):
        version = rng.randint(1, length)
        loaded = loader.load("g", version)
        assert loaded.game == states[version]
        assert loaded.line.version == version
        assert loaded.line.ancestors(version) == lines[version]
        if rng.random() < 0.1:
            store.drop_snapshots("g")


@settings(max_examples=40)
@given(st.integers(0, 2**32), st.integers(1, 60))
def test_the_line_answers_as_the_list_of_ancestors_does(seed: int, length: int) -> None:
    store = MemoryEventStore()
    random_log(store, random.Random(seed), length)
    events = store.read("g")
    _, lines = naive(events, length)
    line = load(store, "g", folds()).line
    plain = Line().extend(events, [False] * len(events))
    acts = {event.version: event.header.seat for event in events if event.type == "Put"}
    marks = dict.fromkeys(range(length + 1), 0)
    for event in events:
        marks[event.version] |= mark_of(folds().codec.decode(event))
    for version in range(1, length + 1):
        assert plain.ancestors(version) == line.ancestors(version) == lines[version]
        assert line.parent(version) == (lines[version][-2] if len(lines[version]) > 1 else 0)
        assert line.origin(version) == max((v for v in lines[version][:-1] if v in acts), default=0)
        assert [a for a in range(length + 2) if line.is_ancestor(a, version)] == lines[version]
        for after in lines[version]:
            way = [v for v in lines[version] if v > after]
            assert line.list_passed(after, version) == [Passed(v, acts.get(v), v in acts, marks[v]) for v in way]
        for other in range(1, version):
            assert line.newest_common(version, other) == max(set(lines[version]) & set(lines[other]), default=0)
        for seat in range(3):
            newest = [v for v in lines[version] if acts.get(v) == seat]
            assert line.newest_act(seat, version) == (newest[-1] if newest else None)
            assert line.has_acted_after(version, seat) == any(
                acts.get(v) == seat for v in range(version + 1, length + 1)
            )


def test_a_line_survives_packing() -> None:
    store = MemoryEventStore()
    random_log(store, random.Random(5), 90)
    line = load(store, "g", folds()).line
    again = Line.unpack(line.pack())
    assert again.pack() == line.pack()
    assert again.ancestors(90) == line.ancestors(90)
