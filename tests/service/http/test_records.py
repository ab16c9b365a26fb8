"""Tests that POST games imports records, and refuses those that cannot be proven with the place of the fault."""

import copy
import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.game.context import Context
from service.http import quotas
from service.schemas.limits import LARGEST_BODY, LARGEST_RECORD
from tests.service.http.client import SEATS, Table, new_table, own_quota
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem
from tests.service.recorded import record_of


def bring(client: FlaskClient, record: Any, **headers: str) -> TestResponse:
    """Request the import of a record."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return post(client, {"record": record}, sent)


def post(client: FlaskClient, body: Any, headers: Mapping[str, str] | None = None) -> TestResponse:
    """Request a game; numbers are sent as they are, however large."""
    return client.post("/v1/games", data=json.dumps(body), headers=headers, content_type="application/json")


def test_a_finished_game_is_imported(client: FlaskClient, running: Table, record: dict[str, Any]) -> None:
    answer = bring(client, record)

    assert (answer.status_code, answer.json["status"], answer.json["version"]) == (201, "finished", 5)
    assert answer.headers["Location"] == f"/v1/games/{answer.json['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["seats"] == [{"seat": 0, "kind": "human"}, {"seat": 1, "kind": "ai"}]
    place = answer.headers["Location"]
    seen, known = client.get(place).json, running.get().json
    assert (seen["imported"], "imported" in known) == (True, False)
    assert seen["state"] == known["state"]
    assert client.get(place + "/events").json["events"] == running.get("/events").json["events"]
    assert client.get(place + "/fairness").json["seed"] == record["seed"]
    rows = {row["id"]: row for row in client.get("/v1/games?status=finished").json["games"]}
    assert rows[answer.json["id"]]["imported"]
    assert client.post(place + "/branches", json={"version": 4}).status_code == 201
    owner = {"Authorization": f"Bearer {answer.json['owner_token']}"}
    undone = client.post(place + "/undo", headers=owner)
    assert (undone.status_code, undone.json["rule"]) == (409, "undo.finished")
    found = problem(client.patch(place + "/seats/0", json={"reissue": True}, headers=owner), 409, "refused")
    assert found["rule"] == "record.imported"
    assert client.delete(place, headers=owner).status_code == 204


def test_an_import_can_be_repeated(client: FlaskClient, record: dict[str, Any]) -> None:
    key = "an import of this record"

    first, again = (bring(client, record, Idempotency_Key=key) for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(bring(client, {**record, "game": "other"}, Idempotency_Key=key), 422, "idempotency_key_reused")


def test_a_record_stands_alone(client: FlaskClient, record: dict[str, Any]) -> None:
    answer = client.post("/v1/games", json={"record": record, "ruleset": "toy", "seats": SEATS})

    found = problem(answer, 422, "invalid_body")
    assert {error["pointer"] for error in found["errors"]} == {"/ruleset", "/seats"}
    assert {error["code"] for error in found["errors"]} == {"beside_record"}


def test_a_refusal_names_the_place(client: FlaskClient, record: dict[str, Any]) -> None:
    record["versions"][3]["events"][0]["pips"] = 7 - record["versions"][3]["events"][0]["pips"]

    found = problem(bring(client, record), 409, "refused")

    assert (found["rule"], found["version"], found["index"]) == ("record.unproven", 4, 0)
    assert [(error["pointer"], error["code"]) for error in found["errors"]] == [
        ("/record/versions/3/events/0", "record_event")
    ]


def test_a_refused_command_names_its_rule(client: FlaskClient, record: dict[str, Any]) -> None:
    record["versions"][3]["command"] = {"type": "EndTurn"}

    found = problem(bring(client, record, Accept_Language="es"), 409, "refused")

    assert found["errors"][0]["pointer"] == "/record/versions/3/command"
    assert found["errors"][0]["detail"].startswith("lo rechaza la regla ")


def test_records_of_running_games_are_refused(app: Flask, client: FlaskClient, running: Table) -> None:
    context: Context = app.extensions["longroad"].context

    found = problem(bring(client, record_of(context, running.id)), 409, "refused")

    assert found["rule"] == "record.running"


def nested(depth: int) -> Any:
    """Return lists nested in lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


