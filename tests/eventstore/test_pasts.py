"""Tests loading after the log got another past, and from a log that was damaged."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from eventstore import keys
from eventstore.embedded.server import EmbeddedStore
from eventstore.log.chain import ChainBroken
from eventstore.log.folds import EVERY
from eventstore.log.loading import Loader, UnknownVersion
from eventstore.records import OtherPast
from eventstore.streams import RedisEventStore
from tests.eventstore.pasts import Change, another_digit, damage, lose
from tests.eventstore.toy import folds, grow, load, moved, put


@pytest.fixture
def client(server: EmbeddedStore) -> Iterator[Redis]:
    """Yield a client of the server that the store uses."""
    with Redis.from_url(server.url) as client:
        yield client


@pytest.fixture
def loader(redis_store: RedisEventStore) -> Loader[Any, list[int]]:
    """Return a loader, which remembers versions as a process does."""
    return Loader(redis_store, lambda _: folds())


def at_all(loader: Loader[Any, list[int]], upto: int) -> list[list[int]]:
    """Return the game's state at each version up to `upto`."""
    return [loader.load("g", version).game for version in range(1, upto + 1)]


def test_a_remembered_version_is_not_shown_for_another_of_its_number(
    redis_store: RedisEventStore, loader: Loader[Any, list[int]], client: Redis
) -> None:
    grow(redis_store, put(1), put(2), put(3), put(4))
    assert at_all(loader, 4)[-1] == loader.load("g").game == [1, 2, 3, 4]
    lost = loader.load("g").tip
    lose(client, "g", 2)
    assert loader.load("g").game == [1, 2]
    with pytest.raises(UnknownVersion):
        loader.load("g", 4)
    grow(redis_store, put(7), put(8))
    assert loader.load("g").game == [1, 2, 7, 8]
    assert at_all(loader, 4) == [[1], [1, 2], [1, 2, 7], [1, 2, 7, 8]]
    assert loader.load("g").tip != lost


def test_a_remembered_version_of_another_past_is_no_base(
    redis_store: RedisEventStore, loader: Loader[Any, list[int]], client: Redis
) -> None:
    grow(redis_store, put(1), put(2), put(3))
    loader.load("g")
    lose(client, "g", 1)
    grow(redis_store, put(7), put(8), put(9), put(10))
    assert loader.load("g").game == [1, 7, 8, 9, 10]
    grow(redis_store, moved(3), put(11))
    assert loader.load("g").game == [1, 7, 8, 11]


def test_the_head_goes_back_along_the_past_that_the_log_has(
    redis_store: RedisEventStore, loader: Loader[Any, list[int]], client: Redis
) -> None:
    grow(redis_store, put(1), put(2), put(3))
    at_all(loader, 3)
    lose(client, "g", 1)
    grow(redis_store, put(7), put(8), put(9))
    loader.load("g")
    grow(redis_store, moved(2))
    assert loader.load("g").game == [1, 7]


def test_a_snapshot_of_another_past_is_dropped(redis_store: RedisEventStore, client: Redis) -> None:
    tag = "2|sayings-1|numbers-1"
    grow(redis_store, *(put(n) for n in range(EVERY)))
    load(redis_store, "g", folds())
    assert (redis_store.snapshot("g", EVERY, tag) or (0,))[0] == EVERY
    lose(client, "g", EVERY - 1)
    grow(redis_store, put(100))
    assert load(redis_store, "g", folds()).game == [*range(EVERY - 1), 100]
    lose(client, "g", EVERY - 2)
    grow(redis_store, put(200), put(201), put(202))
    assert load(redis_store, "g", folds()).game == [*range(EVERY - 2), 200, 201, 202]
    used = folds()
    assert load(redis_store, "g", used).game[-1] == 202
    assert used.game.applied <= 2  # type: ignore[attr-defined]


def test_a_damaged_snapshot_is_only_a_shortcut_lost(redis_store: RedisEventStore, client: Redis) -> None:
    grow(redis_store, *(put(n) for n in range(EVERY)))
    load(redis_store, "g", folds())
    [(field, snapshot)] = client.hgetall(keys.snapshots("g")).items()
    client.hset(keys.snapshots("g"), field, snapshot[:30] + bytes([snapshot[30] ^ 1]) + snapshot[31:])
    assert load(redis_store, "g", folds()).game == list(range(EVERY))


def test_a_tip_that_the_log_has_not_is_of_another_past(
    redis_store: RedisEventStore, loader: Loader[Any, list[int]], client: Redis
) -> None:
    grow(redis_store, put(1), put(2))
    lost = redis_store.tip("g")
    lose(client, "g", 1)
    for more in ((), (put(7),), (put(8),)):
        grow(redis_store, *more)
        with pytest.raises(OtherPast):
            loader.load("g", lost)


def broken_header(fields: dict[bytes, bytes]) -> None:
    fields[b"e"] = fields[b"e"].replace(b"\n", b"\nx")


def no_header(fields: dict[bytes, bytes]) -> None:
    fields[b"e"] = fields[b"e"].partition(b"\n")[0]


def broken_type(fields: dict[bytes, bytes]) -> None:
    fields[b"e"] = b"Put " + fields[b"e"]


def other_chain(fields: dict[bytes, bytes]) -> None:
    event, _, header = fields[b"e"].partition(b"\n")
    fields[b"e"] = b"%s\n%s" % (event, (b"B" if header[:1] == b"A" else b"A") + header[1:])


@pytest.mark.parametrize("change", [another_digit, broken_header, no_header, broken_type, other_chain])
@pytest.mark.parametrize("version", [1, 4, 6])
def test_a_damaged_tail_is_never_played_on(
    redis_store: RedisEventStore, client: Redis, version: int, change: Change
) -> None:
    grow(redis_store, *(put(n) for n in range(1, 7)))
    warm: Loader[Any, list[int]] = Loader(redis_store, lambda _: folds())
    warm.load("g", 3)
    damage(client, "g", version, change)
    for loader in (Loader[Any, list[int]](redis_store, lambda _: folds()), warm):
        for wanted in (None, 6, version) if loader is not warm or version > 3 else ():
            with pytest.raises(ChainBroken) as broken:
                loader.load("g", wanted)
            assert broken.value.version == version


def test_what_lies_before_a_snapshot_is_not_read(redis_store: RedisEventStore, client: Redis) -> None:
    grow(redis_store, *(put(n) for n in range(EVERY)))
    load(redis_store, "g", folds())
    grow(redis_store, put(100))
    damage(client, "g", 7, another_digit)
    assert load(redis_store, "g", folds()).game == [*range(EVERY), 100]
    with pytest.raises(ChainBroken) as broken:
        load(redis_store, "g", folds(), EVERY - 1)
    assert broken.value.version == 7
