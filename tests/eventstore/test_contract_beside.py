"""Tests what every store promises about what stands beside the logs: feeds, deadlines, snapshots, names and facts."""

import threading
import time

from eventstore import keys
from eventstore.cluster.replicated import ReplicatedEventStore
from eventstore.interfaces import START
from eventstore.keys import SHARDS, shard_of
from eventstore.log.chain import ROOT
from eventstore.memory.store import MemoryEventStore
from eventstore.records import Beside, Deadline
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore
from tests.eventstore.samples import event, version, versions
from tests.service.processes import wait_for

SHARD = shard_of("g")
NEIGHBOR = next(f"g{n}" for n in range(1000) if shard_of(f"g{n}") == SHARD)  # its id begins like that of g
STRANGER = next(f"n{n}" for n in range(1000) if shard_of(f"n{n}") != SHARD)


def seen(store: EventStore, after: str = START) -> list[tuple[str, int]]:
    return [(item.game, item.version) for item in store.feed(SHARD, after, 100)]


def test_the_feed_names_every_version_of_its_shard_in_order(store: EventStore) -> None:
    store.append("g", 0, versions(2))
    store.append(NEIGHBOR, 0, [version(event(), event())])
    store.append(STRANGER, 0, versions(1))
    store.append("g", 2, versions(1))
    assert seen(store) == [("g", 1), ("g", 2), (NEIGHBOR, 1), ("g", 3)]


def test_the_feed_is_read_in_pages(store: EventStore) -> None:
    store.append("g", 0, versions(5))
    first = store.feed(SHARD, START, 3)
    assert [item.version for item in first] == [1, 2, 3]
    assert [item.version for item in store.feed(SHARD, first[-1].cursor, 3)] == [4, 5]
    assert store.feed(SHARD, store.feed_ends()[SHARD], 3) == []


def test_the_ends_of_the_feeds(store: EventStore) -> None:
    assert store.feed_ends() == dict.fromkeys(range(SHARDS), START)
    store.append("g", 0, versions(2))
    ends = store.feed_ends()
    assert ends.pop(SHARD) == store.feed(SHARD, START, 9)[-1].cursor
    assert set(ends.values()) == {START}


def test_a_repeated_append_is_not_news(store: EventStore) -> None:
    batch = versions(1, "mine")
    store.append("g", 0, batch)
    store.append("g", 0, batch)
    assert seen(store) == [("g", 1)]


def test_waiting_answers_at_once_when_there_is_news(store: EventStore) -> None:
    store.append("g", 0, versions(1))
    store.append(STRANGER, 0, versions(1))
    cursors = dict.fromkeys(range(SHARDS), START)
    news: set[tuple[int, str, int]] = set()
    while len(news) < 2:  # one answer may hold the news of one primary alone
        answered = store.wait(cursors, 60_000)
        assert answered
        for shard, item in answered:
            cursors[shard] = item.cursor
            news.add((shard, item.game, item.version))
    assert news == {(SHARD, "g", 1), (shard_of(STRANGER), STRANGER, 1)}


def test_waiting_ends_empty_when_nothing_happens(store: EventStore) -> None:
    store.append("g", 0, versions(1))
    assert wait_for(lambda: waited_in_vain(store))  # a node that answers late says where no feed ends


def waited_in_vain(store: EventStore) -> bool:
    """Wait for news at the ends of all feeds, and return whether none came in all of that time."""
    began = time.monotonic()
    return store.wait(store.feed_ends(), 150) == [] and time.monotonic() - began >= 0.14


def test_waiting_wakes_when_something_happens(store: EventStore) -> None:
    ends = store.feed_ends()
    later = threading.Timer(0.1, store.append, ("g", 0, versions(1)))
    later.start()
    began = time.monotonic()
    news = store.wait(ends, 60_000)
    assert [(shard, item.game, item.version) for shard, item in news] == [(SHARD, "g", 1)]
    assert time.monotonic() - began < 59
    later.join()


def test_deadlines_come_with_the_append(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(deadlines={"turn": 2000, "vote:1": 1000}))
    store.append(NEIGHBOR, 0, versions(1), beside=Beside(deadlines={"turn": 1500}))
    assert store.due(SHARD, 999, 10) == []
    assert store.due(SHARD, 1500, 10) == [Deadline("g", "vote:1", 1000), Deadline(NEIGHBOR, "turn", 1500)]
    assert store.due(SHARD, 9999, 1) == [Deadline("g", "vote:1", 1000)]
    due = store.due_in(range(SHARDS), 1500, 10)
    assert {shard: some for shard, some in due.items() if some} == {SHARD: store.due(SHARD, 1500, 10)}
    assert due.keys() == set(range(SHARDS))


def test_deadlines_move_and_go(store: EventStore) -> None:
    now = 1_800_000_000_123
    store.append("g", 0, versions(1), beside=Beside(deadlines={"turn": 1, "vote": 2}))
    store.append("g", 1, versions(1), beside=Beside(deadlines={"turn": now, "vote": 0}))
    assert store.due(SHARD, now, 10) == [Deadline("g", "turn", now)]
    store.set_deadlines("g", {"turn": 0, "idle": 7, "never": 0})
    assert store.due(SHARD, now, 10) == [Deadline("g", "idle", 7)]
    store.set_deadlines("g", {})


