"""Tests that a client that knows no rules can play by what the API lists."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.http.client import Table, new_table
from tests.service.http.playing import choices_of, play_on

THREE = [{"kind": "human"}] * 3


def test_a_whole_game_is_played_by_the_list(client: FlaskClient) -> None:
    table = new_table(client, options={"target": 15}, seats=THREE)
    play_on(table, Random(1))
    view = table.get().json
    assert (view["status"], view["awaiting"]) == ("finished", [])
    assert len(view["result"]["points"]) == 3
    over = table.get("/legal-actions", 0).json
    assert (over["seat"], over["actions"], over["templates"]) == (None, [], [])
    late = table.post("/commands", {"type": "Roll"}, 0)
    assert (late.status_code, late.json["rule"]) == (409, "game.finished")


@pytest.mark.parametrize("seed", range(3))
def test_everything_offered_in_catan_can_be_posted_as_it_is(client: FlaskClient, seed: int) -> None:
    """Check each choice as a move: the game goes on with a random one of them."""
    rng = Random(seed)
    table = new_table(client, ruleset="catan", seats=THREE, seed=f"s{seed}")
    for _ in range(60):
        seats = [entry["seat"] for entry in table.get().json["awaiting"]]
        if not seats:
            return
        seat = rng.choice(seats)
        choices = choices_of(table.get("/legal-actions", seat).json)
        if choices:
            answer = table.post("/commands", rng.choice(choices), seat)
            assert answer.status_code == 201, answer.text


def test_a_template_explains_itself(table: Table) -> None:
    [template] = table.get("/legal-actions", 0).json["templates"]
    assert template["type"] == template["example"]["type"] == "PutAside"
    assert template["schema"]["properties"]["type"] == {"type": "string", "const": "PutAside"}
    bound = template["bounds"]["chips"]["cards"]
    assert (bound["least"], bound["total"]) == (1, 1)
    assert sum(bound["max"].values()) == 3


def test_a_command_answers_the_version_and_its_events(running: Table) -> None:
    body = running.act(0, "Roll")
    [event] = body["events"]
    assert (body["version"], event["version"], event["index"], event["type"]) == (4, 4, 0, "Rolled")


def test_several_commands_are_as_many_versions(running: Table) -> None:
    running.act(0, "Roll")
    answer = running.post("/commands", {"commands": [{"type": "Step"}, {"type": "Step"}, {"type": "EndTurn"}]}, 0)
    assert answer.status_code == 201
    assert answer.json["version"] == 7
    assert [event["version"] for event in answer.json["events"]] == [5, 6, 7]


def test_a_spectator_has_nothing_to_do(running: Table) -> None:
    body = running.get("/legal-actions").json
    assert (body["seat"], body["must_act"], body["actions"], body["templates"]) == (None, False, [], [])


def test_a_seat_sees_its_own_secrets_alone(table: Table) -> None:
    mine, other, nobody = (table.get("", seat).json["state"]["cards"] for seat in (0, 1, None))
    assert (mine[1], other[0], nobody) == (None, None, [None, None])
    assert mine[0] is not None
    assert other[1] is not None


def test_every_past_version_can_be_looked_at(running: Table) -> None:
    running.act(0, "Roll")
    now = running.get().json["state"]
    assert now["rolled"] is True
    past = running.get("?version=3").json
    assert (past["version"], past["state"]["rolled"], past["state"]["points"]) == (3, False, [0, 0])
    assert running.get("?version=1").json["state"]["aside"] == []


def test_events_come_in_pages_that_never_split_a_version(running: Table) -> None:
    running.act(0, "Roll")
    everything = running.get("/events").json
    assert "next" not in everything
    found: list[dict[str, Any]] = []
    after = 0
    while True:
        page = running.get(f"/events?after={after}&limit=1").json
        found += page["events"]
        assert len({event["version"] for event in page["events"]}) == 1
        if "next" not in page:
            break
        after = page["next"]
    assert found == everything["events"]


@pytest.mark.parametrize(("language", "opened"), [("en", "A table is opened"), ("es", "Se abre una mesa")])
def test_events_are_told_in_words_where_somebody_asks(running: Table, language: str, opened: str) -> None:
    plain = running.get("/events").json["events"]
    answer = running.get("/events?summaries=true", **{"Accept-Language": language})
    told = answer.json["events"]
    assert told[0]["summary"].startswith(opened)
    assert [{name: value for name, value in event.items() if name != "summary"} for event in told] == plain
    assert answer.headers["Content-Language"] == language


def test_a_summary_says_no_more_than_its_event(running: Table) -> None:
    dealt = [e for e in running.get("/events?summaries=true", 0).json["events"] if e["type"] == "HandDealt"]
    assert [("card" in event, "card=" in event["summary"]) for event in dealt] == [(True, True), (False, False)]


def test_only_new_events_can_be_asked_for(running: Table) -> None:
    assert running.get("/events?after=latest").json["events"] == []
    assert [event["version"] for event in running.get("/events?after=2").json["events"]] == [3]


def test_what_a_seat_may_not_know_is_absent_from_events(running: Table) -> None:
    dealt = [event for event in running.get("/events", 0).json["events"] if event["type"] == "HandDealt"]
    assert ["card" in event for event in dealt] == [True, False]
    assert "seed" not in running.get("/events", 0).json["events"][0]


def test_a_representation_that_is_not_there_is_406(table: Table) -> None:
    assert table.get("/events", None, Accept="text/csv").status_code == 406
    assert table.get("/events", None, Accept="*/*").mimetype == "application/json"
    assert table.get("/events", None, Accept="text/html, application/*;q=0.5").mimetype == "application/json"
