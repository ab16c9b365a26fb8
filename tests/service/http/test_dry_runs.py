"""Tests dry runs and fairness over HTTP."""

from random import Random

from tests.service.http.client import Table, new_table
from tests.service.http.playing import play_on


def test_a_dry_run_tells_and_does_nothing(running: Table) -> None:
    answer = running.post("/commands?dry_run=true", {"type": "Roll"}, 0, Idempotency_Key="k")

    assert answer.status_code == 200
    assert len(answer.json["chance"]) == 6
    assert running.version() == 3
    assert running.post("/commands?dry_run=false", {"type": "Roll"}, 0, Idempotency_Key="k").status_code == 201


def test_a_refused_dry_run_is_legal_false_with_the_rule(running: Table) -> None:
    answer = running.post("/commands?dry_run=true", {"commands": [{"type": "Roll"}, {"type": "Step"}]}, 0)

    assert (answer.status_code, answer.json["legal"]) == (200, False)
    problem = answer.json["problem"]
    assert (problem["status"], problem["rule"], problem["index"]) == (409, "batch.reveal_not_last", 0)


def test_a_dry_run_heeds_tokens_shapes_and_versions(running: Table) -> None:
    assert running.post("/commands?dry_run=true", {"type": "Roll"}).status_code == 401
    assert running.post("/commands?dry_run=true", {"type": "Rool"}, 0).status_code == 422
    assert running.post("/commands?dry_run=true", {"type": "Roll"}, 0, If_Match='"2"').status_code == 412
    assert running.post("/commands?dry_run=true", {"type": "Roll"}, 0, If_Match='"3"').status_code == 200


def test_fairness_opens_with_the_end(table: Table) -> None:
    before = table.get("/fairness").json
    short = new_table(table.client, options={"target": 8})
    play_on(short, Random(2))
    after = short.get("/fairness", Accept_Language="es").json

    assert "seed" not in before
    assert {"seed", "draws"} <= after.keys()
    assert "semilla" in after["recipe"]
