"""Tests a server that hangs with its connections open: callers are refused soon, and learn what became of a write."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from eventstore.embedded.server import EmbeddedStore, start
from eventstore.outages import StoreAway, Unconfirmed
from eventstore.redis.connection import PATIENT, PROMPT, Breaker
from eventstore.streams import RedisEventStore, open_store
from tests.eventstore.samples import versions
from tests.service.processes import wait_for


@pytest.fixture
def hanging(tmp_path: Path) -> Iterator[EmbeddedStore]:
    """Yield a server that only this test uses."""
    running = start(tmp_path / "events", "no")
    yield running
    os.kill(running.pid, signal.SIGCONT)
    running.stop()


@pytest.fixture
def log(hanging: EmbeddedStore) -> Iterator[RedisEventStore]:
    """Yield the store as a serving process opens it, with little patience."""
    store = open_store(hanging.url, patience=PROMPT)
    yield store
    store.close()


@contextmanager
def stopped(server: EmbeddedStore) -> Iterator[None]:
    """Stop a server during the block; its connections stay open."""
    os.kill(server.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.pid, signal.SIGCONT)


def answers(log: RedisEventStore) -> bool:
    """Return whether the store answers a read."""
    try:
        return log.head("other") == 0
    except StoreAway:
        return False


def test_a_write_without_an_answer_is_unconfirmed_and_may_be_repeated(
    hanging: EmbeddedStore, log: RedisEventStore
) -> None:
    assert log.append("g", 0, versions(1)) == 1
    second, chain = versions(1), log.tip("g").chain
    with stopped(hanging):
        with pytest.raises(Unconfirmed):
            log.append("g", 1, second, chain=chain)
        with pytest.raises(StoreAway):  # refused by the breaker, and surely not sent
            log.append("g", 1, versions(1))
        with pytest.raises(StoreAway):
            log.read("g")
    assert wait_for(lambda: answers(log))
    assert wait_for(lambda: log.head("g") == 2)  # what was sent was done after all, and once
    assert log.append("g", 1, second) == 2
    assert log.head("g") == 2


def test_who_is_refused_meanwhile_learns_of_the_error() -> None:
    breaker = Breaker()
    breaker.trip(AuthenticationError("no such password"))
    breaker.trip()
    with pytest.raises(StoreAway) as refused:
        breaker.admit()
    assert isinstance(refused.value.__cause__, AuthenticationError)
    breaker.close()
    breaker.trip()
    with pytest.raises(StoreAway) as refused:
        breaker.admit()
    assert refused.value.__cause__ is None


def test_a_server_that_was_never_reached_got_no_write(tmp_path: Path) -> None:
    log = open_store(f"unix://{tmp_path}/nothing.sock", patience=PROMPT)
    with pytest.raises(StoreAway):
        log.append("g", 0, versions(1))


def test_one_caller_at_a_time_tries_a_server_that_was_away() -> None:
    now = [0.0]
    breaker = Breaker(lambda: now[0])
    assert not breaker.admit()
    breaker.trip()
    with pytest.raises(StoreAway):
        breaker.admit()
    now[0] = 1.0
    assert breaker.admit()  # this one tries
    with pytest.raises(StoreAway):
        breaker.admit()
    breaker.trip()
    with pytest.raises(StoreAway):
        breaker.admit()
    now[0] = 2.0
    assert breaker.admit()
    breaker.close()
    assert not breaker.admit()


def test_a_connection_that_the_server_closed_is_replaced_before_anything_is_sent(hanging: EmbeddedStore) -> None:
    patience = replace(PROMPT, retries=0)
    log = open_store(hanging.url, patience=patience)
    assert log.append("g", 0, versions(1)) == 1
    with Redis.from_url(hanging.url) as client:
        client.client_kill_filter(skipme=True)
    assert log.append("g", 1, versions(1), chain=log.tip("g").chain) == 2
    log.close()


def test_a_write_that_never_left_is_not_in_doubt(tmp_path: Path) -> None:
    for patience in (PROMPT, replace(PATIENT, retries=1)):
        server = start(tmp_path / f"events-{patience.reply_s}", "no")
        log = open_store(server.url, patience=patience)
        log.append("g", 0, versions(1))
        server.stop()
        with pytest.raises(StoreAway):
            log.append("other", 0, versions(1))
        log.close()
