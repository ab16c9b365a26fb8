"""Tests that what refusals cost uses up a quota, and that nobody empties the bucket of somebody else."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http import quotas
from service.server.app import load_contract
from tests.conftest import StorePair
from tests.service.http.client import Table, new_table, own_quota, toy_app
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem

BAD: dict[str, Any] = {f"unknown-{number}": 1 for number in range(60)}


@pytest.fixture
def table(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a table of an application at which every refusal costs more than a good request."""
    monkeypatch.setattr(quotas, "GOOD", -1)
    table = new_table(toy_app(stores).test_client())
    table.put_aside()
    return table


def attack(client: FlaskClient, path: str, **sent: Any) -> list[int]:
    """Repeat a bad request until it is answered with something else; return both statuses."""
    first = client.post(path, json=BAD, **sent).status_code
    for _ in range(200):
        status = client.post(path, json=BAD, **sent).status_code
        if status != first:
            return [first, status]
    return [first]


@pytest.mark.parametrize("path", ["/v1/games", "/v1/arenas", "/v1/keys", "{}/commands", "{}/branches"])
def test_an_attacker_is_stopped_and_a_table_at_his_address_plays_on(
    table: Table, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(quotas, "REFUSALS", own_quota(20))
    stopped = attack(table.client, path.format(table.path))
    assert stopped[1:] == [429]
    problem(table.client.get("/v1/agents"), 429, "too_many_requests")
    assert table.post("/commands", {"type": "Roll"}, 0).status_code == 201
    assert table.get("", 1).status_code == 200


def test_refusals_are_counted_at_every_operation(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    free = set()
    for path, methods in load_contract()["paths"].items():
        places = dict.fromkeys(re.findall(r"{(\w+)}", path), "0") | {"id": table.id}
        for method in methods.keys() - {"parameters"}:
            monkeypatch.setattr(quotas, "REFUSALS", own_quota(3))
            asked = path.format_map(places) + "?unknown=1"
            body = None if method == "get" else BAD
            statuses = [table.client.open(asked, method=method, json=body).status_code for _ in range(6)]
            if statuses[0] < 400 or statuses[-1] != 429:
                free.add(path)
    assert free == {"/livez", "/readyz", "/metrics"}, "these refuse nothing"


def test_nobody_without_a_token_uses_up_the_requests_of_a_seat(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "REQUESTS", own_quota(3))
    monkeypatch.setattr(quotas, "MOVES_OF_ADDRESS", own_quota(3))
    for path in ("/v1/games", table.path + "/commands"):
        assert [table.client.post(path, json=BAD).status_code for _ in range(4)][3] == 429
    assert table.client.get(table.path, headers=table.headers(0)).status_code == 200
    rolled = table.client.post(table.path + "/commands", json={"type": "Roll"}, headers=table.headers(0))
    assert rolled.status_code == 201
    invented = {"Authorization": f"Bearer {table.id}.{'A' * 22}"}
    assert table.client.get(table.path, headers=invented).status_code == 429


def test_an_honest_race_of_a_seat_costs_nothing_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "REFUSALS", own_quota(0))
    late = [table.post("/commands", {"type": "Roll"}, 1).status_code for _ in range(3)]
    assert late == [409] * 3
    assert table.client.post(table.path + "/commands", json={"type": "Roll"}).status_code == 401
    problem(table.client.get("/v1/agents"), 429, "too_many_requests")


def test_a_key_has_its_own_bucket(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    key = new_key(table.client)
    monkeypatch.setattr(quotas, "REFUSALS", own_quota(5))
    assert attack(table.client, "/v1/games")[1:] == [429]
    assert table.client.get("/v1/agents", headers=with_key(key)).status_code == 200
    assert attack(table.client, "/v1/games", headers=with_key(key))[1:] == [429]
