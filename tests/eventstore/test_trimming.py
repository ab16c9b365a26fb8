"""Tests trimmed feeds: no reader misses anything, wherever it stands, and none waits for what is gone."""

from eventstore.feed import Runner
from eventstore.interfaces import START
from eventstore.keys import shard_of
from eventstore.store import EventStore
from tests.eventstore.projections import Heads
from tests.eventstore.samples import versions

FAR_MS = 10**15
SHARD = shard_of("g")
GAMES = [game for game in (f"g{number}" for number in range(10_000)) if shard_of(game) == SHARD][:20]


def grown(store: EventStore) -> None:
    """Append games to one shard, more than a page of its stream."""
    for game in GAMES:
        store.append(game, 0, versions(20))


def trim(store: EventStore) -> int:
    return store.trim_feeds(FAR_MS, [Heads.name])


def test_nothing_goes_that_a_projection_has_not_read(store: EventStore) -> None:
    grown(store)
    assert trim(store) == 0
    Runner(store, Heads()).catch_up()
    checkpoint = store.checkpoints(Heads.name)[SHARD]
    store.append(GAMES[0], 20, versions(300))

    assert store.trim_feeds(FAR_MS, [Heads.name, "another"]) == 0
    assert store.trim_feeds(1, [Heads.name]) == 0
    assert trim(store) > 100
    assert trim(store) == 0
    assert len(store.feed(SHARD, checkpoint, 1_000)) == 300
    assert store.trim_cursor(SHARD) == checkpoint


def test_one_that_follows_goes_on(store: EventStore) -> None:
    grown(store)
    heads = Heads()
    Runner(store, heads).catch_up()
    trim(store)
    assert Runner(store, heads).catch_up() == 0
    store.append(GAMES[3], 20, versions(2))
    assert Runner(store, heads).catch_up() == 2
    assert heads.heads == dict.fromkeys(GAMES, 20) | {GAMES[3]: 22}


def test_one_that_has_not_begun_begins_with_the_games(store: EventStore) -> None:
    grown(store)
    Runner(store, Heads()).catch_up()
    trim(store)
    store.delete(GAMES[5])
    for game in GAMES[:5]:
        store.pack(game)

    class Others(Heads):
        name = "others"

    others = Others()
    assert Runner(store, others).catch_up() == len(GAMES) - 1
    store.append("h", 0, versions(1))
    Runner(store, others).catch_up()
    assert others.heads == {game: 20 for game in GAMES if game != GAMES[5]} | {"h": 1}


def test_each_game_still_knows_its_own_part_of_the_feed(store: EventStore) -> None:
    grown(store)
    Runner(store, Heads()).catch_up()
    before = {game: store.own_feeds([game], START, 100)[game] for game in GAMES}
    last = store.feed_ends()[SHARD]
    trim(store)

    assert store.feeds([SHARD], START, 10) == {SHARD: None}
    assert store.feeds([SHARD], store.trim_cursor(SHARD), 10)[SHARD] is not None
    assert store.feed_ends()[SHARD] == last
    assert {game: store.own_feeds([game], START, 100)[game] for game in GAMES} == before
    assert all(len(items or ()) == 20 for items in before.values())
