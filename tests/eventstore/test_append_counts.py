"""Tests the counts of what became of appends, including those of processes that have ended."""

import os

import pytest

from eventstore.append_counts import TALLY, Tally
from eventstore.records import Beside, Claim, Conflict, Duplicate
from eventstore.streams import RedisEventStore
from tests.eventstore.samples import versions


def test_forked_processes_count_together_each_in_its_row() -> None:
    tally = Tally()
    tally.share(2)
    for row in (0, 1, 1):
        child = os.fork()
        if not child:
            tally.take(row)
            tally.count(b"OK")
            tally.count(b"CHAIN")
            tally.count(b"no answer of any kind")
            os._exit(0)
        os.waitpid(child, 0)
    assert list(tally.totals()) == [3, 0, 3, 0]


def test_every_answer_of_the_log_is_counted(redis_store: RedisEventStore) -> None:
    before = list(TALLY.totals())
    claim = Claim("key", "asked", b"")
    redis_store.append("g", 0, versions(1), beside=Beside(claim=claim))
    with pytest.raises(Conflict):
        redis_store.append("g", 0, versions(1))
    with pytest.raises(Duplicate):
        redis_store.append("g", 1, versions(1), beside=Beside(claim=claim))
    made = [after - there for there, after in zip(before, TALLY.totals(), strict=True)]
    assert made == [1, 1, 0, 1]
