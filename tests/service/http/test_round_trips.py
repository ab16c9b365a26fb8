"""Tests that a command is judged on what a process remembers, and that its append proves that memory still right."""

from collections.abc import Iterator
from statistics import median

import pytest
from flask import Flask
from redis import Redis

from service import live
from tests.conftest import StorePair
from tests.fuzz.house import own_stores
from tests.service.http.client import Table, toy_app
from tests.service.http.keys import new_key, with_key
from tests.service.processes import wait_for

ROLLS = 9
FIRST = "first: a key that is long enough"


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorePair]:
    """Yield stores of this file's own: no stream of another test reads there, and calls can be counted."""
    with own_stores(tmp_path_factory.mktemp("round trips")) as pair:
        yield pair


@pytest.fixture(scope="module", autouse=True)
def ends(stores: StorePair) -> Iterator[None]:
    """Stop whatever reads these stores before they go, and nothing else."""
    others = live._callbacks[:]
    live._callbacks.clear()
    yield
    live.announce_stop()
    live._callbacks.extend(others)


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return the application over these stores."""
    return toy_app(stores)


@pytest.fixture(scope="module")
def other(stores: StorePair) -> Flask:
    """Return an application with a memory of its own over the same stores, as another process has it."""
    return toy_app(stores)


@pytest.fixture
def elsewhere(running: Table, other: Flask) -> Table:
    """Return the running game as the other process serves it, after it has read the game for both seats."""
    table = Table(other.test_client(), running.id, running.tokens, running.owner, running.invite)
    for seat in range(2):
        table.get("/legal-actions", seat)
    return table


def test_a_command_takes_one_call_of_the_events_store(running: Table, stores: StorePair) -> None:
    calls = []
    with Redis.from_url(stores.events_url) as redis:
        for number in range(ROLLS):
            before = reads(redis)
            running.act(number % 2, "Roll")
            calls.append(reads(redis) - before - 1)
            running.act(number % 2, "EndTurn")
    assert median(calls) == 1, calls  # now and then something else reads too


def test_a_command_takes_two_calls_after_another_process_played(
    running: Table, elsewhere: Table, stores: StorePair
) -> None:
    calls = []
    with Redis.from_url(stores.events_url) as redis:
        for number in range(ROLLS):
            for before, after in (("Wave", "Wave"), ("Roll", "EndTurn")):
                more = {"to": [1 - number % 2]} if before == "Wave" else {}
                elsewhere.act(number % 2, before, **more)
                asked = reads(redis)
                running.act(number % 2, after, **more)
                calls.append(reads(redis) - asked - 1)
    assert median(calls) == 2, calls


def test_what_was_played_elsewhere_counts(running: Table, elsewhere: Table) -> None:
    running.act(0, "Roll")
    refused = elsewhere.post("/commands", {"type": "Roll"}, 0)
    assert refused.status_code == 409, refused.text
    running.act(0, "EndTurn")
    assert elsewhere.act(1, "Roll")["version"] == running.version()


def test_a_token_that_was_replaced_elsewhere_opens_nothing(running: Table, elsewhere: Table) -> None:
    done = elsewhere.post("/commands", {"type": "Roll"}, 0, Idempotency_Key=FIRST)
    assert done.status_code == 201, done.text
    replaced = running.post("/seats/0/token", {}, 0)
    assert replaced.status_code == 201, replaced.text
    for again in ({"Idempotency_Key": FIRST}, {}):
        for command in ("Roll", "EndTurn"):
            assert elsewhere.post("/commands", {"type": command}, 0, **again).status_code == 401
    elsewhere.tokens[0] = replaced.json["token"]
    assert elsewhere.act(0, "EndTurn")["version"] == running.version()


def test_a_game_that_was_deleted_elsewhere_is_gone(elsewhere: Table, other: Flask) -> None:
    other.extensions["longroad"].context.store.delete(elsewhere.id)
    assert elsewhere.post("/commands", {"type": "Roll"}, 0).status_code == 404


def test_an_ended_key_is_soon_refused_elsewhere(running: Table, other: Flask) -> None:
    key = new_key(running.client)
    there = other.test_client()
    assert there.get("/v1/keys", headers=with_key(key)).status_code in (200, 403)
    assert running.client.delete(f"/v1/keys/{key.partition('.')[0]}", headers=with_key(key)).status_code == 204
    assert running.client.get(running.path, headers=with_key(key)).status_code == 401
    assert wait_for(lambda: there.get(running.path, headers=with_key(key)).status_code == 401, 60)


def reads(redis: Redis) -> int:
    """Return how often the store has read from its connections: once for each call or pipeline."""
    stats: dict[str, int] = redis.info("stats")
    return stats["total_reads_processed"]
