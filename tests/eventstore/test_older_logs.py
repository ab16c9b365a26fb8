"""Tests that logs of older releases are read as before, and that versions can be appended to them."""

import pytest

from eventstore.log.chain import verify_chain
from eventstore.records import Conflict, Version
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore
from tests.eventstore.pasts import damage
from tests.eventstore.samples import event, version, versions
from tests.older_logs import grow_old

SIZES = (4, 1, 3, 2)
RELEASES = pytest.mark.parametrize("like_1_0", [True, False], ids=["1.0.0", "later"])


def batch() -> list[Version]:
    return [version(*(event(n=n, text='a "b": \\ c') for n in range(size))) for size in SIZES]


@RELEASES
@pytest.mark.parametrize("upto", [1, 2, 4])
def test_every_page_of_an_older_log_is_the_same(redis_store: RedisEventStore, upto: int, like_1_0: bool) -> None:
    redis_store.append("g", 0, batch())
    questions = [
        (after, last, limit) for after in range(5) for last in (None, 3) for limit in (None, 0, 1, 3, 4, 5, 6, 9, 20)
    ]
    before = [redis_store.read("g", *question) for question in questions]
    tips = [redis_store.tip("g"), *(redis_store.tip("g", number) for number in range(1, 5))]
    grow_old(redis_store._redis, "g", upto=upto, like_1_0=like_1_0)
    assert [redis_store.read("g", *question) for question in questions] == before
    assert [redis_store.tip("g"), *(redis_store.tip("g", number) for number in range(1, 5))] == tips
    assert redis_store.glance("g", "none").tip == tips[0]


@RELEASES
def test_an_older_log_goes_on(redis_store: RedisEventStore, like_1_0: bool) -> None:
    first, more = batch(), batch()
    redis_store.append("g", 0, first)
    grow_old(redis_store._redis, "g", like_1_0=like_1_0)
    assert redis_store.append("g", 0, first) == 4  # the same call again
    with pytest.raises(Conflict) as conflict:
        redis_store.append("g", 1, versions(1))
    assert conflict.value.missed == redis_store.read("g", 1)
    assert redis_store.append("g", 4, more, chain=redis_store.tip("g").chain) == 8
    assert redis_store.append("g", 4, more) == 8
    verify_chain(redis_store.read("g"))


@RELEASES
def test_an_older_log_is_as_old_as_it_was(redis_store: RedisEventStore, like_1_0: bool) -> None:
    for game, versions_ in {"g": batch(), "h": batch()[:2], "i": batch()[:1]}.items():
        redis_store.append(game, 0, versions_)
    games = ["g", "h", "i"]
    before = redis_store.describe_logs(games)
    for game in games:
        grow_old(redis_store._redis, game, like_1_0=like_1_0)
    kept = redis_store.describe_logs([*games, "gone"])
    assert kept == [one._replace(is_of_1_0=True) for one in before]
    assert [one.time_ms for one in kept] == [redis_store.read(game)[-1].header.time_ms for game in games]


@RELEASES
def test_a_log_is_of_an_older_release_until_it_goes_on(redis_store: RedisEventStore, like_1_0: bool) -> None:
    redis_store.append("g", 0, batch())
    grow_old(redis_store._redis, "g", like_1_0=like_1_0)
    redis_store.append("g", 4, versions(1), chain=redis_store.tip("g").chain)
    assert [one.is_of_1_0 for one in redis_store.describe_logs(["g"])] == [False]


@pytest.mark.parametrize("header", [b"", b"x", b"a b c", b"a b c !"])
def test_a_time_that_cannot_be_read_is_none(redis_store: RedisEventStore, header: bytes) -> None:
    redis_store.append("g", 0, batch())
    damage(
        redis_store._redis,
        "g",
        4,
        lambda fields: fields.update({b"e": fields[b"e"].partition(b"\n")[0] + b"\n" + header}),
    )
    assert [(one.version, one.time_ms) for one in redis_store.describe_logs(["g"])] == [(4, None)]


def test_a_version_may_be_large_but_not_larger_than_one_call(store: EventStore) -> None:
    events = [event(n=n) for n in range(1_001)]
    with pytest.raises(ValueError, match="at most 1000"):
        store.append("g", 0, [version(*events)])
    store.append("g", 0, [version(*events[:1_000])])
    assert [one.body for one in store.read("g")] == [one.body for one in events[:1_000]]
