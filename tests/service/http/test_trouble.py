"""Tests a server that is overloaded, has a fault, or has lost its stores."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from eventstore.redis.connection import Patience
from eventstore.streams import open_store
from service.game.context import Context
from service.http import quotas
from service.process.disk import DiskRoom
from service.process.logs import TextLines
from service.queue.fair_shares import MOST_JOBS
from service.queue.jobs import Jobs
from tests.conftest import StorePair
from tests.service.http.client import ERA_S, SEATS, checked_app, new_table, own_quota, toy_app
from tests.service.http.problem_answers import problem

NOWHERE = "unix:///nowhere/at/all.sock"
AT_ONCE = Patience(1.0, 0, 0.0, has_breaker=True)


def test_a_used_up_quota_is_429(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    client = toy_app(stores).test_client()  # may fetch the contract, which is a request as well
    quota = own_quota(2)
    monkeypatch.setattr(quotas, "REQUESTS", quota)
    assert [client.get("/v1/agents").headers["RateLimit"].split(";")[1] for _ in range(2)] == ["r=1", "r=0"]
    answer = client.get("/v1/agents")
    problem(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= ERA_S + 1
    assert answer.headers["RateLimit"].startswith(f'"{quota.name}";r=0;t=')
    elsewhere = client.get("/v1/agents", environ_overrides={"REMOTE_ADDR": "10.0.0.7"})
    assert elsewhere.status_code == 200
    assert [client.get(path).status_code for path in ("/livez", "/readyz", "/metrics")] == [200] * 3


def test_moves_have_a_quota_of_their_own(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    quota = own_quota(2)
    monkeypatch.setattr(quotas, "MOVES", quota)
    table = new_table(toy_app(stores).test_client())
    table.put_aside()
    assert table.post("/commands", {"type": "Roll"}, 0).headers["RateLimit"].startswith(f'"{quota.name}";r=0;')
    problem(table.post("/commands", {"type": "Step"}, 0), 429, "too_many_requests")
    assert table.post("/commands", {"type": "Roll"}, 1).status_code == 409
    assert table.get("", 0).status_code == 200
    assert table.version() == 4


def test_a_network_of_ipv6_has_one_quota(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "REQUESTS", own_quota(2))
    client = toy_app(stores).test_client()
    addresses = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3", "2001:db8:0:1::1"]
    asked = [client.get("/v1/agents", environ_overrides={"REMOTE_ADDR": address}) for address in addresses]
    assert [answer.status_code for answer in asked] == [200, 200, 429, 200]


SPELLINGS = ["Bearer {}", "bearer {}", "BEARER   {}", " Bearer {} "]


def test_the_quota_of_moves_is_a_tokens_however_the_header_is_spelled(
    stores: StorePair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "MOVES", own_quota(2))
    table = new_table(toy_app(stores).test_client())
    asked = [
        table.client.post(
            table.path + "/commands", json={"type": "Roll"}, headers={"Authorization": spelling.format(table.tokens[0])}
        ).status_code
        for spelling in SPELLINGS
    ]
    assert asked == [409, 409, 429, 429]


def test_what_is_no_token_counts_to_the_address(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOVES", own_quota(2))
    table = new_table(toy_app(stores).test_client())
    for given, status in (("Basic YTpi", 401), ("Bearer", 401), ("Digest x", 429)):
        answer = table.client.post(table.path + "/commands", json={"type": "Roll"}, headers={"Authorization": given})
        assert answer.status_code == status


def test_a_client_has_only_so_many_jobs_waiting(client: FlaskClient) -> None:
    table = new_table(client)
    asked = [table.post("/replays", {}, 0).status_code for _ in range(MOST_JOBS)]
    assert asked == [202] * MOST_JOBS
    answer = table.post("/replays", {}, 1)
    assert problem(answer, 429, "too_many_requests")
    assert answer.headers["Retry-After"] == "2"
    elsewhere = client.post(table.path + "/replays", json={}, environ_overrides={"REMOTE_ADDR": "10.78.0.1"})
    assert elsewhere.status_code == 202
    assert table.get("", 0).status_code == 200


@pytest.fixture
def cut_off(stores: StorePair, app: Flask) -> Iterator[FlaskClient]:
    """Return an application whose event store is unreachable."""
    context: Context = app.extensions["longroad"].context
    store = open_store(NOWHERE, patience=AT_ONCE)
    broken = checked_app(replace(context, store=store, games=type(context.games)(store, context.rulesets)))
    yield broken.test_client()
    store.close()


def test_without_its_store_the_server_says_so(cut_off: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.CRITICAL):
        answer = cut_off.get("/v1/games/someone")
        found = problem(answer, 503, "store_unavailable")
        assert answer.headers["Retry-After"] == "1"
        assert "nowhere" not in str(found)
        problem(cut_off.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}), 503, "store_unavailable")
        assert cut_off.get("/readyz").status_code == 503
    assert cut_off.get("/livez").status_code == 200


def test_without_room_on_the_disk_reads_go_on(stores: StorePair, app: Flask, tmp_path: Path) -> None:
    context: Context = app.extensions["longroad"].context
    store = open_store(stores.events_url, room=DiskRoom(tmp_path, 10**18))
    full = checked_app(replace(context, store=store, games=type(context.games)(store, context.rulesets))).test_client()
    table = new_table(app.test_client())
    answer = full.post("/v1/games", json={"ruleset": "toy", "seats": SEATS})
    problem(answer, 503, "storage_full")
    assert answer.headers["Retry-After"] == "10"
    asked = [full.get(path) for path in (table.path, f"{table.path}/events", "/v1/games", "/livez")]
    assert [answer.status_code for answer in asked] == [200] * 4
    assert found_by(full) == (503, {"status": "storage_full", "durability": "no"})
    store.close()


def found_by(client: FlaskClient) -> tuple[int, dict[str, Any]]:
    """Return what readiness finds, without the damaged games that another test left in the store."""
    answer = client.get("/readyz")
    return answer.status_code, {name: value for name, value in answer.json.items() if name != "quarantine"}


def test_the_queue_belongs_to_readiness(app: Flask, stores: StorePair) -> None:
    context: Context = app.extensions["longroad"].context
    lame = checked_app(replace(context, jobs=Jobs.at(NOWHERE))).test_client()
    assert found_by(lame) == (503, {"status": "store_unavailable", "durability": "no"})


def test_a_defect_is_500_and_tells_nothing(stores: StorePair, caplog: pytest.LogCaptureFixture) -> None:
    app = toy_app(stores)

    def stumble() -> str:
        raise ZeroDivisionError("the secret is 42")

    app.view_functions["catalog.agents"] = stumble
    answer = app.test_client().get("/v1/agents", headers={"X-Request-Id": "trace-1"})
    found = problem(answer, 500, "internal_error")
    assert "42" not in str(found)
    assert "the secret is 42" in caplog.text
    lines = TextLines("api").format(caplog.records[-1]).splitlines()
    assert all(" ERROR api request=trace-1 " in line for line in lines)
