"""Tests how often the archive is read for what lists show of many games: once for each game, and then no more."""

from collections.abc import Iterator

import pytest

from eventstore.records import Beside
from eventstore.redis.away import Away
from eventstore.redis.store import RedisEventStore
from tests.eventstore.archive.noting_reads import reads_of
from tests.eventstore.archive.putting_away import put_away
from tests.eventstore.samples import versions

GAMES = [f"game-{number}" for number in range(20)]


@pytest.fixture
def reads(archiving: RedisEventStore) -> Iterator[list[str]]:
    """Archive some games, and yield the objects that are read from now on."""
    for game in GAMES:
        beside = Beside(facts={"token": b"owner"}, names={0: "Ana"}, data_keys={"0": b"secret data key"})
        archiving.append(game, 0, versions(6), beside=beside)
    assert put_away(archiving, *GAMES) == GAMES
    with reads_of(archiving.archive) as found:
        yield found


def look(store: RedisEventStore) -> list[object]:
    """Return what lists show of the games, as a page reads it: game by game, and then of all together."""
    each = [(store.glance(game, "token", 6), store.tip(game), store.head(game), store.facts(game)) for game in GAMES]
    return [
        *each,
        store.fact(GAMES[0], "token"),
        store.names_of(GAMES),
        store.data_keys_of(GAMES),
        store.names(GAMES[0]),
    ]


def test_lists_read_each_archived_game_once(archiving: RedisEventStore, reads: list[str]) -> None:
    before = look(archiving)
    assert len(reads) == len(GAMES)
    assert look(archiving) == before
    assert len(reads) == len(GAMES)


def test_each_archived_game_is_looked_up_once_for_names_and_data_keys(
    archiving: RedisEventStore, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, found = archiving._away.find, list[str]()

    def find(game: str) -> Away | None:
        found.append(game)
        return usual(game)

    monkeypatch.setattr(archiving._away, "find", find)
    for ask in (archiving.names_of, archiving.data_keys_of):
        found.clear()
        assert {*ask([*GAMES, "unknown"])} >= {*GAMES}
        assert sorted(found) == sorted([*GAMES, "unknown"])


def test_a_log_is_read_again_where_more_than_its_newest_version_is_asked_for(
    archiving: RedisEventStore, reads: list[str]
) -> None:
    look(archiving)
    assert archiving.tip(GAMES[0], 3).version == 3
    assert [event.version for event in archiving.read(GAMES[0])] == [*range(1, 7)]
    assert {event.version for event in archiving.glance(GAMES[1], "token", 4).missed} == {5, 6}
    assert len(reads) == len(GAMES) + 2


def test_nothing_is_known_of_a_game_that_came_back(archiving: RedisEventStore, reads: list[str]) -> None:
    look(archiving)
    archiving.set_name(GAMES[0], 0, "Bea")
    assert put_away(archiving, GAMES[0]) == [GAMES[0]]
    assert archiving.names_of(GAMES)[GAMES[0]] == {0: "Bea"}
    archiving.delete(GAMES[1])
    assert archiving.tip(GAMES[1]).version == 0
    assert archiving.names(GAMES[1]) == {}
