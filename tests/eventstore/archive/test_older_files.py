"""Tests the archive of older releases: it is read as ever, its games move into segments, and its files go."""

from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.objects import ArchiveAway
from eventstore.archive.opening import open_archive
from eventstore.embedded.server import EmbeddedStore
from eventstore.keys import SHARDS
from eventstore.log.chain import ChainBroken
from eventstore.records import Beside
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store
from tests.eventstore.archive.putting_away import answers, put_away
from tests.eventstore.samples import versions
from tests.older_archives import put_in_file

GAME = "g"
DAY_MS = 86_400_000


def made(store: RedisEventStore, count: int = 6, game: str = GAME) -> None:
    """Append a game with something beside it."""
    store.append(game, 0, versions(count), beside=Beside(facts={"token": b"owner"}, names={0: "Ana"}))


def files(place: Path) -> list[str]:
    """Return the names of the files of games, without segments."""
    return sorted(path.name for path in place.glob("[0-9][0-9]/*"))


def test_a_file_is_read_and_its_game_moves_into_a_segment(archiving: RedisEventStore, place: Path) -> None:
    made(archiving)
    before = answers(archiving, GAME)
    put_in_file(archiving, place, GAME)
    assert answers(archiving, GAME) == before
    archiving.append(GAME, 6, versions(2))
    before = answers(archiving, GAME)

    assert put_away(archiving, GAME) == [GAME]
    assert files(place) == []
    assert answers(archiving, GAME) == before


def test_a_game_moves_to_another_place_from_the_directory_of_an_older_release(
    server: EmbeddedStore, archiving: RedisEventStore, place: Path, tmp_path: Path
) -> None:
    made(archiving)
    before = answers(archiving, GAME)
    put_in_file(archiving, place, GAME)
    (tmp_path / "new").mkdir()
    elsewhere = open_store(server.url, archive=open_archive(tmp_path / "new", place))
    assert isinstance(elsewhere, RedisEventStore)
    assert answers(elsewhere, GAME) == before
    assert put_away(elsewhere, GAME) == [GAME]
    assert files(place) == []
    assert answers(elsewhere, GAME) == before
    elsewhere.close()


def test_a_missing_file_is_told_for_that_game_alone(archiving: RedisEventStore, place: Path) -> None:
    made(archiving)
    made(archiving, game="other")
    path = put_in_file(archiving, place, GAME)
    content = path.read_bytes()
    path.unlink()
    with pytest.raises(ArchiveAway) as away:
        archiving.read(GAME)
    assert away.value.reason == "missing"
    assert archiving.head(GAME) == 6
    assert len(archiving.read("other")) == 6
    path.write_bytes(content[:-1] + b"x")
    with pytest.raises(ChainBroken):
        archiving.read(GAME)


def test_a_deleted_game_takes_its_file_with_it(archiving: RedisEventStore, place: Path) -> None:
    made(archiving)
    put_in_file(archiving, place, GAME)
    archiving.delete(GAME)
    assert files(place) == []
    assert not list(archiving._redis.scan_iter("*:g:*"))


def test_a_file_of_a_game_that_is_gone_or_has_moved_goes_after_a_week(archiving: RedisEventStore, place: Path) -> None:
    for game in (GAME, "other", "moved"):
        made(archiving, game=game)
        content = (path := put_in_file(archiving, place, game)).read_bytes()
    put_away(archiving, "moved")
    path.write_bytes(content)  # as if the process had died before it deleted the file
    archiving._deleting(keys=keys.of_game(GAME), args=[GAME])
    for now_ms in (DAY_MS, 2 * DAY_MS, 7 * DAY_MS):
        assert sum(archiving.drop_strays(shard, now_ms) for shard in range(SHARDS)) == 0
        assert len([name for name in files(place) if not name.endswith(".gone")]) == 3
    assert sum(archiving.drop_strays(shard, 8 * DAY_MS) for shard in range(SHARDS)) == 2
    assert [name.partition(".")[0] for name in files(place)] == ["other"]
    assert [len(archiving.read(game)) for game in (GAME, "other", "moved")] == [0, 6, 6]


def test_a_file_stays_whose_game_is_known_again(archiving: RedisEventStore, place: Path) -> None:
    made(archiving)
    put_in_file(archiving, place, GAME)
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