def test_all_processes_of_a_store_share_a_secret(store: EventStore) -> None:
    secret = store.secret()
    assert store.renew_secret() == secret == store.secret()
    assert (len(secret), store.secret()) == (32, secret)
    if isinstance(store, RedisEventStore):
        assert RedisEventStore(store._redis, store._blocking).secret() == secret
    assert MemoryEventStore().secret() != secret


def test_the_newest_snapshot_at_or_below_a_version(store: EventStore) -> None:
    for at in (5, 50, 100):
        store.put_snapshot("g", at, "tag:1", b"s%d" % at)
    store.put_snapshot("g", 60, "tag:2", b"other")
    assert store.snapshot("g", 4, "tag:1") is None
    assert store.snapshot("g", 5, "tag:1") == (5, b"s5")
    assert store.snapshot("g", 99, "tag:1") == (50, b"s50")
    assert store.snapshot("g", 999, "tag:1") == (100, b"s100")
    assert store.snapshot("g", 99, "tag:2") == (60, b"other")
    assert store.snapshot("g", 99, "tag:3") is None
    store.drop_snapshots("g")
    assert store.snapshot("g", 999, "tag:1") is None


def test_names_by_seat(store: EventStore) -> None:
    assert store.names("g") == {}
    store.set_name("g", 0, "Ana")
    store.set_name("g", 3, "Øyvind: 狼")
    store.set_name("g", 0, "Bea")
    assert store.names("g") == {0: "Bea", 3: "Øyvind: 狼"}
    store.set_name("g", 0, "")
    assert store.names("g") == {3: "Øyvind: 狼"}


def test_facts_by_key(store: EventStore) -> None:
    store.set_facts("g", {"token:0": b"\x00\xff", "owner": b"o"})
    store.set_facts("g", {"owner": b"p", "gone": b"", "token:0": b""})
    assert store.facts("g") == {"owner": b"p"}
    assert store.fact("g", "owner") == b"p"
    assert store.fact("g", "token:0") is None
    assert store.fact("h", "owner") is None


def test_facts_that_count(store: EventStore) -> None:
    assert [store.count_fact("g", "newest", by) for by in (1, 3)] == [1, 4]
    assert store.fact("g", "newest") == b"4"
    store.set_facts("g", {"newest": b"7"})
    assert store.count_fact("g", "newest", 1) == 8


def test_sums_of_a_batch_are_added_once(store: EventStore) -> None:
    assert store.add_up("g", "first", {"a b": [1, 20], "c": [3]}) == [(1, 20), (3,)]
    assert store.add_up("g", "first", {"a b": [1, 20], "c": [3]}) == [(1, 20), (3,)]
    assert store.add_up("g", "second", {"a b": [1, 1, 7]}) == [(2, 21, 7)]
    assert store.add_up("h", "first", {"a b": [4]}) == [(4,)]
    assert store.add_up("g", "third", {"large": [2**52]}) == [(2**52,)]
    assert store.facts("g") == {"a b": b"2 21 7", "c": b"3", "large": b"%d" % 2**52}


def test_sums_of_groups_beyond_the_limit_go_to_the_others(store: EventStore) -> None:
    for batch in ("first", "first", "second"):
        found = store.add_up("g", batch, {"a x": [1], "b x": [1], "a y": [1], "c x": [1], "d x": [5]}, most_groups=2)
    assert found == [(2,), (2,), (2,), (7,), (12,)]
    shown = {name: value for name, value in store.facts("g").items() if not name.startswith("=")}
    assert shown == {"a x": b"2", "b x": b"2", "a y": b"2", "others x": b"12"}


def test_checkpoints_by_projection_and_shard(store: EventStore) -> None:
    assert store.checkpoints("lobby")[3] == START
    store.put_checkpoint("lobby", 3, "17-2")
    assert store.checkpoints("lobby")[3] == "17-2"
    assert store.checkpoints("lobby")[4] == store.checkpoints("ratings")[3] == START
    assert store.checkpoints("lobby") == {shard: "17-2" if shard == 3 else START for shard in range(SHARDS)}


def test_deleting_leaves_nothing_but_a_word_in_the_feed(store: EventStore) -> None:
    for game in ("g", NEIGHBOR):
        store.append(game, 0, versions(2), beside=Beside(deadlines={"turn": 5, "vote": 6}))
        store.put_snapshot(game, 2, "t", b"s")
        store.set_name(game, 0, "Ana")
        store.set_facts(game, {"k": b"v"})
    store.delete("g")
    assert store.head("g") == 0
    assert store.read("g") == []
    assert (store.snapshot("g", 9, "t"), store.names("g"), store.facts("g")) == (None, {}, {})
    assert {deadline.game for deadline in store.due(SHARD, 10, 10)} == {NEIGHBOR}
    assert seen(store)[-1] == ("g", 0)
    assert store.head(NEIGHBOR) == 2
    assert store.names(NEIGHBOR) == {0: "Ana"}


