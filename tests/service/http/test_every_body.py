"""Tests that every request with a body, as the contract lists them, refuses a wrong body without any change."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.schemas.limits import LARGEST_BODY, LARGEST_FILE, LARGEST_RECORD
from tests.service.http.client import Table
from tests.service.http.problem_answers import JSON, MALFORMED, problem

HUGE = "9" * 400
LARGER = {
    "createGame": LARGEST_RECORD,
    "createPositionAnalysis": LARGEST_RECORD,
    "createAdvice": LARGEST_RECORD,
    "createPositionBatch": LARGEST_RECORD,
    "createImport": LARGEST_FILE,
    "createExport": LARGEST_FILE,
}
FINE: dict[str, Any] = {
    "createOrder": {"kind": "pass"},
    "castVote": {"accept": True},
    "createBranch": {"version": 1},
    "createGame": {"ruleset": "toy", "seats": [{"kind": "human"}] * 2},
    "updateSeat": {"reissue": True},
    "createWebhook": {"url": "https://8.8.8.8/"},
    "updateWebhook": {"active": True},
    "postCommands": {"type": "Roll"},
    "tryCommands": {"type": "Roll"},
}
"""Holds bodies that are accepted, or that only the rules refuse; an operation that is missing here takes `{}`."""
NUMBERS = {
    "requestUndo": "to_version",
    "requestRedo": "expected_version",
    "createBranch": "version",
    "takeSeat": "seat",
}


class Place(NamedTuple):
    """Represents an operation with a body: its method and its path on this table."""

    name: str
    method: str
    path: str


@pytest.fixture
def places(app: Flask, running: Table) -> Iterator[list[Place]]:
    """Yield all operations with a body, on a game, a webhook and a key; check in the end that these are unchanged."""
    client = running.client
    hook = client.post("/v1/webhooks", json=FINE["createWebhook"], headers=running.headers(0)).json["id"]
    yield list(_places(client, {"games": running.id, "webhooks": hook}))
    assert running.version() == 3
    assert running.get("/votes").json["votes"] == []
    [shown] = client.get("/v1/webhooks", headers=running.headers(0)).json["webhooks"]
    assert (shown["id"], shown["url"]) == (hook, FINE["createWebhook"]["url"])


def _places(client: FlaskClient, ids: dict[str, str]) -> Iterator[Place]:
    for path, operations in client.get("/openapi.json").json["paths"].items():
        for method, operation in operations.items():
            if method != "parameters" and "requestBody" in operation:
                here = path.replace("{game}/votes/{id}", "{id}/votes/1").replace(
                    "{id}", ids.get(path.split("/")[2], "x")
                )
                here = here.replace("{seat}", "0").replace("{n}", "1")
                yield Place(operation["operationId"], method.upper(), here)


def ask(running: Table, place: Place, body: bytes, kind: str = JSON) -> Any:
    """Send a request with a token that may make it."""
    token = running.owner if place.name == "updateSeat" else running.tokens[0]
    headers = {"Authorization": f"Bearer {token}"}
    return running.client.open(place.path, method=place.method, data=body, content_type=kind, headers=headers)


def test_there_are_many(places: list[Place]) -> None:
    assert len(places) >= 16
    assert FINE.keys() | NUMBERS.keys() <= {place.name for place in places}


def test_what_is_no_json_is_400(running: Table, places: list[Place]) -> None:
    for place in places:
        for body in MALFORMED.values():
            if body:
                problem(ask(running, place, body), 400, "bad_json")


def test_what_is_too_large_is_413(running: Table, places: list[Place]) -> None:
    for place in places:
        size = LARGER.get(place.name, LARGEST_BODY)
        problem(ask(running, place, b'{"a":"' + b"x" * size + b'"}'), 413, "too_large")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/xml", "json", ""])
def test_what_does_not_say_json_is_415(running: Table, places: list[Place], kind: str) -> None:
    for place in places:
        body = json.dumps(FINE.get(place.name, {})).encode()
        problem(ask(running, place, body, kind), 415, "unsupported_media_type")


@pytest.mark.parametrize("body", [b"[]", b"7", b"null", b'"x"', b"true"])
def test_what_is_no_object_is_422(running: Table, places: list[Place], body: bytes) -> None:
    for place in places:
        problem(ask(running, place, body), 422, "invalid_body")


def test_what_nobody_asked_for_is_422(running: Table, places: list[Place]) -> None:
    for place in places:
        body = json.dumps({**FINE.get(place.name, {}), "zz": 1}).encode()
        found = problem(ask(running, place, body), 422, "invalid_body")
        assert ("/zz", "unknown") in [(error["pointer"], error["code"]) for error in found["errors"]]


@pytest.mark.parametrize("number", [HUGE, "-" + HUGE, "1e400", "9007199254740993", "18446744073709551616", "1.5", "-1"])
def test_a_number_out_of_all_range_is_refused(running: Table, places: list[Place], number: str) -> None:
    for place in places:
        if place.name in NUMBERS:
            body = json.dumps(FINE.get(place.name, {}) | {NUMBERS[place.name]: "N"}).replace('"N"', number).encode()
            answer = ask(running, place, body)
            assert (answer.status_code, answer.json["type"]) in ((400, "/problems/bad_json"), (422, INVALID)), body


INVALID = "/problems/invalid_body"
BAD_TEXTS = ("%ff", "%c3%28", "%00", "%ed%a0%80", "NaN", "Infinity", "1e3", HUGE, "%f0%9f%8e%b2", "..%2f..")


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_bad_text_in_addresses_is_refused(running: Table, text: str) -> None:
    client = running.client
    for path in (f"/v1/games/{text}", f"/v1/rulesets/{text}", f"/v1/jobs/{text}", f"/v1/rules/{text}"):
        slug = "unknown_path" if "%2f" in text else "not_found"
        problem(client.get(path, headers=running.headers(0)), 404, slug)
    for query in (f"after={text}", f"limit={text}", f"line={text}", f"{text}=1"):
        problem(running.get(f"/events?{query}", 0), 422, "invalid_body")
    for query in (f"status={text}", f"after={text}", f"limit={text}", f"mine={text}"):
        problem(client.get(f"/v1/games?{query}"), 422, "invalid_body")


def test_a_key_that_was_ended_opens_nothing(client: FlaskClient) -> None:
    key = {"X-Api-Key": client.post("/v1/keys", json={}).json["key"]}
    assert client.delete(f"/v1/keys/{key['X-Api-Key'].partition('.')[0]}", headers=key).status_code == 204
    for method, path in (("GET", "/v1/me/pending"), ("GET", "/v1/keys"), ("POST", "/v1/games"), ("GET", "/v1")):
        body = FINE["createGame"] if method == "POST" else None
        problem(client.open(path, method=method, json=body, headers=key), 401, "unauthorized")
