"""Tests logs that were packed: nothing that a store answers changes, and no byte may change unnoticed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from eventstore import keys
from eventstore.embedded.server import EmbeddedStore
from eventstore.interfaces import START
from eventstore.keys import SHARDS
from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.packing.archive import ArchiveAway
from eventstore.packing.log_packing import pack, unpack
from eventstore.records import Beside, Conflict
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore, open_store
from tests.eventstore.samples import versions
from tests.older_logs import grow_old

GAME = "g"
DAY_MS = 86_400_000


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return the directory of an archive."""
    made = tmp_path / "archive"
    made.mkdir()
    return made


@pytest.fixture
def archiving(server: EmbeddedStore, redis_store: RedisEventStore, archive: Path) -> RedisEventStore:
    """Return a store that has an archive."""
    return open_store(server.url, archive=archive)


def answers(store: EventStore, game: str = GAME) -> list[object]:
    """Return what a store answers about a game: every range of its log, its tips, facts, names and places."""
    head = store.head(game)
    return [
        head,
        store.find_existing([game]),
        *(store.tip(game, version) for version in [None, *range(head + 3)]),
        *(store.read(game, after, upto) for after in range(head + 2) for upto in [None, *range(head + 3)]),
        *(store.read(game, after, None, limit) for after in range(head + 2) for limit in range(5)),
        *(store.read(game, after, head - 1, 2) for after in range(head + 2)),
        store.glance(game, "token", head - 1),
        store.glance(game, "none"),
        store.facts(game),
        store.names(game),
        *(store.own_feeds([game], item.cursor, 3) for item in store.feed(keys.shard_of(game), START, 50)),
        store.own_feeds([game], START, 3),
        store.find_claim(game, "claim"),
    ]


def made(store: EventStore, count: int = 6) -> None:
    """Append a game with something beside it."""
    store.append(GAME, 0, versions(count), beside=Beside(facts={"token": b"owner"}, names={0: "Ana"}))


@pytest.mark.parametrize("archived", [False, True])
@pytest.mark.parametrize("is_old", [False, True])
def test_a_packed_log_answers_as_before(archiving: RedisEventStore, archived: bool, is_old: bool) -> None:
    made(archiving)
    if is_old:
        items = archiving.feed(keys.shard_of(GAME), START, 50)
        grow_old(archiving._redis, GAME, upto=4)
        archiving.mark(items)
    before = answers(archiving)

    assert archiving.pack(GAME, archived=archived)
    assert archiving.pack(GAME, archived=archived) == 0
    assert archiving._redis.xlen(keys.log(GAME)) == 1
    assert answers(archiving) == before


@pytest.mark.parametrize("archived", [False, True])
def test_a_packed_log_goes_on_and_is_packed_again(archiving: RedisEventStore, archived: bool, archive: Path) -> None:
    made(archiving)
    archiving.pack(GAME, archived=archived)
    more = versions(3)
    archiving.append(GAME, 6, more)
    assert archiving.append(GAME, 6, more) == 9
    before = answers(archiving)
    [kept] = archiving.describe_logs([GAME])
    assert (kept.version, kept.loose, kept.is_archived) == (9, 3, archived)

    for again in (archived, True):
        archiving.pack(GAME, archived=again)
        assert answers(archiving) == before
    assert verify_chain(archiving.read(GAME)) == archiving.tip(GAME).chain
    assert len(list(archive.rglob("g.*"))) == 1 + archived
    with pytest.raises(Conflict):
        archiving.append(GAME, 4, versions(1))


def test_an_append_that_comes_between_is_not_packed_away(archiving: RedisEventStore) -> None:
    made(archiving)
    packing = archiving._packed._put

    def put(*arguments: object) -> bool:
        archiving.append(GAME, 6, versions(1))
        return packing(*arguments)  # type: ignore[arg-type]

    archiving._packed._put = put  # type: ignore[method-assign]
    assert archiving.pack(GAME, archived=True) == 0
    assert (archiving._redis.xlen(keys.log(GAME)), len(archiving.read(GAME))) == (7, 7)


def test_a_store_without_the_archive_says_so_for_that_game_alone(
    archiving: RedisEventStore, redis_store: RedisEventStore, archive: Path
) -> None:
    made(archiving)
    archiving.append("other", 0, versions(2))
    archiving.pack(GAME, archived=True)

    with pytest.raises(ArchiveAway):
        redis_store.read(GAME)
    assert redis_store.head(GAME) == 6
    assert len(redis_store.read("other")) == 2
    archive.rename(archive.with_name("moved"))
    with pytest.raises(ArchiveAway):
        archiving.read(GAME)
    archive.with_name("moved").rename(archive)
    assert len(archiving.read(GAME)) == 6


def test_every_changed_byte_of_a_file_is_noticed(archiving: RedisEventStore, archive: Path) -> None:
    made(archiving)
    archiving.pack(GAME, archived=True)
    [path] = archive.rglob("g.*")
    sound = path.read_bytes()
    for place in range(len(sound)):
        path.write_bytes(sound[:place] + bytes([sound[place] ^ 1]) + sound[place + 1 :])
        with pytest.raises(ChainBroken):
            archiving.read(GAME)
    path.write_bytes(sound[:-1])
    with pytest.raises(ChainBroken):
        archiving.read(GAME)
    path.write_bytes(sound)
    assert len(archiving.read(GAME)) == 6


