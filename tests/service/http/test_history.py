"""Tests undo, redo, votes, branches, replays, and the jobs that do them, with a real worker."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.queue.jobs import Move
from tests.conftest import StorePair
from tests.service.http.client import Table, new_table
from tests.service.http.live import worker

ALONE = [{"kind": "human"}, {"kind": "ai", "agent": "uniform"}]


@pytest.fixture(scope="module", autouse=True)
def _worker(stores: StorePair) -> Iterator[None]:
    """Run a process that does the jobs."""
    with worker(stores, "jobs"):
        yield


def free_table(client: FlaskClient) -> Table:
    """Return a running game in which everything may be undone; seat 0 has rolled at version 4."""
    table = new_table(client, undo="free")
    table.put_aside()
    table.act(0, "Roll")
    return table


def test_an_undo_is_a_job_that_can_be_waited_for(client: FlaskClient) -> None:
    table = free_table(client)
    answer = table.post("/undo", {}, 0, Prefer="respond-async, wait=30")
    assert (answer.status_code, answer.headers["Preference-Applied"]) == (200, "wait=30")
    job = answer.json["job"]
    assert (job["kind"], job["status"], job["progress"]) == ("undo", "finished", 1.0)
    assert job["result"] == {"version": 5, "to_version": 3}
    view = table.get().json
    assert (view["version"], view["state"]["rolled"]) == (5, False)
    assert [event["type"] for event in table.get("/events?after=4").json["events"]] == ["HeadMoved"]


def test_a_redo_goes_back_to_the_head_that_was_left(client: FlaskClient) -> None:
    table = free_table(client)
    before = table.get("", 0).json["state"]
    table.post("/undo", {}, 0, Prefer="wait=30")
    done = table.post("/redo", {}, 0, Prefer="wait=30")
    assert (done.json["job"]["kind"], done.json["job"]["status"]) == ("redo", "finished")
    assert table.get("", 0).json["state"] == before
    again = table.post("/redo", {}, 0)
    assert (again.status_code, again.json["rule"]) == (409, "redo.nothing")


def test_without_a_wish_to_wait_a_job_is_answered_at_once(client: FlaskClient) -> None:
    table = free_table(client)
    answer = table.client.post(table.path + "/undo", headers=table.headers(0))
    assert answer.status_code == 202
    assert "Preference-Applied" not in answer.headers
    place = answer.headers["Location"]
    assert place == f"/v1/jobs/{answer.json['job']['id']}"
    done = client.get(place, headers=table.headers(0, {"Prefer": "wait=30"}))
    assert (done.status_code, done.json["status"]) == (200, "finished")


def test_a_job_is_its_makers_own(client: FlaskClient) -> None:
    table = free_table(client)
    place = table.post("/undo", {}, 0).headers["Location"]
    assert client.get(place, headers=table.headers(1)).status_code == 404
    assert client.get(place).status_code == 404
    assert client.get("/v1/jobs/unknown", headers=table.headers(0)).status_code == 404
    assert client.get(place, headers=table.headers(0)).status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "rule"),
    [
        ({"to_version": 4}, 409, "undo.not_an_ancestor"),
        ({"to_version": 99}, 409, "undo.not_an_ancestor"),
        ({"expected_version": 3}, 412, None),
        ({"to_version": 0}, 422, None),
        ({"to_version": "3"}, 422, None),
        ({"steps": 1}, 422, None),
    ],
)
def test_an_undo_that_cannot_be_is_refused(client: FlaskClient, body: Any, status: int, rule: str | None) -> None:
    table = free_table(client)
    answer = table.post("/undo", body, 0)
    assert (answer.status_code, answer.json.get("rule")) == (status, rule)
    assert table.version() == 4


def test_an_undo_to_the_future_is_told_where_the_game_is(client: FlaskClient) -> None:
    table = free_table(client)
    detail = table.post("/undo", {"to_version": 99}, 0).json["detail"]
    assert detail.startswith("The game is at version 4 and had started at version 1.")


def test_nobody_in_particular_cannot_undo(client: FlaskClient) -> None:
    table = free_table(client)
    assert table.post("/undo", {}).status_code == 401


def test_what_was_revealed_stays_by_default(running: Table) -> None:
    running.act(0, "Roll")
    answer = running.post("/undo", {}, 0)
    assert (answer.status_code, answer.json["rule"]) == (409, "undo.revealed")


def test_under_consent_the_others_vote(client: FlaskClient) -> None:
    table = new_table(client, undo="consent")
    table.put_aside()
    table.act(0, "Roll")
    opened = table.post("/undo", {}, 0)
    assert opened.status_code == 201
    vote = opened.json["vote"]
    assert (vote["status"], vote["by"], vote["to_version"], vote["waiting"]) == ("open", 0, 3, [1])
    place = f"/votes/{vote['id']}"
    assert table.post(place, {"accept": True}, 0).json["rule"] == "vote.not_asked"
    assert table.post(place, {"accept": "yes"}, 1).status_code == 422
    passed = table.post(place, {"accept": True}, 1)
    assert (passed.status_code, passed.json["status"]) == (201, "passed")
    assert table.post(place, {"accept": True}, 1).status_code == 200
    assert table.post(place, {"accept": False}, 1).json["rule"] == "vote.answered"
    assert table.get().json["state"]["rolled"] is False
    assert [known["status"] for known in table.get("/votes").json["votes"]] == ["passed"]
    assert table.post("/votes/9", {"accept": True}, 1).status_code == 404


def test_a_branch_is_a_game_of_its_own(client: FlaskClient) -> None:
    table = free_table(client)
    answer = table.post("/branches", {"version": 3}, 0, Idempotency_Key="b1")
    assert answer.status_code == 201
    again = table.post("/branches", {"version": 3}, 0, Idempotency_Key="b1")
    assert (again.json, again.headers["Idempotency-Replayed"]) == (answer.json, "true")
    view = client.get(answer.headers["Location"]).json
    assert view["parent"] == {"id": table.id, "version": 3}
    assert (view["unfair"], view["state"]["rolled"]) == (True, False)
    same = table.post("/branches", {"version": 3, "chance": "same"}, 0)
    assert (same.status_code, same.json["rule"]) == (409, "branch.chance_same")
    assert table.post("/branches", {"version": 99}, 0).status_code == 404
    assert table.post("/branches", {}, 0).status_code == 422
    wrong = table.post("/branches", {"version": 3, "seats": [{"kind": "human"}]}, 0)
    assert (wrong.status_code, wrong.json["errors"][0]["pointer"]) == (422, "/seats")


@pytest.mark.parametrize("form", ["json", "ndjson", "text"])
def test_a_replay_proves_the_game_and_makes_its_record(client: FlaskClient, form: str) -> None:
    table = free_table(client)
    answer = table.post("/replays", {"format": form}, 0, Prefer="wait=30", Accept_Language="es")
    result = answer.json["result"]
    assert (answer.json["status"], result["verified"], result["versions"]) == ("finished", True, 4)
    assert isinstance(result["record"], dict if form == "json" else str)
    assert "seed" not in str(result["record"])


def test_a_replay_of_no_known_form_is_422(table: Table) -> None:
    assert table.post("/replays", {"format": "pdf"}, 0).json["errors"][0]["code"] == "choice"


def test_a_job_that_fails_tells_its_problem(client: FlaskClient) -> None:
    """Check that a job answers 412 in the language of its request if the log grew in between."""
    table = free_table(client)
    jobs = client.application.extensions["longroad"].context.jobs
    queued = jobs.undo(table.id, Move(3, 1, 0), None)
    answer = client.get(f"/v1/jobs/{queued['id']}", headers={"Prefer": "wait=30", "Accept-Language": "es"})
    assert (answer.status_code, answer.json["status"]) == (200, "failed")
    problem = answer.json["problem"]
    assert (problem["type"], problem["status"], problem["version"]) == ("/problems/stale_version", 412, 4)
    assert problem["title"] == "Versión atrasada"


def test_the_record_that_a_job_made_is_imported(client: FlaskClient) -> None:
    table = free_table(client)
    table.post("/undo", {}, 0, Prefer="wait=30")
    table.post("/resign", {}, 1)
    job = table.post("/replays", {"format": "json"}, Prefer="wait=30").json

    made = client.post("/v1/games", json={"record": job["result"]["record"]})

    assert (made.status_code, made.json["version"]) == (201, 6)
    copy = Table(client, made.json["id"], [], made.json["owner_token"], None)
    again = copy.post("/replays", {"format": "json"}, Prefer="wait=30").json
    assert again["result"]["verified"]
    assert again["result"]["record"] | {"game": table.id} == job["result"]["record"]
    assert [event["type"] for event in copy.get("/events?after=4").json["events"]][:2] == ["HeadMoved", "SeatResigned"]
