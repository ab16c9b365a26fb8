"""Tests that reads answered without the framework get the framework's answer, whatever changed since the first read."""

from itertools import product

import pytest
from flask import Flask
from redis import Redis
from werkzeug.test import TestResponse

from service.http import express
from service.http.cpu_limit import Limited
from service.http.quotas import REQUESTS
from service.views.newest import Newest, Sight
from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.http.client import Table, new_table

PLACES = ("", "/legal-actions")
EACH_TIME = ("X-Request-Id", "RateLimit")
ASKED = [
    {},
    {"Accept_Encoding": "gzip"},
    {"Accept_Language": "es"},
    {"Accept_Language": "es", "Accept_Encoding": "gzip"},
    {"X_Longroad_Version": "2026-11-22"},
    {"If_None_Match": '"1.000000000000"'},
    {"If_None_Match": "*"},
]


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch, app: Flask) -> list[str]:
    """Return the paths of the requests that the framework answers from now on."""
    found: list[str] = []
    limited = app.wsgi_app
    assert isinstance(limited, Limited)
    wrapped = limited.usual
    assert isinstance(wrapped, express.Express)
    framework = wrapped._usual

    def noted(environ: express.Environment, start: object) -> object:
        found.append(environ["PATH_INFO"])
        return framework(environ, start)

    monkeypatch.setattr(wrapped, "_usual", noted)
    return found


def by_framework(table: Table, place: str, seat: int | None, **headers: str) -> TestResponse:
    """Send the request with a body that is ignored, so that the framework has to answer it."""
    sent = table.headers(seat, {name.replace("_", "-"): value for name, value in headers.items()})
    return table.client.get(table.path + place, headers=sent, data=b" ")


def alike(one: TestResponse, other: TestResponse) -> None:
    assert (one.status, one.data) == (other.status, other.data)
    headers = [sorted(pair for pair in answer.headers.items() if pair[0] not in EACH_TIME) for answer in (one, other)]
    assert headers[0] == headers[1]
    assert set(one.headers.keys()) == set(other.headers.keys())


def test_callers_that_trace_their_requests_are_answered_as_quickly(table: Table, usual: list[str]) -> None:
    for n in range(3):
        trace = {"Traceparent": f"00-{n + 1:032x}-{n + 1:016x}-01", "Tracestate": f"vendor={n}"}
        assert table.get("", 0, **trace).status_code == 200
    assert len(usual) == 1


@pytest.mark.parametrize("place", PLACES)
def test_an_answer_is_that_of_the_framework_at_every_version(table: Table, place: str, usual: list[str]) -> None:
    steps = [(0, {"type": "Roll"}), (0, {"type": "Step"}), (0, {"type": "EndTurn"})]
    for seat, headers in product((0, 1, None), ASKED):
        table.get(place, seat, **headers)
    table.put_aside()
    for seat, command in steps:
        assert table.post("/commands", command, seat).status_code == 201
        for reader, headers in product((0, 1, None), ASKED):
            usual.clear()
            answer = table.get(place, reader, **headers)
            tag = answer.headers.get("ETag", "")
            known = table.get(place, reader, **(headers | {"If_None_Match": f'W/"no", {tag}'}))
            if headers.get("If_None_Match") != "*":
                assert usual == []
            alike(answer, by_framework(table, place, reader, **headers))
            alike(known, by_framework(table, place, reader, **(headers | {"If_None_Match": tag})))
            assert known.status_code == (304 if tag else 200)


@pytest.mark.parametrize("place", PLACES)
def test_a_token_that_was_replaced_opens_nothing_more(table: Table, place: str) -> None:
    assert [table.get(place, 0).status_code for _ in range(2)] == [200, 200]
    assert table.post("/seats/0/token", {}, 0).status_code == 201
    assert table.get(place, 0).status_code == 401
    assert table.get(place, 1).status_code == 200


@pytest.mark.parametrize("place", PLACES)
def test_a_game_that_was_removed_is_not_found(table: Table, place: str) -> None:
    alone = new_table(table.client, seats=[{"kind": "human"}, {"kind": "open"}])
    assert [alone.get(place).status_code for _ in range(2)] == [200, 200]
    bearer = {"Authorization": f"Bearer {alone.owner}"}
    assert alone.client.delete(alone.path, headers=bearer).status_code == 204
    assert alone.get(place).status_code == 404


def test_a_name_shows_at_once(table: Table) -> None:
    first = [table.get("", 1).json["seats"][0] for _ in range(2)][-1]
    sent = table.headers(0)
    assert table.client.patch(f"{table.path}/seats/0", json={"name": "Bea"}, headers=sent).status_code == 200
    assert table.get("", 1).json["seats"][0] == first | {"name": "Bea"}


def test_versions_that_were_lost_are_not_shown(running: Table, stores: StorePair) -> None:
    table = running
    table.act(0, "Roll")
    seen = [table.get("", 0) for _ in range(2)][-1]
    with Redis.from_url(stores.events_url) as client:
        lose(client, table.id, seen.json["version"] - 1)
    before = table.get("", 0)
    assert before.json["version"] == seen.json["version"] - 1
    assert table.post("/commands", {"type": "Wave", "to": [1]}, 0).status_code == 201
    again = table.get("", 0)
    assert again.json["version"] == seen.json["version"]
    assert again.headers["ETag"] != seen.headers["ETag"]


def test_a_used_up_quota_refuses_and_counts_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert table.get("", 0).status_code == 200
    left = [int(table.get("", 0).headers["RateLimit"].split("r=")[1].split(";")[0]) for _ in range(2)]
    assert left[0] - left[1] == 1
    object.__setattr__(REQUESTS, "most", REQUESTS.most - left[1])
    try:
        assert table.get("", 0).status_code == 429
    finally:
        object.__setattr__(REQUESTS, "most", 60_000)


@pytest.mark.parametrize("place", PLACES)
def test_a_fault_of_ours_is_answered_as_a_problem(table: Table, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    assert table.get(place, 0).status_code == 200

    def fail(newest: Newest, *asked: object) -> Sight:
        raise ZeroDivisionError("the secret is 42")

    monkeypatch.setattr(Newest, "look", fail)
    answer = table.get(place, 0)
    assert (answer.status_code, answer.json["type"]) == (500, "/problems/internal_error")
    assert "secret" not in answer.text


def test_a_bad_id_of_a_request_is_replaced_and_a_good_one_kept(table: Table) -> None:
    told = [table.get("", 0, X_Request_Id=given).headers["X-Request-Id"] for given in ("mine", "mine-2", "no good")]
    assert told[:2] == ["mine", "mine-2"]
    assert told[2] != "no good"


def test_a_request_that_is_too_long_to_remember_is_answered(table: Table, usual: list[str]) -> None:
    for _ in range(2):
        assert table.get("", 0, User_Agent="x" * express.LONGEST).status_code == 200
    assert len(usual) == 2
