"""Tests that every count in RQ's store expires, and that processes count together."""

from redis import Redis

from service.http.quota_counters import Counters, Draw
from service.queue.store import connect
from tests.conftest import StorePair
from tests.service.http.client import own_quota


def test_every_count_expires_also_one_that_the_store_lost(stores: StorePair) -> None:
    redis: Redis = connect(stores.rq_url)
    quota = own_quota(100)
    counters, others = Counters(lambda _: redis), Counters(lambda _: redis)
    for number in range(1, 6):
        if number == 3:
            redis.delete(*counts(redis, quota.name))
        counters.take([Draw(quota, "a client")])
        counters.settle()
        [key] = counts(redis, quota.name)
        assert number == 3 or redis.ttl(key) > 0
    others.take([Draw(quota, "a client")])
    others.settle()
    assert others.take([Draw(quota, "a client")])[0].left == 100 - 3 - 2


def counts(redis: Redis, name: str) -> list[bytes]:
    """Return the keys of a quota's counts."""
    return list(redis.scan_iter(f"*quota*{name}*"))
