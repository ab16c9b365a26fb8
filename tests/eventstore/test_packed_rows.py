"""Tests that nothing read of rows shows that some of them are packed, whatever is put, dropped or packed meanwhile."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from threading import Event
from typing import Final

import pytest

from eventstore import keys
from eventstore.embedded.server import EmbeddedStore
from eventstore.memory.store import MemoryEventStore
from eventstore.packing.blocks import pack_block, unpack_head, unpack_places, unpack_texts
from eventstore.rows import Row
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore, open_store

LOBBY: Final = "lobby"
LISTS: Final = ("all", "even", "ended", "one&more=*")
BLOCK: Final = 20
LATEST: Final = "9"


def row(number: int, version: int = 2) -> Row:
    places = {"all": f"{number // 3:05d}", "ended": f"{number:05d}", "one&more=*": f"{999 - number:05d}"}
    even = {} if number % 2 else {"even": f"{number // 3:05d}"}
    return Row(f"g{number * 7919 % 1000:03d}", version, places | even, b"body\n of %d" % number, b"%d" % version)


def answers(store: EventStore, size: int = 7) -> dict[str, object]:
    """Return all that can be read: every list in pages, and the games."""
    found: dict[str, object] = {name: pages(store, name, size) for name in (*LISTS, "none")}
    return found | {"games": sorted({game for page in store.rows.games(LOBBY) for game in page})}


def shortest(store: EventStore) -> list[str]:
    return [store.rows.shortest(LOBBY, names) for names in (LISTS, LISTS[::-1], ("even", "none"))]


def pages(store: EventStore, name: str, size: int) -> list[object]:
    found: list[object] = []
    before: tuple[str, str] | None = None
    while page := store.rows.list_rows(LOBBY, name, size, before):
        found.append(page)
        before = page[-1][:2]
    return found


def packed(store: EventStore, rows: int) -> int:
    """Pack as many rows as there are blocks for; a store in memory packs none."""
    count = 0
    while some := store.rows.pack(LOBBY, "ended", LATEST, BLOCK):
        count += some
    assert isinstance(store, MemoryEventStore) or count == rows - rows % BLOCK
    return count


def expected(rows: Sequence[Row], size: int = 7) -> dict[str, object]:
    """Return the answers of a store in memory."""
    store = MemoryEventStore()
    store.rows.put(LOBBY, rows)
    return answers(store, size)


def test_every_answer_is_the_same(store: EventStore) -> None:
    rows = [row(number) for number in range(110)]
    Random(3).shuffle(rows)
    store.rows.put(LOBBY, rows)
    before = shortest(store)
    packed(store, len(rows))
    assert shortest(store) == before == ["even", "even", "none"]
    for size in (1, 7, 200):
        assert answers(store, size) == expected(rows, size)


def test_a_row_goes_on_comes_again_and_is_dropped(store: EventStore) -> None:
    rows = {number: row(number) for number in range(60)}
    store.rows.put(LOBBY, list(rows.values()))
    packed(store, 60)
    assert answers(store) == expected(list(rows.values()))

    rows[5] = row(5, 3)._replace(places={"all": "00001", "even": "00077"})
    store.rows.put(LOBBY, [rows[5], row(6), row(7, 1)])
    store.rows.drop(LOBBY, [rows.pop(30).game, "unknown"])
    assert answers(store) == expected(list(rows.values()))

    while store.rows.repack(LOBBY):
        assert answers(store) == expected(list(rows.values()))
    assert answers(store) == expected(list(rows.values()))
    store.rows.drop(LOBBY, [rows.pop(number).game for number in list(rows)[:40]])
    while store.rows.repack(LOBBY):
        assert answers(store) == expected(list(rows.values()))
    store.rows.clear(LOBBY)
    assert answers(store) == expected([])


def test_other_processes_see_what_one_packs(redis_store: RedisEventStore, server: EmbeddedStore) -> None:
    other = open_store(server.url)
    rows = [row(number) for number in range(100)]
    redis_store.rows.put(LOBBY, rows[:50])
    for part in (rows[50:60], rows[60:]):
        assert answers(other) == answers(redis_store)
        other.rows.pack(LOBBY, "ended", LATEST, BLOCK)
        redis_store.rows.put(LOBBY, part)
    assert answers(other) == answers(redis_store) == expected(rows)
    other.close()


def test_what_is_too_new_or_too_little_is_not_packed(redis_store: RedisEventStore) -> None:
    redis_store.rows.put(LOBBY, [row(number) for number in range(30)])
    assert redis_store.rows.pack(LOBBY, "ended", "00020", 21) == 0
    assert redis_store.rows.pack(LOBBY, "ended", "00020", 20) == 20
    assert redis_store.rows.pack(LOBBY, "ended", LATEST, 11) == 0
    assert redis_store.rows.pack("ratings", "ended", LATEST, 1) == 0
    assert redis_store.rows.repack(LOBBY) == 0


def test_rows_that_come_late_join_the_blocks_where_they_belong(redis_store: RedisEventStore) -> None:
    rows = [row(number) for number in range(200)]
    late = Random(4).sample(rows, 70)
    redis_store.rows.put(LOBBY, [one for one in rows if one not in late])
    packed(redis_store, 130)
    redis_store.rows.put(LOBBY, late)
    while redis_store.rows.pack(LOBBY, "ended", LATEST, BLOCK):
        assert pages(redis_store, "ended", 50) == expected(rows, 50)["ended"]

    assert answers(redis_store) == expected(rows)
    blocks = [value for field, value in redis_store._redis.hgetall(keys.of_rows(LOBBY)[2]).items() if b"head" in field]
    spans = sorted(unpack_head("", head)["ended"] for head in blocks)
    assert all(one.highest < other.lowest for one, other in pairwise(spans))
    assert all(BLOCK // 2 <= span.rows < 2 * BLOCK for span in spans)


def test_readers_notice_nothing_while_rows_are_packed(redis_store: RedisEventStore, server: EmbeddedStore) -> None:
    rows = [row(number) for number in range(300)]
    redis_store.rows.put(LOBBY, rows)
    right = {name: expected(rows, 40)[name] for name in LISTS}
    other, over = open_store(server.url), Event()

    def read() -> int:
        count = 0
        while not over.is_set() or not count:
            assert {name: pages(other, name, 40) for name in LISTS} == right
            count += 1
        return count

    with ThreadPoolExecutor() as pool:
        reading = [pool.submit(read) for _ in range(2)]
        while redis_store.rows.pack(LOBBY, "ended", LATEST, 3):
            pass
        over.set()
        assert all(one.result() for one in reading)
    other.close()


def test_a_row_that_an_older_release_puts_again_counts(redis_store: RedisEventStore) -> None:
    redis_store.rows.put(LOBBY, [row(number) for number in range(BLOCK)])
    packed(redis_store, BLOCK)
    new, gone = row(3, 5)._replace(places={"all": "00077"}), row(4).game
    stored, lists, _ = keys.of_rows(LOBBY)
    client = redis_store._redis  # an older release knows only these two keys
    client.hset(stored, new.game, b"5 all/00077.%b\n%b" % (new.game.encode(), new.body))
    client.zadd(lists, {f"all/00077.{new.game}": 0})
    client.hdel(stored, gone)

    others = [row(number) for number in range(BLOCK) if number not in (3, 4)]
    assert answers(redis_store) == expected([*others, new._replace(tail=b"")])


def test_packed_rows_leave_little_behind(redis_store: RedisEventStore) -> None:
    redis_store.rows.put(LOBBY, [row(number) for number in range(60)])
    packed(redis_store, 60)
    stored, lists, blocks = keys.of_rows(LOBBY)
    client = redis_store._redis
    assert not client.exists(lists)
    assert max(map(len, client.hvals(stored))) == len("2 @01234567\n")
    redis_store.rows.drop(LOBBY, [row(number).game for number in range(60)])
    while redis_store.rows.repack(LOBBY):
        pass
    assert (client.exists(stored), client.hkeys(blocks)) == (0, [b"now"])


def test_a_block_says_what_it_was_made_of() -> None:
    rows = [row(number) for number in range(9)]
    head, *parts = pack_block(rows)
    block, texts = unpack_places(parts[0]), unpack_texts(parts[1])
    assert block.games == [one.game for one in rows]
    assert [block.of_row(number) for number in range(9)] == [one.places for one in rows]
    assert texts == [(one.version, one.body, one.tail) for one in rows]
    spans = unpack_head("b", head)
    for name in LISTS:
        members = block.below(name, None, 99)
        assert (spans[name].highest, spans[name].lowest, spans[name].rows) == (members[0], members[-1], len(members))
        assert [block.below(name, member, 2) for member in members] == [
            members[at + 1 : at + 3] for at in range(len(members))
        ]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_it_reads_like_a_store_in_memory(redis_store: RedisEventStore, seed: int) -> None:
    rng, other = Random(seed), MemoryEventStore()
    versions = dict.fromkeys(range(60), 2)
    for _ in range(20):
        some = rng.sample(range(60), 12)
        versions |= {number: versions[number] + rng.randrange(2) for number in some}
        rows = [row(number, versions[number] - rng.randrange(2)) for number in some]
        gone = [row(number).game for number in rng.sample(range(60), 2)]
        for store in (redis_store, other):
            store.rows.put(LOBBY, rows)
            store.rows.drop(LOBBY, gone)
        redis_store.rows.pack(LOBBY, "ended", LATEST, rng.randrange(5, 20))
        while rng.random() < 0.6:
            redis_store.rows.repack(LOBBY)
        assert answers(redis_store, 25) == answers(other, 25)


@pytest.mark.parametrize("blocks", [0, 2, 5])
def test_the_lowest_rows_of_a_list_are_dropped_wherever_they_are(store: EventStore, blocks: int) -> None:
    rows = [row(number) for number in range(100)]
    store.rows.put(LOBBY, rows)
    for _ in range(blocks):
        store.rows.pack(LOBBY, "all", LATEST, BLOCK)
    order = "one&more=*"  # in which the packed rows are the highest, and with `ended` the lowest
    assert store.rows.trim(LOBBY, order, 100, 10) == 0
    assert store.rows.trim(LOBBY, order, 95, 10) == 5
    assert store.rows.trim(LOBBY, "ended", 60, 7) == 7
    assert answers(store) == expected(rows[7:95])
    while store.rows.trim(LOBBY, "ended", 60, 7) or store.rows.repack(LOBBY):
        pass
    assert answers(store) == expected(rows[35:95])
    assert store.rows.trim(LOBBY, "ended", 60, 7) == 0


def test_a_row_that_came_again_is_not_counted_twice(store: EventStore) -> None:
    rows = [row(number) for number in range(40)]
    store.rows.put(LOBBY, rows)
    packed(store, 40)
    again = [row(number, 3) for number in range(10)]
    store.rows.put(LOBBY, again)
    assert store.rows.trim(LOBBY, "ended", 40, 7) == 0
    assert store.rows.trim(LOBBY, "ended", 35, 7) == 5
    assert answers(store) == expected([*again[5:], *rows[10:]])


@pytest.mark.parametrize("seed", range(3))
def test_pages_lose_nothing_that_stays_while_a_list_is_trimmed(store: EventStore, seed: int) -> None:
    rng, rows = Random(seed), [row(number) for number in range(120)]
    store.rows.put(LOBBY, rows)
    packed(store, 120)
    seen, before = [], None
    while page := store.rows.list_rows(LOBBY, "all", 5, before):
        seen += [one.game for one in page]
        before = page[-1][:2]
        store.rows.trim(LOBBY, "one&more=*", 60, rng.randrange(1, 9))
        store.rows.repack(LOBBY)
    assert len(set(seen)) == len(seen)
    assert {one.game for one in rows[:60]} <= set(seen)
