"""Tests analyses of positions that a caller brings in a record, with a real worker; no game is made of them."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import StorePair
from tests.service.http.client import Table
from tests.service.http.live import worker
from tests.service.http.problem_answers import problem

LITTLE = {"budget_ms": 20, "agent": "uniform"}


@pytest.fixture(scope="module", autouse=True)
def _worker(stores: StorePair) -> Iterator[None]:
    """Run a process that does the long jobs."""
    with worker(stores, "long"):
        yield


def asked(client: FlaskClient, body: Any) -> Any:
    """Ask for an analysis that must succeed and return its result."""
    answer = client.post("/v1/analyses", json=body, headers={"Prefer": "wait=30"})
    assert answer.status_code in (200, 202), answer.text
    for _ in range(4):
        if answer.json["status"] in ("finished", "failed"):
            break
        answer = client.get(f"/v1/jobs/{answer.json['id']}", headers={"Prefer": "wait=30"})
    assert answer.json["status"] == "finished", answer.text
    return answer.json["result"]


def test_a_position_is_analyzed_as_the_game_would_be(
    client: FlaskClient, running: Table, record: dict[str, Any]
) -> None:
    games = client.get("/v1/games").json
    found = asked(client, {"record": record, "version": 3, **LITTLE})
    assert (found["game"], found["version"], found["seat"]) == (running.id, 3, 0)
    assert {entry["command"]["type"] for entry in found["ranked"]} == {"Roll", "Wave"}
    answer = running.post("/analyses", {"version": 3, "seat": 0, **LITTLE}, 0, Prefer="wait=30")
    assert answer.json["result"] == found
    over = asked(client, {"record": record})
    assert [reason["fact"] for reason in over["reasons"]] == ["over"]
    assert client.get("/v1/games").json == games


def test_all_cards_leave_one_world(client: FlaskClient, record: dict[str, Any]) -> None:
    body = {"record": record, "version": 4, "seat": 1, **LITTLE, "budget_ms": 200}
    known, seen = asked(client, body), asked(client, body | {"all_cards": True})
    assert "worlds" in {reason["fact"] for reason in known["reasons"]}
    assert "worlds" not in {reason["fact"] for reason in seen["reasons"]}


def test_a_damaged_record_is_refused_with_the_place(client: FlaskClient, record: dict[str, Any]) -> None:
    damaged = copy.deepcopy(record)
    damaged["versions"][3]["digest"] = "0" * 32
    found = problem(client.post("/v1/analyses", json={"record": damaged, "version": 2}), 409, "refused")
    assert (found["rule"], found["version"]) == ("record.unproven", 4)
    assert found["errors"][0]["pointer"] == "/record/versions/3/digest"
    running = client.post("/v1/analyses", json={"record": record | {"status": "running"}})
    assert problem(running, 409, "refused")["rule"] == "record.running"


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"version": 99}, 404),
        ({"version": 0}, 422),
        ({"seat": 7}, 422),
        ({"agent": "heuristic"}, 422),
        ({"all_cards": 1}, 422),
        ({"limit": 0}, 422),
        ({"game": "x"}, 422),
    ],
)
def test_a_wrong_question_is_refused(
    client: FlaskClient, record: dict[str, Any], more: dict[str, Any], status: int
) -> None:
    assert client.post("/v1/analyses", json={"record": record, **more}).status_code == status
    assert client.post("/v1/analyses", json=more).status_code == 422
