"""Tests rows of projections, found in order by lists, and each game's own part of its shard's feed."""

from eventstore import keys
from eventstore.interfaces import START
from eventstore.keys import shard_of
from eventstore.records import Beside
from eventstore.rows import Listed, Row
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore
from tests.eventstore.samples import versions
from tests.older_logs import grow_old

LOBBY = "lobby"


def row(game: str, version: int = 1, /, body: str = "", **places: str) -> Row:
    return Row(game, version, places, (body or game).encode())


def listed(store: EventStore, name: str, count: int = 10, before: tuple[str, str] | None = None) -> list[str]:
    return [found.body.decode() for found in store.rows.list_rows(LOBBY, name, count, before)]


def test_a_list_is_read_from_its_highest_place_in_pages(store: EventStore) -> None:
    store.rows.put(LOBBY, [row("a", all="01"), row("c", all="02"), row("b", all="02", open="7"), row("d", other="9")])

    assert listed(store, "all") == ["c", "b", "a"]
    [first] = store.rows.list_rows(LOBBY, "all", 1)
    assert first == ("02", "c", b"c", b"")
    assert listed(store, "all", 10, first[:2]) == ["b", "a"]
    assert (listed(store, "open"), listed(store, "ope"), listed(store, "al")) == (["b"], [], [])
    assert store.rows.list_rows("ratings", "all", 10) == []


def test_a_row_that_goes_on_changes_its_lists(store: EventStore) -> None:
    store.rows.put(LOBBY, [row("a", 1, "open", all="1", open="1")])
    store.rows.put(LOBBY, [row("a", 3, "running", all="1", running="1")])

    assert (listed(store, "all"), listed(store, "open"), listed(store, "running")) == (["running"], [], ["running"])


def test_a_row_never_gives_way_to_an_earlier_version(store: EventStore) -> None:
    store.rows.put(LOBBY, [row("a", 3, "newer", all="1")])
    store.rows.put(LOBBY, [row("a", 2, "older", all="9", open="1"), row("b", 1, all="0")])
    assert (listed(store, "all"), listed(store, "open")) == (["newer", "b"], [])

    store.rows.put(LOBBY, [row("a", 3, "the same version again", all="1")])
    assert listed(store, "all") == ["the same version again", "b"]


def test_the_rows_of_lists_are_counted(store: EventStore) -> None:
    assert store.rows.counts(LOBBY, ["all", "open"]) == [0, 0]
    store.rows.put(LOBBY, [row("a", all="01"), row("b", all="02", open="7"), row("c", 1, all="02", open_="7")])
    store.rows.put(LOBBY, [row("a", 2, open="1")])
    store.rows.drop(LOBBY, ["c"])

    assert store.rows.counts(LOBBY, ["all", "open", "open_", "ope"]) == [1, 2, 0, 0]


def test_rows_are_dropped_by_game_and_all_together(store: EventStore) -> None:
    store.rows.put(LOBBY, [row(f"g{n:03d}", all="1", body="any\nbytes") for n in range(250)])
    store.rows.drop(LOBBY, ["g249", "unknown"])
    assert (len(listed(store, "all", 999)), listed(store, "all", 1)) == (249, ["any\nbytes"])

    store.rows.clear(LOBBY)
    assert listed(store, "all") == []
    store.rows.put(LOBBY, [row("g249", all="1")])
    assert listed(store, "all") == ["g249"]


def test_each_game_has_its_own_part_of_the_feed(store: EventStore) -> None:
    for game, length in (("a", 3), ("b", 300), ("c", 1)):
        for version in range(length):
            store.append(game, version, versions(1))

    own = store.own_feeds(["a", "b", "unknown"], START, 1_000)

    for game in ("a", "b"):
        feed = [item for item in store.feed(shard_of(game), START, 1_000) if item.game == game]
        assert own[game] == feed
        after = store.own_feeds([game], feed[-2].cursor, 10)[game]
        assert after == feed[-1:]
        assert store.own_feeds([game], START, 2)[game] == feed[:2]
        assert store.own_feeds([game], feed[-1].cursor, 2)[game] == []
    assert own["unknown"] == []