def test_deleting_nothing_says_nothing(store: EventStore) -> None:
    store.delete("g")
    assert seen(store) == []


def test_an_id_may_be_used_again_after_deleting(store: EventStore) -> None:
    store.append("g", 0, versions(2))
    store.delete("g")
    assert store.append("g", 0, [version(event(other=1))]) == 1
    assert store.append("g", 1, versions(1)) == 2


def test_the_durability_is_what_the_server_says(store: EventStore) -> None:
    kinds = {RedisEventStore: "no", ReplicatedEventStore: "replicated"}
    assert store.durability() == kinds.get(type(store), "none")


def test_nothing_comes_to_the_feeds_before_a_settled_moment(store: EventStore) -> None:
    for number in range(20):
        settled = store.watermark_ms()
        store.append(f"settled-{number}", 0, [version()])
    newest = [item for shard in range(SHARDS) for item in store.feed(shard, START, 1000) if item.game == "settled-19"]
    assert int(newest[0].cursor.partition("-")[0]) >= settled


def test_the_feeds_settle_as_time_goes(store: EventStore) -> None:
    store.append("settles", 0, [version()])
    [item] = [i for shard in range(SHARDS) for i in store.feed(shard, START, 1000) if i.game == "settles"]
    until = time.monotonic() + 60
    while store.watermark_ms() <= int(item.cursor.partition("-")[0]):
        assert time.monotonic() < until


def test_what_is_overdue_is_counted(store: EventStore) -> None:
    store.set_deadlines("g", {"turn": 5, "vote": 6})
    store.set_deadlines(NEIGHBOR, {"turn": 4})
    assert (store.count_overdue(4), store.count_overdue(6), store.count_overdue(7)) == (0, 2, 3)


def test_since_when_a_projection_is_behind(store: EventStore) -> None:
    assert store.oldest_unread_ms("lobby") == 0
    store.append("g", 0, versions(2))
    first, second = store.feed(SHARD, START, 10)
    assert store.oldest_unread_ms("lobby") == int(first.cursor.partition("-")[0])
    store.put_checkpoint("lobby", SHARD, first.cursor)
    assert store.oldest_unread_ms("lobby") == int(second.cursor.partition("-")[0])
    store.put_checkpoint("lobby", SHARD, second.cursor)
    assert store.oldest_unread_ms("lobby") == 0


def test_a_store_tells_how_it_fares(store: EventStore) -> None:
    health = store.health()
    assert health.latency_s >= 0
    assert health.is_rewrite_well


def test_the_facts_of_several_games_are_read_at_once(store: EventStore) -> None:
    store.append("g", 0, versions(1), beside=Beside(facts={"a": b"1", "b": b"2"}))
    store.append("h", 0, versions(1), beside=Beside(facts={"a": b"3"}))
    store.append(NEIGHBOR, 0, versions(1))

    assert store.facts_here(["g", "h", NEIGHBOR, STRANGER]) == {"g": {"a": b"1", "b": b"2"}, "h": {"a": b"3"}}
    assert store.facts_here([]) == {}


def test_a_glance_reads_what_is_read_one_by_one(store: EventStore) -> None:
    store.append("g", 0, versions(3), beside=Beside(facts={"token:a": b"seat:1:x"}, names={0: "Ana", 2: "Ñandú"}))
    store.append(NEIGHBOR, 0, versions(1), beside=Beside(facts={"token:a": b"owner"}))
    for game in ("g", NEIGHBOR, STRANGER):
        for key in ("token:a", "token:b"):
            assert store.glance(game, key)[:3] == (store.tip(game), store.fact(game, key), store.names(game))
    assert store.glance("g", "token:a").tip.version == 3
    assert [store.glance("g", "token:a", known).missed for known in (1, 3)] == [store.read("g", 1), []]
    store.delete("g")
    assert store.glance("g", "token:a")[:3] == (store.tip("g"), None, {})


def test_glances_at_several_games_are_those_at_each(store: EventStore) -> None:
    store.append("g", 0, versions(3), beside=Beside(names={0: "Ana"}))
    store.append("h", 0, versions(80))
    store.append(NEIGHBOR, 0, versions(1))

    found = store.glances({"g": 1, "h": 2, NEIGHBOR: 1, STRANGER: 4})

    assert found == {game: store.glance(game, "", known) for game, known in (("g", 1), ("h", 2), (NEIGHBOR, 1))}
    assert [event.version for event in found["g"].missed] == [2, 3]
    assert store.glances({}) == {}


def test_a_glance_at_a_trimmed_log_is_its_tip(redis_store: RedisEventStore) -> None:
    redis_store.append("g", 0, versions(2))
    redis_store._redis.xtrim(keys.log("g"), maxlen=0)
    assert redis_store.glance("g", "token:a").tip == redis_store.tip("g") == (2, ROOT)
