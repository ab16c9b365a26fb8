"""Tests that a host whose list of the queues' stores differs from that of another one is told so."""

import logging
from pathlib import Path

import pytest
from redis import Redis

from service.queue.keys import QUEUE_LISTS
from service.settings import Settings, read_settings
from service.supervisor.queue_lists import DAY_S, LOOKS, UNLIKE, QueueLists
from service.supervisor.stores import StoreWatch
from tests.ports import free_port
from tests.service.queue.several import SeveralStores

ONE, TWO, THREE = "redis://:a@one:6379", "redis://two:6379", "redis://three:6379"


def test_lists_are_alike_in_any_order_and_with_any_password(rq_redis: Redis) -> None:
    hosts = [QueueLists([ONE, TWO]), QueueLists([TWO, ONE.replace(":a@", ":b@")])]
    assert not any(host.is_unlike(TWO, rq_redis) for _ in range(2 * LOOKS) for host in hosts)


def test_another_list_is_noticed_while_its_host_lives(rq_redis: Redis) -> None:
    here, there = QueueLists([ONE, TWO]), QueueLists([ONE, THREE])
    assert not here.is_unlike(ONE, rq_redis)
    there.is_unlike(ONE, rq_redis)
    assert here.is_unlike(ONE, rq_redis)
    assert there.is_unlike(ONE, rq_redis)
    left = [here.is_unlike(ONE, rq_redis) for _ in range(LOOKS + 1)]
    assert left[-1] is False


def test_a_list_that_no_host_has_any_more_is_no_fault(rq_redis: Redis) -> None:
    before = QueueLists([ONE])
    for _ in range(5):
        before.is_unlike(ONE, rq_redis)
    here = QueueLists([ONE, TWO])
    assert not any(here.is_unlike(ONE, rq_redis) for _ in range(LOOKS))


def test_a_list_that_no_host_had_for_a_day_is_forgotten(rq_redis: Redis) -> None:
    moments = [0.0]
    gone, there = QueueLists([ONE]), QueueLists([ONE, THREE])
    here = QueueLists([ONE, TWO], lambda: moments[0])
    gone.is_unlike(ONE, rq_redis)
    for moments[0] in (0.0, DAY_S / 2, DAY_S - 1):
        there.is_unlike(ONE, rq_redis)
        here.is_unlike(ONE, rq_redis)
        assert rq_redis.hlen(QUEUE_LISTS) == 3
    moments[0] = DAY_S
    there.is_unlike(ONE, rq_redis)
    assert here.is_unlike(ONE, rq_redis)
    assert rq_redis.hlen(QUEUE_LISTS) == 2
    gone.is_unlike(ONE, rq_redis)
    for _ in range(LOOKS + 1):
        here.is_unlike(ONE, rq_redis)
    gone.is_unlike(ONE, rq_redis)
    assert here.is_unlike(ONE, rq_redis), "a host that has come back is noticed"


def settings(two_stores: SeveralStores, place: Path, queues: str) -> Settings:
    """Return the settings of a host, for which the first store also has the events."""
    events = two_stores.url.split(",")[0]
    named = {"LONGROAD_EVENTS_URL": events, "LONGROAD_RQ_URL": queues, "LONGROAD_DATA_DIR": str(place)}
    return read_settings(named | {"LONGROAD_STORE_PROMISES": "may-lose-games"})


def test_the_log_of_the_supervisor_says_so_once_and_no_start_is_refused(
    two_stores: SeveralStores, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    two_stores.empty()
    caplog.set_level(logging.WARNING)
    hosts = [
        StoreWatch(settings(two_stores, tmp_path / str(number), queues))
        for number, queues in enumerate((two_stores.url, two_stores.url.split(",")[0]))
    ]
    for _ in range(3):
        for host in hosts:
            host._look()
            host._refuse()
    told = [message for message in caplog.messages if UNLIKE in message]
    assert len(told) == 2, "one line on each host"


def test_a_silent_one_of_several_stores_is_waited_for_by_its_address(
    two_stores: SeveralStores, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.supervisor.stores.TELL_S", 0.0)
    silent = f"redis://:s3cret@127.0.0.1:{free_port()}"
    StoreWatch(settings(two_stores, tmp_path, f"{two_stores.url.split(',')[0]},{silent}"))._look()
    [told] = [message for message in caplog.messages if message.startswith("waiting")]
    assert told.startswith(f"waiting for the queues' store at {silent.replace('s3cret', '***')}: ")