def test_several_versions_in_one_append_are_marked_each(store: EventStore) -> None:
    store.append("a", 0, versions(5))
    own = store.own_feeds(["a"], START, 10)["a"]
    assert own is not None
    assert [item.version for item in own] == [1, 2, 3, 4, 5]
    store.delete("a")
    assert store.own_feeds(["a"], START, 10)["a"] == []


def test_a_log_of_an_older_version_is_marked_by_whoever_reads_the_feeds(redis_store: RedisEventStore) -> None:
    store = redis_store
    store.append("a", 0, versions(300))
    whole = store.own_feeds(["a"], START, 1_000)
    grow_old(store._redis, "a")
    assert store.own_feeds(["a"], START, 1_000) == {"a": None}
    store.append("a", 300, versions(1))
    assert store.own_feeds(["a"], START, 1_000) == {"a": None}

    feed = store.feed(shard_of("a"), START, 1_000)
    store.mark(feed[:200])
    assert store.own_feeds(["a"], START, 1_000) == {"a": None}
    store.mark(feed)

    assert whole["a"] == feed[:300]
    assert store.own_feeds(["a"], START, 1_000) == {"a": feed}
    assert store._redis.strlen(keys.marks("a")) == 300 * 10


def test_marks_are_only_written_where_entries_do_not_tell(store: EventStore) -> None:
    store.append("a", 0, versions(3))
    feed = store.feed(shard_of("a"), START, 10)
    store.mark(feed)
    assert store.own_feeds(["a"], feed[0].cursor, 10) == {"a": feed[1:]}
    if isinstance(store, RedisEventStore):
        assert not store._redis.exists(keys.marks("a"))


def test_no_marks_are_left_of_a_game_that_is_gone(redis_store: RedisEventStore) -> None:
    redis_store.append("a", 0, versions(3))
    grow_old(redis_store._redis, "a")
    redis_store.delete("a")
    redis_store.mark(redis_store.feed(shard_of("a"), START, 10))
    assert not redis_store._redis.exists(keys.marks("a"))


def test_several_games_are_asked_at_once(store: EventStore) -> None:
    for game in ("a", "b"):
        store.append(game, 0, versions(2), beside=Beside(names={0: f"Ana of {game}"}))
    assert store.find_existing(["a", "b", "c"]) == {"a", "b"}
    assert store.names_of(["a", "c"]) == {"a": {0: "Ana of a"}, "c": {}}
    shards = {shard_of("a"), shard_of("b")}
    assert store.feeds(shards, START, 10) == {shard: store.feed(shard, START, 10) for shard in shards}


def test_a_tail_changes_without_its_row(store: EventStore) -> None:
    store.rows.put(LOBBY, [row("a", 1, "open", all="1")._replace(tail=b"one\nline"), row("b", all="0")])
    before = rows_of(store)
    store.rows.put(LOBBY, [row("a", 3, "open", all="1")._replace(tail=b"three")])
    store.rows.put(LOBBY, [row("a", 2, "older", all="9")._replace(tail=b"two")])
    [found] = store.rows.list_rows(LOBBY, "all", 1)
    assert (found.place, found.body, found.tail) == ("1", b"open", b"three")
    assert rows_of(store) == before

    store.rows.put(LOBBY, [row("a", 4, "running", all="2")])
    assert store.rows.list_rows(LOBBY, "all", 1) == [Listed("2", "a", b"running", b"")]
    store.rows.put(LOBBY, [row("a", 4, "running", all="2")._replace(tail=b"four")])
    store.rows.drop(LOBBY, ["a"])
    assert listed(store, "all") == ["b"]
    store.rows.put(LOBBY, [row("a", 1, all="1")])
    assert store.rows.list_rows(LOBBY, "all", 1) == [Listed("1", "a", b"a", b"")]


def rows_of(store: EventStore) -> object:
    """Return what was written of the row of a game apart from its tail, where it is apart."""
    return store._redis.hget("{p:lobby}:rows", "a") if isinstance(store, RedisEventStore) else None
