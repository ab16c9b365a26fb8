"""Tests that a refusal is bounded: faults listed, names compared, and what it repeats."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

import service.faults
from openapi.table_course import Hours, new_context
from service.faults import MOST_FAULTS, MOST_HINTS, nearest
from service.http.strict_json import BadJson, parse
from service.schemas.limits import LARGEST_BODY, MOST_MEMBERS
from service.server.app import create_app

BYTES = 16_000
SEATS = [{"kind": "human"}] * 2


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(new_context(Hours())).test_client()


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that gets each given name for which similar ones are looked for."""
    given: list[Any] = []

    def offered(name: Any, names: Any) -> dict[str, list[str]]:
        given.append(name)
        return {"allowed": list(names), "nearest": nearest(name, names)}

    monkeypatch.setattr(service.faults, "offer_names", offered)
    return given


def wrong_bodies(members: int) -> Iterator[tuple[str, str, Any]]:
    """Yield requests with wrong members in one object, in each of several, and in lists."""
    unknown = {f"k{n}": n for n in range(members)}
    yield "POST", "/v1/games", {"ruleset": "catan-dice", "seats": SEATS, **unknown}
    yield "POST", "/v1/games", {"ruleset": "catan-dice", "seats": [{"kind": "human", **unknown}] * 4}
    yield "POST", "/v1/games", {"ruleset": "catan-dice", "seats": SEATS, "options": unknown}
    yield "POST", "/v1/games", {"ruleset": "catan-dice", "seats": SEATS, "clock": {"kind": "move", **unknown}}
    yield "POST", "/v1/keys", {"name": "bot", **unknown}
    yield "GET", "/v1/games?" + "&".join(f"k{n}={n}" for n in range(members)), None


@pytest.mark.parametrize("members", [30, MOST_MEMBERS - 4])
def test_a_refusal_lists_some_faults_and_counts_the_others(
    client: FlaskClient, compared: list[Any], members: int
) -> None:
    for method, path, body in wrong_bodies(members):
        compared.clear()
        answer = client.open(path, method=method, json=body)
        told = answer.json or {}
        assert answer.status_code == 422, (path, told)
        assert len(answer.data) <= BYTES, (path, len(answer.data))
        assert len(compared) <= MOST_HINTS
        if "more" in told:
            assert len(told["errors"]) == MOST_FAULTS
            assert len(told["errors"]) + told["more"] >= members


def test_hundreds_of_unknown_parameters_are_counted(client: FlaskClient) -> None:
    answer = client.get("/v1/games?" + "&".join(f"k{n}={n}" for n in range(600)))
    assert (answer.status_code, (answer.json or {})["more"]) == (422, 600 - MOST_FAULTS)
    assert len(answer.data) <= BYTES


def test_few_faults_are_listed_whole(client: FlaskClient) -> None:
    told = client.post("/v1/keys", json={"name": 3, "nam": 1}).json or {}
    assert ({error["pointer"] for error in told["errors"]}, "more" in told) == ({"/name", "/nam"}, False)


def test_a_long_name_is_not_repeated(client: FlaskClient) -> None:
    body = {"name": "bot", **{"x" * 2_000 + str(n): 1 for n in range(20)}}
    answer = client.post("/v1/keys", json=body)
    assert [error["pointer"] for error in (answer.json or {})["errors"]] == [""] * 20
    assert len(answer.data) <= BYTES


@pytest.mark.parametrize("form", ["{%s}", '[{"a":1},{%s}]', '{"a":{"b":[{%s}]}}'])
def test_an_object_with_more_members_than_any_schema_is_refused_while_it_is_parsed(form: str) -> None:
    def members(count: int) -> bytes:
        inner = ",".join(f'"k{n}":{{"v":[{n}]}}' for n in range(count))
        return (form % inner).encode()

    assert parse(members(MOST_MEMBERS)) == json.loads(members(MOST_MEMBERS))
    for count in (MOST_MEMBERS + 1, 4_000):
        with pytest.raises(BadJson) as refusal:
            parse(members(count))
        assert refusal.value.why == "wide"


def test_no_schema_of_a_body_has_more_members(client: FlaskClient) -> None:
    contract = json.loads(client.get("/openapi.json").data)
    most = max(_widths(contract))
    assert MOST_MEMBERS / 4 < most <= MOST_MEMBERS


def _widths(schema: Any) -> Iterator[int]:
    if isinstance(schema, dict):
        yield len(schema["properties"]) if isinstance(schema.get("properties"), dict) else 0
        schema = [*schema.values()]
    if isinstance(schema, list):
        for inner in schema:
            yield from _widths(inner)


def test_a_body_of_the_largest_size_is_refused_for_its_first_faults(client: FlaskClient) -> None:
    seats = [{f"k{n}": "x" for n in range(MOST_MEMBERS)} for _ in range(6)]
    body = {"ruleset": "catan", "seats": seats, **{f"k{n}": "x" * 600 for n in range(MOST_MEMBERS - 2)}}
    assert LARGEST_BODY / 2 < len(json.dumps(body)) < LARGEST_BODY
    answer = client.post("/v1/games", json=body)
    assert (answer.status_code, len((answer.json or {})["errors"])) == (422, MOST_FAULTS)
    assert len(answer.data) <= BYTES
