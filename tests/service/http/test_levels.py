"""Tests levels of agents in seats, in the catalog and on the ladder, over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.handlers import new_seats
from tests.service.http.client import Table
from workers.agents.catalog import default_agent, known_entry, seat_agent
from workers.agents.standings import published_levels

HUMAN = {"kind": "human"}
NEWEST = known_entry("graded").version


def asked(client: FlaskClient, *seats: dict[str, Any]) -> Any:
    return client.post("/v1/games", json={"ruleset": "catan", "seats": [HUMAN, HUMAN, *seats]})


def test_a_level_is_shown_wherever_its_agent_is(client: FlaskClient) -> None:
    answer = asked(client, {"kind": "ai", "agent": "graded", "level": 2}, {"kind": "ai", "level": 3})
    assert answer.status_code == 201, answer.text
    made = answer.json
    shown = {"kind": "ai", "agent": "graded", "agent_version": NEWEST}
    expected = [{"seat": 2, **shown, "level": 2}, {"seat": 3, **shown, "level": 3}]
    assert client.get(f"/v1/games/{made['id']}").json["seats"][2:] == expected
    row = next(row for row in client.get("/v1/games").json["games"] if row["id"] == made["id"])
    assert row["seats"][2:] == expected


def test_the_log_names_the_level_with_the_agent(client: FlaskClient) -> None:
    made = asked(client, {"kind": "ai", "agent": "graded", "level": 1}).json
    events = client.get(f"/v1/games/{made['id']}/events").json["events"]
    opened = next(event for event in events if event["type"] == "TableOpened")
    assert opened["seats"][2] == {"kind": "ai", "agent": "graded@1", "agent_version": NEWEST}


@pytest.mark.parametrize(
    ("seat", "member", "code"),
    [
        ({"kind": "ai", "agent": "graded", "level": 0}, "level", "range"),
        ({"kind": "ai", "agent": "graded", "level": 9}, "level", "range"),
        ({"kind": "ai", "agent": "graded", "level": "2"}, "level", "type"),
        ({"kind": "ai", "agent": "planner", "level": 2}, "level", "no_levels"),
        ({"kind": "ai", "agent": "hal", "level": 2}, "agent", "choice"),
        ({"kind": "ai", "agent": "graded@9"}, "agent", "choice"),
        ({"kind": "ai", "agent": "graded@02"}, "agent", "choice"),
        ({"kind": "ai", "agent": "planner@9"}, "agent", "choice"),
        ({"kind": "ai", "agent": "graded@2@9"}, "agent", "choice"),
        ({"kind": "ai", "agent": "graded@2@1", "level": 2}, "agent", "choice"),
        ({"kind": "human", "level": 2}, "level", "not_ai"),
        ({"kind": "ai", "agent": "graded", "strength": 2}, "strength", "unknown"),
    ],
)
def test_what_is_no_level_is_refused(client: FlaskClient, seat: dict[str, Any], member: str, code: str) -> None:
    answer = asked(client, seat)
    assert answer.status_code == 422
    (error,) = answer.json["errors"]
    assert (error["pointer"], error["code"]) == (f"/seats/2/{member}", code)


def test_a_level_that_was_not_measured_is_refused_with_those_that_were(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = {level: standing for level, standing in published_levels("graded").items() if level < 4}
    monkeypatch.setattr(new_seats, "published_levels", {"graded": measured}.get)
    answer = asked(client, {"kind": "ai", "agent": "graded", "level": 4})
    (error,) = answer.json["errors"]
    assert (error["pointer"], error["code"]) == ("/seats/2/level", "choice")
    assert error["allowed"] == ["1", "2", "3"]


def test_a_bot_may_be_replaced_at_a_level(client: FlaskClient) -> None:
    made = asked(client, {"kind": "bot", "agent": "graded", "level": 4}).json
    seat = client.get(f"/v1/games/{made['id']}").json["seats"][2]
    assert (seat["kind"], seat["agent"], seat["level"]) == ("bot", "graded", 4)


def test_the_catalog_lists_levels_that_were_measured_and_the_ladder_all_agents(client: FlaskClient) -> None:
    agent = client.get("/v1/agents/graded").json
    levels = agent["levels"]
    assert [level["level"] for level in levels] == sorted(published_levels("graded"))
    assert agent["usual_level"] in published_levels("graded")
    assert all(level["low"] <= level["rating"] <= level["high"] for level in levels)
    assert "levels" not in client.get("/v1/agents/planner").json
    ladders = {ladder["ruleset"]: ladder for ladder in client.get("/v1/ladder").json["ladders"]}
    assert ladders["toy"] == {"ruleset": "toy", "games": 0, "standings": []}, "none of its agents was measured"
    ladder = ladders["catan"]
    assert (ladder["ruleset"], ladder["seats"], ladder["yardstick"]) == ("catan", 4, {"agent": "heuristic"})
    ratings = [standing["rating"] for standing in ladder["standings"]]
    assert ratings == sorted(ratings, reverse=True)
    leveled = [standing for standing in ladder["standings"] if "level" in standing]
    found = {standing["level"]: standing["rating"] for standing in leveled if standing["agent_version"] == NEWEST}
    assert found == {level["level"]: level["rating"] for level in levels}


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_level_says_in_one_sentence_how_it_plays(client: FlaskClient, language: str) -> None:
    levels = client.get("/v1/agents/graded", headers={"Accept-Language": language}).json["levels"]
    told = [level["about"] for level in levels]
    assert len(set(told)) == len(levels) == len(published_levels("graded"))
    assert all(text.endswith(".") and ". " not in text for text in told)


def test_a_holder_may_lend_a_seat_to_a_level(client: FlaskClient) -> None:
    made = asked(client, HUMAN).json
    table = Table(client, made["id"], [seat.get("token") for seat in made["seats"]], made["owner_token"], None)
    answer = client.patch(f"{table.path}/seats/0", json={"agent": "graded@2"}, headers=table.headers(0))
    assert answer.status_code == 200, answer.text
    assert (answer.json["agent"], answer.json["level"], answer.json["agent_version"]) == ("graded", 2, NEWEST)


@pytest.mark.parametrize(
    ("seat", "shown"),
    [
        ({"agent": "planner@1"}, {"agent": "planner", "agent_version": 1}),
        ({"agent": "planner@@1"}, {"agent": "planner", "agent_version": 1}),
        ({"agent": "graded"}, {"agent": "graded", "agent_version": NEWEST}),
        ({"agent": "graded@@1"}, {"agent": "graded", "agent_version": 1}),
        ({"agent": "graded@2@1"}, {"agent": "graded", "level": 2, "agent_version": 1}),
        ({"agent": "graded@@1", "level": 3}, {"agent": "graded", "level": 3, "agent_version": 1}),
    ],
)
def test_a_seat_may_name_a_version(client: FlaskClient, seat: dict[str, Any], shown: dict[str, Any]) -> None:
    made = asked(client, {"kind": "ai"} | seat).json
    assert client.get(f"/v1/games/{made['id']}").json["seats"][2] == {"seat": 2, "kind": "ai", **shown}


def test_an_ai_seat_that_names_no_agent_gets_the_strongest_and_a_late_bot_a_quick_one(client: FlaskClient) -> None:
    agents = []
    for seat in ({"kind": "ai"}, {"kind": "bot", "deadline_s": 60}):
        made = asked(client, seat).json
        agents.append(client.get(f"/v1/games/{made['id']}").json["seats"][2]["agent"])
    assert agents == [seat_agent("catan"), default_agent("catan")]
    assert agents[0] != agents[1]


def test_a_version_that_is_not_served_is_refused_with_those_that_are(client: FlaskClient) -> None:
    (error,) = asked(client, {"kind": "ai", "agent": "graded@2@7"}).json["errors"]
    assert (error["pointer"], error["allowed"]) == ("/seats/2/agent", ["graded@2@3", "graded@2@2", "graded@2@1"])


def test_the_catalog_lists_the_versions_that_are_served(client: FlaskClient) -> None:
    version, *older = client.get("/v1/agents/graded").json["versions"]
    assert (version["version"], version["since"]) == (NEWEST, "2026-11-28")
    days = [(one["version"], one["since"], len(one["ratings"])) for one in older]
    assert days == [(2, "2026-11-28", 8), (1, "2026-11-27", 8)]
    assert 0 < version["p50_ms"] < version["p95_ms"]
    assert [level["level"] for level in version["levels"]] == [*range(1, 9)]
    ratings = {rating["level"]: rating["rating"] for rating in version["ratings"]}
    assert ratings == {level: standing.rating for level, standing in published_levels("graded").items()}
