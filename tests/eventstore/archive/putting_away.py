"""Archives games of a store in one segment, and says what a store answers about a game."""

import time
from collections.abc import Iterable

from eventstore import keys
from eventstore.archive.archiver import Batch, archive_batch, list_all_dead, overwrite
from eventstore.interfaces import START
from eventstore.store import EventStore

NOW_MS = int(time.time() * 1000)


def put_away(store: EventStore, *games: str, maker: str = "") -> list[str]:
    """Archive games; return those that moved."""
    return archive_batch(store, collect(store, games, maker), NOW_MS)


def collect(store: EventStore, games: Iterable[str], maker: str = "") -> Batch:
    """Return a batch of games."""
    batch = Batch()
    for game in games:
        bundle = store.collect(game)
        if bundle is not None:
            batch.add(bundle, maker)
    return batch


def clear_away(store: EventStore) -> int:
    """Overwrite what no longer counts."""
    return overwrite(store, list_all_dead(store))


def answers(store: EventStore, game: str) -> list[object]:
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
        store.fact(game, "token"),
        store.facts(game),
        store.names(game),
        store.names_of([game, "other"]),
        store.data_key(game, "0"),
        store.data_keys_of([game, "key-1"]),
        *(store.own_feeds([game], item.cursor, 3) for item in store.feed(keys.shard_of(game), START, 50)),
        store.own_feeds([game], START, 3),
        store.find_claim(game, "claim"),
    ]
