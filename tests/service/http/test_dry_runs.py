"""Tests dry runs and fairness over HTTP."""

from dataclasses import replace
from random import Random

from flask.testing import FlaskClient

from tests.service.http.client import Table, new_table
from tests.service.http.playing import play_on


def test_a_dry_run_tells_and_does_nothing(running: Table) -> None:
    answer = running.post("/dry-runs", {"type": "Roll"}, 0)

    assert answer.status_code == 200
    assert len(answer.json["chance"]) == 6
    assert "Deprecation" not in answer.headers
    assert running.version() == 3


def test_the_old_form_is_answered_and_says_that_it_is_old(running: Table) -> None:
    """The contract does not have it, so the client checks no answer."""
    running = replace(running, client=FlaskClient(running.client.application))
    body, key = {"type": "Roll"}, {"Idempotency_Key": "k"}
    old = running.post("/commands?dry_run=true", body, 0, **key)

    assert (old.status_code, old.json) == (200, running.post("/dry-runs", body, 0).json)
    assert old.headers["Deprecation"].startswith("@")
    assert old.headers["Sunset"] == "Sat, 27 Nov 2027 00:00:00 GMT"
    assert 'rel="deprecation"' in old.headers["Link"]
    done = running.post("/commands?dry_run=false", body, 0, **key)
    assert done.status_code == 201
    assert "Deprecation" not in done.headers


def test_a_refused_dry_run_is_legal_false_with_the_rule(running: Table) -> None:
    answer = running.post("/dry-runs", {"commands": [{"type": "Roll"}, {"type": "Step"}]}, 0)

    assert (answer.status_code, answer.json["legal"]) == (200, False)
    problem = answer.json["problem"]
    assert (problem["status"], problem["rule"], problem["index"]) == (409, "batch.reveal_not_last", 0)


def test_a_dry_run_heeds_tokens_shapes_and_versions(running: Table) -> None:
    assert running.post("/dry-runs", {"type": "Roll"}).status_code == 401
    assert running.post("/dry-runs", {"type": "Rool"}, 0).status_code == 422
    assert running.post("/dry-runs", {"type": "Roll"}, 0, If_Match='"2"').status_code == 412
    assert running.post("/dry-runs", {"type": "Roll"}, 0, If_Match='"3"').status_code == 200


def test_fairness_opens_with_the_end(table: Table) -> None:
    before = table.get("/fairness").json
    short = new_table(table.client, options={"target": 8})
    play_on(short, Random(2))
    after = short.get("/fairness", Accept_Language="es").json

    assert "seed" not in before
    assert {"seed", "draws"} <= after.keys()
    assert "semilla" in after["recipe"]
