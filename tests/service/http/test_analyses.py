"""Tests analyses of a game and arenas between agents, with a real worker."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import StorePair
from tests.openapi.schemas import faults_of
from tests.service.http.client import SEATS, Table, new_table
from tests.service.http.live import worker
from workers.agents.catalog import BY_ID

ALONE = [{"kind": "human"}, {"kind": "ai", "agent": "uniform"}]
LITTLE = {"budget_ms": 20, "agent": "uniform"}
WAIT = {"Prefer": "wait=30"}


@pytest.fixture(scope="module", autouse=True)
def _worker(stores: StorePair) -> Iterator[None]:
    """Run a process that does the long jobs."""
    with worker(stores, "long"):
        yield


def fits(client: FlaskClient, component: str, value: Any) -> None:
    """Check a value against a component of the contract."""
    assert faults_of(client.get("/openapi.json").json, component, value) == []


def result(client: FlaskClient, answer: Any, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """Wait for a job; return its result."""
    for _ in range(4):
        if answer.json["status"] in ("finished", "failed"):
            break
        answer = client.get(f"/v1/jobs/{answer.json['id']}", headers=(headers or {}) | WAIT)
    assert answer.json["status"] == "finished", answer.text
    found: dict[str, Any] = answer.json["result"]
    return found


def analyzed(table: Table, body: dict[str, Any], seat: int | None, **headers: str) -> dict[str, Any]:
    """Ask for an analysis that must succeed and return its result."""
    answer = table.post("/analyses", body, seat, Prefer="wait=30", **headers)
    assert answer.status_code in (200, 202), answer.text
    return result(table.client, answer, table.headers(seat))


def types(found: dict[str, Any]) -> set[str]:
    """Return the types of the commands that were ranked."""
    return {entry["command"]["type"] for entry in found["ranked"]}


@pytest.fixture
def catan(client: FlaskClient) -> Table:
    """Return a new game of Catan with one person."""
    seats = [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai"}]
    return new_table(client, ruleset="catan", seats=seats, options={"starting_seat": 0}, seed="analyses")


def test_who_plays_alone_has_the_own_commands_ranked(catan: Table) -> None:
    found = analyzed(catan, LITTLE, 0)
    fits(catan.client, "AnalysisResult", found | {"ranked": found["ranked"][:2], "reasons": found["reasons"][:3]})
    legal = catan.get("/legal-actions", 0).json
    assert (found["game"], found["version"], found["seat"]) == (catan.id, legal["version"], 0)
    tried = [entry["command"] for entry in found["ranked"]]
    listed = [entry["command"] for entry in legal["actions"]]
    assert len(tried) == 5
    assert all(command in listed for command in tried)
    assert found["method"] == "playouts"
    everything = analyzed(catan, LITTLE | {"limit": 128}, 0)
    assert sorted([entry["command"] for entry in everything["ranked"]], key=str) == sorted(listed, key=str)
    assert everything["samples"] == 1 + sum(entry["samples"] for entry in everything["ranked"])
    assert everything["ranked"][:4] == found["ranked"][:4]
    assert sum(seat["probability"] for seat in found["win_probability"]) == pytest.approx(1, abs=1e-3)
    facts = {reason["fact"] for reason in found["reasons"]}
    assert {"points", "agent_choice", "cut"} <= facts
    choice = next(reason["command"] for reason in found["reasons"] if reason["fact"] == "agent_choice")
    assert choice in tried
    assert all(reason["summary"] for reason in found["reasons"])


def test_the_default_agent_answers_by_the_value(catan: Table) -> None:
    found = analyzed(catan, {"budget_ms": 100, "limit": 3}, 0)
    fits(catan.client, "AnalysisResult", found)
    assert (found["method"], found["agent"], len(found["ranked"])) == ("value", "planner", 3)
    assert sum(seat["probability"] for seat in found["win_probability"]) == pytest.approx(1, abs=1e-3)
    assert found == analyzed(catan, {"budget_ms": 100, "limit": 3}, 0)
    facts = {reason["fact"] for reason in found["reasons"]}
    assert {"points", "agent_choice", "left_out"} <= facts


def test_a_version_of_an_agent_may_be_named(catan: Table) -> None:
    wish = {"budget_ms": 100, "limit": 3}
    newest = BY_ID["planner"].version
    pinned = analyzed(catan, wish | {"agent": f"planner@{newest}"}, 0)
    assert (pinned["agent"], pinned["agent_version"], pinned["method"]) == ("planner", newest, "value")
    assert pinned == analyzed(catan, wish, 0), "it is the newest one"
    fits(catan.client, "AnalysisResult", pinned)
    for agent in ("planner@9", "graded@2", "graded@2@1", "planner@"):
        answer = catan.post("/analyses", {"agent": agent}, 0)
        assert (answer.status_code, answer.json["errors"][0]["code"]) == (422, "choice")


def test_an_arena_tells_versions(client: FlaskClient) -> None:
    asked = {"ruleset": "toy", "agents": ["uniform@1", "uniform"], "games": 2, "seed": "versions"}
    found = result(client, client.post("/v1/arenas", json=asked, headers=WAIT))
    assert [(row["agent"], row["agent_version"]) for row in found["table"]] == [("uniform", 1)] * 2


def test_an_analysis_asked_for_again_is_the_same_in_any_language(catan: Table) -> None:
    first, again = analyzed(catan, LITTLE, 0), analyzed(catan, LITTLE, 0)
    assert first == again
    spanish = analyzed(catan, LITTLE, 0, Accept_Language="es")
    assert [entry["command"] for entry in spanish["ranked"]] == [entry["command"] for entry in first["ranked"]]
    assert spanish["ranked"][0]["summary"] != first["ranked"][0]["summary"]
    assert "Puntos a la vista, por asiento: 0, 0, 0." in [reason["summary"] for reason in spanish["reasons"]]


def test_a_spectator_learns_how_the_game_stands(client: FlaskClient) -> None:
    table = new_table(client, seats=ALONE)
    found = analyzed(table, LITTLE, None)
    assert (found["seat"], found["ranked"]) == (None, [])
    assert [seat["seat"] for seat in found["win_probability"]] == [0, 1]
    owner = client.post(table.path + "/analyses", json=LITTLE, headers={"Authorization": f"Bearer {table.owner}"})
    assert (owner.status_code, owner.json["kind"]) == (202, "analysis")


def test_an_older_version_is_looked_at_as_it_stood(client: FlaskClient) -> None:
    table = new_table(client, analyses="all")
    table.put_aside()
    table.act(0, "Roll")
    then, now = analyzed(table, LITTLE | {"version": 3}, 0), analyzed(table, LITTLE, 0)
    assert (then["version"], types(then)) == (3, {"Roll", "Wave"})
    assert (now["version"], types(now)) == (4, {"Step", "ShowCard", "EndTurn", "Wave"})
    assert "agent_choice" in {reason["fact"] for reason in now["reasons"]}
    assert analyzed(table, LITTLE, 1)["ranked"] == []


def test_among_others_an_engine_waits_for_the_end(running: Table) -> None:
    assert running.get().json["analyses"] == "finished"
    for seat in (0, None):
        refused = running.post("/analyses", {}, seat)
        assert (refused.status_code, refused.json["rule"]) == (409, "analysis.running")
    with_agent = running.post("/branches", {"version": 3, "seats": ALONE}, 0)
    assert (with_agent.status_code, with_agent.json["rule"]) == (409, "branch.agents")
    branched = running.post("/branches", {"version": 3}, 0).json
    branch = Table(running.client, branched["id"], [branched["seats"][0]["token"], ""], branched["owner_token"], None)
    assert branch.post("/resign", {}, 0).status_code == 201
    for place in ("/analyses", "/reviews"):
        assert branch.post(place, {}, 0).json["rule"] == "analysis.running"
    assert running.post("/resign", {}, 1).status_code == 201
    assert running.get().json["status"] == "finished"
    over = analyzed(running, {}, 0)
    assert ([seat["probability"] for seat in over["win_probability"]], over["samples"]) == ([1.0, 0.0], 0)
    assert [reason["fact"] for reason in over["reasons"]] == ["over"]
    others = analyzed(running, LITTLE | {"version": 2, "seat": 1}, 0)
    assert types(others) == {"PutAside"}
    assert analyzed(branch, LITTLE | {"version": 1}, None)["version"] == 1


def test_only_a_finished_game_is_reviewed_by_all_who_see_it(running: Table) -> None:
    for seat in (0, None):
        refused = running.post("/reviews", {}, seat)
        assert (refused.status_code, refused.json["rule"]) == (409, "review.running")
    assert running.post("/resign", {}, 1).status_code == 201
    first = running.post("/reviews", {}, 0, Idempotency_Key="r1")
    again = running.post("/reviews", {}, 0, Idempotency_Key="r1")
    assert (again.json["id"], again.headers["Idempotency-Replayed"]) == (first.json["id"], "true")
    found = [
        result(running.client, running.post("/reviews", {}, seat, Prefer="wait=30"), running.headers(seat))
        for seat in (0, 1, None)
    ]
    fits(running.client, "ReviewResult", found[0])
    assert found[0] == found[1] == found[2]
    assert (found[0]["method"], found[0]["graph"][-1]["probability"]) == ("playouts", [1, 0])


def test_a_game_is_reviewed_once_for_a_client_whoever_asks_again(running: Table) -> None:
    assert running.post("/resign", {}, 1).status_code == 201
    ids = {running.post("/reviews", {}, 0, Idempotency_Key=key).json["id"] for key in ("r1", "r2")}
    ids.add(running.post("/reviews", {}, 0, Prefer="wait=30").json["id"])
    assert len(ids) == 1
    spanish = running.post("/reviews", {}, 0, Accept_Language="es")
    others = running.post("/reviews", {}, 1)
    assert len(ids | {spanish.json["id"], others.json["id"]}) == 3


def test_a_table_with_an_engine_is_reviewed_after_its_end_too(client: FlaskClient) -> None:
    table = new_table(client, analyses="all")
    refused = table.post("/reviews", {}, 0)
    assert (refused.status_code, refused.json["rule"]) == (409, "review.running")
    assert table.post("/reviews", {"agent": "uniform"}, 0).status_code == 422


@pytest.mark.parametrize(
    ("seats", "analyses"),
    [(SEATS, "finished"), (ALONE, "all"), ([{"kind": "human"}, {"kind": "open"}], "finished")],
)
def test_the_view_tells_when_an_engine_helps(client: FlaskClient, seats: Any, analyses: str) -> None:
    assert new_table(client, seats=seats).get().json["analyses"] == analyses
    for wanted in ("all", "finished"):
        assert new_table(client, seats=seats, analyses=wanted).get().json["analyses"] == wanted


@pytest.mark.parametrize(
    ("body", "seat", "status"),
    [
        ({"seat": 1}, 0, 403),
        ({"seat": 0}, None, 401),
        ({"seat": 7}, 0, 422),
        ({"seat": 8}, 0, 422),
        ({"version": 99}, 0, 404),
        ({"version": 0}, 0, 422),
        ({"budget_ms": 10_001}, 0, 422),
        ({"budget_ms": 9}, 0, 422),
        ({"limit": 0}, 0, 422),
        ({"limit": 129}, 0, 422),
        ({"agent": "heuristic"}, 0, 422),
        ({"depth": 3}, 0, 422),
    ],
)
def test_a_wrong_question_is_refused(client: FlaskClient, body: Any, seat: int | None, status: int) -> None:
    table = new_table(client, seats=ALONE)
    assert table.post("/analyses", body, seat).status_code == status


def test_before_its_start_there_is_nothing_to_analyze(client: FlaskClient) -> None:
    table = new_table(client, seats=[{"kind": "human"}, {"kind": "open"}], analyses="all")
    assert table.post("/analyses", {}, 0).json["rule"] == "game.not_started"


def test_an_analysis_is_queued_once_under_a_key(catan: Table) -> None:
    first = catan.post("/analyses", LITTLE, 0, Idempotency_Key="a1")
    again = catan.post("/analyses", LITTLE, 0, Idempotency_Key="a1")
    assert (again.json["id"], again.headers["Idempotency-Replayed"]) == (first.json["id"], "true")
    assert catan.post("/analyses", {"budget_ms": 21}, 0, Idempotency_Key="a1").status_code == 422


ARENA = {"ruleset": "toy", "agents": ["uniform", "idle"], "games": 6, "seed": "s", "options": {"target": 10}}


def test_an_arena_is_played_over_all_seats_and_can_be_repeated(client: FlaskClient) -> None:
    found = result(client, client.post("/v1/arenas", json=ARENA, headers=WAIT))
    fits(client, "ArenaResult", found)
    assert (found["games"], found["seed"], found["options"]) == (6, "s", {"target": 10})
    assert [row["agent"] for row in found["table"]] == ["uniform", "idle"]
    for row in found["table"]:
        assert [(seat["seat"], seat["games"]) for seat in row["seats"]] == [(0, 3), (1, 3)]
        assert row["low"] <= row["win_rate"] <= row["high"]
    assert sum(row["wins"] for row in found["table"]) + found["unfinished"] == 6
    again = result(client, client.post("/v1/arenas", json=ARENA, headers=WAIT))
    assert timeless(again) == timeless(found)


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    """Return a result without its times."""
    rows = [{k: v for k, v in row.items() if k != "seconds_per_decision"} for row in found["table"]]
    return found | {"table": rows}


def test_a_seed_that_was_not_given_is_told(client: FlaskClient) -> None:
    body = {"ruleset": "toy", "agents": ["uniform", "uniform"], "games": 1}
    assert len(result(client, client.post("/v1/arenas", json=body, headers=WAIT))["seed"]) == 16


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"agents": ["uniform", "nobody"]}, "/agents/1"),
        ({"agents": ["heuristic", "uniform"]}, "/agents/0"),
        ({"agents": []}, "/agents"),
        ({"agents": ["uniform"] * 9}, "/agents"),
        ({"games": 0}, "/games"),
        ({"games": 201}, "/games"),
        ({"map": "moon"}, "/map"),
        ({"seed": 7}, "/seed"),
        ({"speed": 7}, "/speed"),
    ],
)
def test_an_arena_that_cannot_be_is_refused(client: FlaskClient, change: Any, pointer: str) -> None:
    answer = client.post("/v1/arenas", json=ARENA | change)
    assert (answer.status_code, answer.json["errors"][0]["pointer"]) == (422, pointer)