def test_a_log_that_does_not_prove_true_is_not_packed(archiving: RedisEventStore) -> None:
    made(archiving)
    archiving._redis.xdel(keys.log(GAME), "3-0")
    with pytest.raises(ChainBroken):
        archiving.pack(GAME, archived=True)
    assert archiving._redis.xlen(keys.log(GAME)) == 5


def test_a_deleted_game_leaves_nothing(archiving: RedisEventStore, archive: Path) -> None:
    made(archiving)
    archiving.pack(GAME, archived=True)
    archiving.delete(GAME)
    assert (archiving.head(GAME), archiving.read(GAME), archiving.describe_logs([GAME])) == (0, [], [])
    assert not list(archive.rglob("g.*"))
    assert not list(archiving._redis.scan_iter("*:g:*"))


def test_a_slow_packing_drops_nothing_that_a_later_one_wrote(
    server: EmbeddedStore, archiving: RedisEventStore, archive: Path
) -> None:
    made(archiving)
    archiving.pack(GAME, archived=True)
    archiving.append(GAME, 6, versions(1))
    later = open_store(server.url, archive=archive)
    assert isinstance(later, RedisEventStore)
    drop, put = archiving._packed.archive.drop, later._packed._put
    stalled: list[Callable[[], None]] = []

    def put_last(*arguments: Any) -> bool:
        stalled.pop()()
        return put(*arguments)

    archiving._packed.archive.drop = lambda *given: stalled.append(partial(drop, *given))  # type: ignore[method-assign]
    later._packed._put = put_last  # type: ignore[method-assign]
    assert archiving.pack(GAME, archived=True)
    archiving.append(GAME, 7, versions(1))
    assert later.pack(GAME, archived=True)
    assert len(open_store(server.url, archive=archive).read(GAME)) == 8
    later.close()


def cut_short(store: RedisEventStore) -> None:
    """Delete the game as a process does that dies before it comes to the archive."""
    store._deleting(keys=keys.of_game(GAME), args=[GAME])


def test_the_file_of_a_game_whose_deletion_was_cut_short_goes_after_a_week(
    archiving: RedisEventStore, archive: Path
) -> None:
    archiving.append("other", 0, versions(2))
    for game in (GAME, "other"):
        archiving.append(game, archiving.head(game), versions(2))
        archiving.pack(game, archived=True)
    cut_short(archiving)
    [file] = archive.rglob("g.*.*")
    for now_ms in (DAY_MS, 2 * DAY_MS, 7 * DAY_MS):
        assert sum(archiving.drop_strays(shard, now_ms) for shard in range(SHARDS)) == 0
        assert file.exists()
    assert sum(archiving.drop_strays(shard, 8 * DAY_MS) for shard in range(SHARDS)) == 1
    assert not list(archive.rglob("g.*"))
    assert len(archiving.read("other")) == 4


def test_a_file_stays_whose_game_is_known_again(archiving: RedisEventStore, archive: Path) -> None:
    made(archiving)
    archiving.pack(GAME, archived=True)
    shard, store = keys.shard_of(GAME), archiving._redis
    store.rename(keys.log(GAME), "elsewhere")
    archiving.drop_strays(shard, DAY_MS)
    store.rename("elsewhere", keys.log(GAME))  # as if the store had been an old copy for a while
    assert archiving.drop_strays(shard, 30 * DAY_MS) == 0
    store.rename(keys.log(GAME), "elsewhere")
    assert archiving.drop_strays(shard, 31 * DAY_MS) == 0
    store.rename("elsewhere", keys.log(GAME))
    assert archiving.drop_strays(shard, 32 * DAY_MS) == 0
    assert len(archiving.read(GAME)) == 6
    assert len(list(archive.rglob("g.*"))) == 1


def test_every_store_is_asked_for_strays(store: EventStore) -> None:
    assert store.drop_strays(0, DAY_MS) == 0


def test_the_newest_snapshot_stays(archiving: RedisEventStore) -> None:
    made(archiving)
    for version in (2, 5):
        archiving.put_snapshot(GAME, version, "tag", b"state")
    archiving.pack(GAME)
    assert archiving.snapshot(GAME, 4, "tag") is None
    assert archiving.snapshot(GAME, 6, "tag") == (5, b"state")


def test_packed_bytes_are_of_one_game() -> None:
    packed = pack("a", 1, [(b"1-0", {b"e": b"x"})])
    assert unpack("a", packed.digest, packed.content) == [(b"1-0", {b"e": b"x"})]
    with pytest.raises(ChainBroken):
        unpack("b", packed.digest, packed.content)


def test_all_games_are_met_page_by_page(store: EventStore) -> None:
    games = {f"game-{number}" for number in range(40)}
    for game in games:
        store.append(game, 0, versions(2))
    place, first = store.games(count=10)
    met = set(first)
    while place:
        place, found = store.games(place, 10)
        met.update(found)
    assert met == games
    assert {game for page in store.all_games() for game in page} == games
    assert {(kept.game, kept.version, kept.loose) for kept in store.describe_logs(sorted(games))} == {
        (g, 2, 2) for g in games
    }


def test_packing_frees_memory(redis_store: RedisEventStore) -> None:
    redis_store.append(GAME, 0, versions(300))
    client: Redis = redis_store._redis
    places = [keys.log(GAME), keys.packed_log(GAME)]
    before = client.memory_usage(places[0], samples=0)
    redis_store.pack(GAME)
    assert sum(client.memory_usage(place, samples=0) or 0 for place in places) * 3 < before
