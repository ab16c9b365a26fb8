"""Tests how often the primaries of a cluster are asked for news."""

import math
import time
from collections.abc import Iterator

import pytest

from eventstore.cluster.feeds import LEAST_S
from eventstore.interfaces import START
from eventstore.keys import SHARDS, shard_of
from eventstore.store import EventStore
from eventstore.streams import open_store
from tests.eventstore.clusters import Cluster
from tests.eventstore.counting import Spent
from tests.eventstore.samples import versions


@pytest.fixture
def store(cluster: Cluster) -> Iterator[EventStore]:
    """Yield an empty store on a cluster."""
    cluster.flush()
    opened = open_store(cluster.url)
    yield opened
    opened.close()


def test_news_that_come_one_after_the_other_are_read_together(cluster: Cluster, store: EventStore) -> None:
    cursors, seen = dict.fromkeys(range(SHARDS), START), 0
    counted = [Spent(node.client) for node in cluster.nodes]
    began = time.monotonic()
    for number in range(100):
        store.append("g", number, versions(1))
        if not number % 5:
            news = store.wait(cursors, 10_000)
            cursors[shard_of("g")] = news[-1][1].cursor
            seen += len(news)
    asked = sum(one.count().get("xrange", 0) for one in counted)

    assert seen + len(store.news(cursors)) == 100
    polls = math.ceil((time.monotonic() - began) / LEAST_S) + 1
    assert asked <= polls * SHARDS + 200  # an append reads its own log


def test_who_waits_for_no_time_does_not_wait(store: EventStore) -> None:
    cursors = dict.fromkeys(range(SHARDS), START)
    store.wait(cursors, 0)
    store.append("g", 0, versions(1))

    assert [item.game for _, item in store.wait(cursors, 0) or store.news(cursors)] == ["g"]