KIND = ("seats", 0, "kind")
SHAPES: dict[str, tuple[tuple[str | int, ...], Any, str]] = {
    "not an object": ((), [], "/record"),
    "no versions": (("versions",), [], "/record/versions"),
    "a version in words": (("versions", 1), "two", "/record/versions/1"),
    "an event in words": (("versions", 1, "events"), ["one"], "/record/versions/1/events/0"),
    "an event without a type": (("versions", 1, "events"), [{"schema": 1}], "/record/versions/1/events"),
    "a huge version": (("versions", 1, "version"), 10**40, "/record/versions/1/version"),
    "a fraction": (("versions", 1, "version"), 2.5, "/record/versions/1/version"),
    "a time in words": (("versions", 1, "time"), "yesterday", "/record/versions/1/time"),
    "another time zone": (("versions", 1, "time"), "2026-01-31T18:00:00.000+01:00", "/record/versions/1/time"),
    "a draw in words": (("versions", 1, "draws"), ["six"], "/record/versions/1/draws/0"),
    "a digest in words": (("versions", 1, "digest"), "abc", "/record/versions/1/digest"),
    "a clock in words": (("versions", 0, "events", 0, "clock"), "slow", "/record/versions/0/events/0/clock"),
    "no undo": (("versions", 0, "events", 0, "undo"), None, "/record/versions/0/events/0/undo"),
    "a kind that is none": (("versions", 0, "events", 0, *KIND), 7, "/record/versions/0/events/0/seats/0/kind"),
    "another format": (("record",), 2, "/record/record"),
    "a place for a name": (("game",), "../x", "/record/game"),
    "more members": (("stakes",), 10, "/record/stakes"),
}


@pytest.mark.parametrize(("path", "value", "pointer"), SHAPES.values(), ids=SHAPES.keys())
def test_a_record_of_the_wrong_shape_is_422(
    client: FlaskClient, record: dict[str, Any], path: tuple[str | int, ...], value: Any, pointer: str
) -> None:
    body: Any = {"record": copy.deepcopy(record)}
    *way, last = ("record", *path)
    place = body
    for step in way:
        place = place[step]
    place[last] = value

    found = problem(post(client, body), 422, "invalid_body")

    assert found["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize("value", [10**40, 1e300, nested(20), "\x00", {"": {}}, None], ids=str)
def test_junk_in_an_event_is_refused(client: FlaskClient, record: dict[str, Any], value: Any) -> None:
    record["versions"][3]["events"][0]["pips"] = value

    assert problem(bring(client, record), 409, "refused")["version"] == 4


@pytest.mark.parametrize("junk", [b"NaN", b"[" * 40 + b"]" * 40, b'{"a": 1, "a": 2}', b'"\\ud800"', b"1e999"])
def test_a_record_is_strict_json(client: FlaskClient, junk: bytes) -> None:
    body = b'{"record": ' + b" " * 100_000 + junk + b"}"

    problem(client.post("/v1/games", data=body, content_type="application/json"), 400, "bad_json")


def test_only_new_games_may_be_large(client: FlaskClient, running: Table, record: dict[str, Any]) -> None:
    limits = client.get("/v1").json["limits"]
    assert (limits["body_bytes"], limits["record_bytes"]) == (LARGEST_BODY, LARGEST_RECORD)
    body = json.dumps({"record": record})
    padding = " " * (LARGEST_BODY - len(body) + 1)
    kind = "application/json"

    assert client.post("/v1/games", data=body + padding, content_type=kind).status_code == 201
    too_large = body + " " * (LARGEST_RECORD - len(body) + 1)
    problem(client.post("/v1/games", data=too_large, content_type=kind), 413, "too_large")
    wave = json.dumps({"type": "Wave", "to": [1]}) + " " * LARGEST_BODY
    for place in ("/commands", "/branches", "/seats"):
        answer = client.post(running.path + place, data=wave, content_type=kind, headers=running.headers(0))
        problem(answer, 413, "too_large")


def test_an_import_counts_as_a_game(
    client: FlaskClient, record: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_key(client, quotas={"games": 2})

    assert bring(client, record, **with_key(key)).status_code == 201
    [mine] = client.get("/v1/games?mine=true", headers=with_key(key)).json["games"]
    assert mine["imported"]
    assert client.get("/v1/me/pending", headers=with_key(key)).json["pending"] == []
    assert client.get("/v1/me/events", headers=with_key(key)).json["events"] == []
    assert bring(client, record, **with_key(key)).status_code == 201
    problem(bring(client, record, **with_key(key)), 429, "too_many_requests")
    monkeypatch.setattr(quotas, "GAMES", own_quota(0))
    problem(bring(client, record), 429, "too_many_requests")


def test_a_key_that_makes_no_games_imports_none(client: FlaskClient, record: dict[str, Any]) -> None:
    problem(bring(client, record, **with_key(new_key(client, scopes=["me"]))), 403, "forbidden")


def test_a_private_record_is_seen_by_its_owner_alone(app: Flask, client: FlaskClient) -> None:
    table = new_table(client, private=True)
    table.post("/resign", {}, 0)
    context: Context = app.extensions["longroad"].context

    made = bring(client, record_of(context, table.id)).json

    assert client.get(f"/v1/games/{made['id']}").status_code == 404
    assert client.get(f"/v1/games/{made['id']}", headers={"Authorization": f"Bearer {made['owner_token']}"}).json
