"""Tests that no archived game is lost or refused where the store does a step, and its reply never arrives."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.archiver import list_all_dead
from eventstore.archive.opening import open_archive
from eventstore.embedded.server import EmbeddedStore
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store
from tests.eventstore.archive.putting_away import clear_away, put_away
from tests.eventstore.faults import LossyProxy
from tests.eventstore.samples import versions

GAMES = [f"game{number}" for number in range(4)]


class Losses:
    """Says whether a reply is lost: that to every second call while `is_on`; `meanwhile` is called after the first."""

    def __init__(self) -> None:
        self.is_on = False
        self.count = 0
        self.meanwhile = lambda: 0

    def __call__(self, _: int) -> bool:
        """Return whether the reply to the next call is lost."""
        if not self.is_on:
            return False
        self.count += 1
        if self.count == 1:
            self.meanwhile()
        return self.count % 2 == 1


@pytest.fixture
def losses() -> Losses:
    """Return what says which replies are lost; at first none are."""
    return Losses()


@pytest.fixture
def behind(
    server: EmbeddedStore, archiving: RedisEventStore, place: Path, tmp_path: Path, losses: Losses
) -> Iterator[RedisEventStore]:
    """Yield the same store as behind the proxy that loses replies; it has some games, and one is archived."""
    for game in [*GAMES, "first"]:
        archiving.append(game, 0, versions(3))
    put_away(archiving, "first")
    proxy = LossyProxy(server.url, tmp_path, losses)
    store = open_store(proxy.url, archive=open_archive(place))
    assert isinstance(store, RedisEventStore)
    yield store
    assert losses.count
    store.close()
    proxy.close()


def test_a_game_that_was_let_go_is_not_overwritten(
    behind: RedisEventStore, archiving: RedisEventStore, losses: Losses
) -> None:
    before = {game: archiving.read(game) for game in GAMES}
    losses.is_on = True
    assert put_away(behind, *GAMES) == GAMES
    assert list_all_dead(archiving) == {}
    assert clear_away(archiving) == 0
    assert {game: archiving.read(game) for game in GAMES} == before


def test_nor_one_whose_place_moved_to_the_index_meanwhile(
    behind: RedisEventStore, archiving: RedisEventStore, losses: Losses
) -> None:
    game = GAMES[0]
    before = archiving.read(game)
    losses.meanwhile = lambda: archiving.seal(keys.shard_of(game), 1)
    losses.is_on = True
    assert put_away(behind, game) == [game]
    assert archiving.count_away(keys.shard_of(game)) == 0
    assert clear_away(archiving) == 0
    assert archiving.read(game) == before


def test_one_of_which_that_cannot_be_known_is_not_overwritten(
    behind: RedisEventStore, archiving: RedisEventStore, losses: Losses, place: Path
) -> None:
    game = GAMES[0]
    before = archiving.read(game)
    shard = keys.shard_of(game)
    gone = place.with_name("gone")

    def hide() -> int:
        archiving.seal(shard, 1)
        place.rename(gone)
        return 0

    losses.meanwhile = hide
    losses.is_on = True
    assert put_away(behind, game) == [game]
    gone.rename(place)
    assert list_all_dead(archiving) == {}
    assert archiving.read(game) == before


def test_an_archived_game_goes_on(behind: RedisEventStore, archiving: RedisEventStore, losses: Losses) -> None:
    losses.is_on = True
    assert behind.append("first", 3, versions(1)) == 4
    assert [event.version for event in archiving.read("first")] == [1, 2, 3, 4]
    assert clear_away(archiving) == 1


def test_a_game_that_was_taken_back_counts_as_one_that_was_away(
    behind: RedisEventStore, archiving: RedisEventStore, losses: Losses
) -> None:
    losses.is_on = True
    assert behind.take_back("first")
    assert not behind.take_back("first")
    assert archiving.find_here(["first"]) == {"first"}


def test_a_deleted_game_is_overwritten(
    behind: RedisEventStore, archiving: RedisEventStore, losses: Losses, place: Path
) -> None:
    losses.is_on = True
    behind.delete("first")
    assert clear_away(archiving) == 1
    assert not [*place.rglob("*.seg")]
    assert archiving.find_existing(["first"]) == set()
