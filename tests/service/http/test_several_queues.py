"""Tests the API while one of two stores for the queues is killed: only jobs of its games are refused."""

from contextlib import suppress
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis.exceptions import RedisError
from werkzeug.test import TestResponse

from eventstore.streams import open_store
from service.game.context import Context, compose
from service.http.quota_counters import Counters, Draw, Quota
from service.measuring.scraping import Gathered
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, ROOMY, Table, checked_app, new_table
from tests.service.processes import wait_for
from tests.service.queue.several import SeveralStores, place_of

AWAY = (503, "/problems/store_unavailable")


@pytest.fixture(scope="module")
def context(stores: StorePair, two_stores: SeveralStores) -> Context:
    urls = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": two_stores.url}
    settings = read_settings({**urls, "LONGROAD_STORE_PROMISES": "may-lose-games", **ROOMY})
    return compose(settings, open_store(stores.events_url), OFFERED, Jobs.prompt(two_stores.url))


@pytest.fixture(autouse=True)
def empty(two_stores: SeveralStores, context: Context) -> None:
    two_stores.empty()
    assert wait_for(lambda: do_answer(context))


@pytest.fixture(scope="module")
def app(context: Context) -> Flask:
    return checked_app(context)


def table_at(context: Context, client: FlaskClient, place: int, **wish: Any) -> Table:
    """Return a new game whose work is in the store at a place of the list."""
    return next(table for table in (new_table(client, **wish) for _ in range(100)) if is_at(context, table, place))


def is_at(context: Context, table: Table, place: int) -> bool:
    return place_of(context.jobs, table.id) == place


def do_answer(context: Context) -> bool:
    """Return whether this process has noticed that all stores are there."""
    with suppress(RedisError):
        return all(queues.redis.ping() for queues in context.jobs.all)
    return False


def what(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, answer.json.get("type", "")


def test_without_one_store_only_jobs_of_its_games_are_refused(
    context: Context, two_stores: SeveralStores, client: FlaskClient
) -> None:
    here, there = (table_at(context, client, place) for place in (0, 1))
    with two_stores.killed(1):
        for table in (here, there):
            table.put_aside()
            assert table.version() == 3
            assert [table.get(place).status_code for place in ("", "/events", "/legal-actions")] == [200] * 3
        assert new_table(client).version()
        wish = {"format": "json"}
        assert what(there.post("/replays", wish)) == AWAY
        assert here.post("/replays", wish).status_code == 202
        queued = here.post("/replays", wish, Idempotency_Key="a key of more than 22 characters")
        assert queued.status_code == 202
        assert client.get(queued.headers["Location"]).json["status"] == "queued"
        again = here.post("/replays", wish, Idempotency_Key="a key of more than 22 characters")
        assert (again.json["id"], again.headers["Idempotency-Replayed"]) == (queued.json["id"], "true")
    assert wait_for(lambda: do_answer(context))
    assert there.post("/replays", wish).status_code == 202


def test_pages_for_operators_name_the_store(context: Context, two_stores: SeveralStores, client: FlaskClient) -> None:
    def up() -> dict[str, float]:
        known = [one for one in Gathered(context).collect() if one.name == "longroad_store_up"]
        return {
            sample.labels["store"]: sample.value for sample in known[0].samples if sample.labels["store"] != "events"
        }

    assert client.get("/readyz").json["queues"] == {"all": 2, "silent": []}
    assert up() == {"rq-1": 1, "rq-2": 1}
    with two_stores.killed(1):
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json["status"]) == (200, "ok")
        assert answer.json["queues"] == {"all": 2, "silent": ["rq-2"]}
        assert up() == {"rq-1": 1, "rq-2": 0}
        with two_stores.killed(0):
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json["status"]) == (503, "store_unavailable")
            assert answer.json["queues"] == {"all": 2, "silent": ["rq-1", "rq-2"]}


def test_lines_at_the_queues_are_those_in_all_stores(
    context: Context, two_stores: SeveralStores, client: FlaskClient
) -> None:
    for place in (0, 1, 1):
        assert table_at(context, client, place).post("/replays", {"format": "json"}).status_code == 202
    [known] = [one for one in Gathered(context).collect() if one.name == "longroad_queue_jobs"]
    assert {sample.labels["queue"]: sample.value for sample in known.samples}["jobs"] == 3


def test_tickets_first_answers_and_quotas_are_spread(
    context: Context, two_stores: SeveralStores, client: FlaskClient
) -> None:
    table = new_table(client)
    for number in range(12):
        ticket = table.post("/stream-tickets", {}, 0).json["ticket"]
        with table.client.get(f"{table.path}/events?ticket={ticket}&after=latest", buffered=False) as stream:
            assert stream.status_code == 200
        table.post("/stream-tickets", {}, 0)
        key = f"a key of more than 22 characters {number}"
        made = [client.post("/v1/keys", json={}, headers={"Idempotency-Key": key}) for _ in range(2)]
        assert made[0].json == made[1].json
    counters = Counters(lambda name: context.jobs.of(name).redis)
    counters.take([Draw(Quota("spread", 9, 10**9), f"client {number}") for number in range(12)])
    counters.settle()
    for kind in ("ticket", "once", "quota:spread"):
        assert all(two_stores.client(place).keys(f"longroad:{kind}:*") for place in (0, 1)), kind
