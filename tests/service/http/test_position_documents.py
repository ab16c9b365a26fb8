"""Tests positions over REST: shown of hosted games, read back, and played on as the hosted game is."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.records.positions import PLACE
from tests.conftest import StorePair
from tests.service.http.client import Table, new_table, plain_app
from tests.service.http.playing import choices_of
from tests.service.http.positions import ENVELOPE, GAMES, walked
from tests.service.http.problem_answers import problem


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application with the rulesets that are offered."""
    return plain_app(stores)


def asked(table: Table, place: str, body: Any, seat: int | None) -> Any:
    """Post a body for a position as a seat of the game, which must succeed."""
    answer = table.client.post(f"/v1/positions/{place}", json=body, headers=table.headers(seat))
    assert answer.status_code == 200, answer.text
    return answer.json


@pytest.mark.parametrize("wish", GAMES, ids=lambda wish: f"{wish['ruleset']}-{wish.get('map', 'usual')[:8]}")
def test_a_view_sent_back_is_the_position_of_the_game(client: FlaskClient, wish: dict[str, Any]) -> None:
    table = new_table(client, **wish)
    for seat in walked(table):
        view, shown = table.get("", seat).json, table.get("/position", seat).json
        assert shown["state"] == view["state"]
        listed = table.get("/legal-actions", seat).json
        assert asked(table, "legal-actions", {PLACE: view, "seat": seat}, seat) == listed
        assert asked(table, "legal-actions", {PLACE: shown}, None) == listed
        both = asked(table, "notation", {PLACE: shown}, None)
        assert both[PLACE] == shown
        assert asked(table, "notation", {"text": both["text"]}, None) == both


@pytest.mark.parametrize("wish", GAMES, ids=lambda wish: f"{wish['ruleset']}-{wish.get('map', 'usual')[:8]}")
def test_outcomes_are_those_of_a_dry_run_in_the_game(client: FlaskClient, wish: dict[str, Any]) -> None:
    table = new_table(client, **wish)
    for seat in walked(table):
        shown, command = table.get("/position", seat).json, choices_of(table.get("/legal-actions", seat).json)[0]
        tried = table.post("/dry-runs", command, seat).json
        found = asked(table, "apply", {PLACE: shown, "commands": [command], "outcomes": True}, None)
        assert found["certain"] == tried["certain"]
        if tried["exact"]:
            assert found == {name: tried[name] for name in found}


@pytest.mark.parametrize("wish", GAMES, ids=lambda wish: f"{wish['ruleset']}-{wish.get('map', 'usual')[:8]}")
def test_the_position_after_commands_is_that_of_the_game(client: FlaskClient, wish: dict[str, Any]) -> None:
    table = new_table(client, **wish)
    for seat in walked(table):
        shown, command = table.get("/position", seat).json, choices_of(table.get("/legal-actions", seat).json)[0]
        found = asked(table, "apply", {PLACE: shown, "commands": [command]}, None)
        assert found == asked(table, "apply", {PLACE: shown, "commands": [command]}, None)
        again = asked(table, "notation", {PLACE: found[PLACE]}, None)
        assert again[PLACE]["state"] == found[PLACE]["state"]
        tried = table.post("/dry-runs", command, seat).json
        if tried["chance"] == [] and tried["exact"]:
            events = table.post("/commands", command, seat).json["events"]
            assert found["events"] == [
                {name: value for name, value in event.items() if name not in ENVELOPE}
                for event in events
                if event["type"] != "SeedRevealed"
            ]
            assert found[PLACE]["state"] == table.get("", seat).json["state"]


def test_a_position_of_another_seat_waits_for_the_end(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3)
    problem(table.get("/position?seat=1", 0), 403, "forbidden")
    assert table.get("/position?seat=0", 0).json == table.get("/position", 0).json


def test_a_spectator_is_shown_the_version_of_its_view(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3, spectator_delay={"versions": 3})
    for _ in range(5):
        must = table.get("", 0).json["awaiting"][0]["seat"]
        table.post("/commands", choices_of(table.get("/legal-actions", must).json)[0], must)
    newest = table.get("", 0).json["version"]
    view, shown = table.get().json, table.get("/position").json
    assert (shown["game"]["version"], shown["seat"]) == (view["version"], None) == (newest - 3, None)
    assert shown["state"] == view["state"]
    for version in range(1, newest + 2):
        read, document = table.get(f"?version={version}"), table.get(f"/position?version={version}")
        assert read.status_code == document.status_code, version
        if read.status_code == 200:
            assert document.json["state"] == read.json["state"]


def test_a_board_is_read_only_from_games_that_the_caller_may_see(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3, private=True)
    view = table.get("", 0).json
    assert asked(table, "notation", {PLACE: view}, 0)[PLACE]["layout"]
    refused = problem(client.post("/v1/positions/notation", json={PLACE: view}), 422, "invalid_body")
    nothing = problem(
        client.post("/v1/positions/notation", json={PLACE: view | {"id": "0" * len(view["id"])}}), 422, "invalid_body"
    )
    assert refused["errors"] == nothing["errors"], "a game that is hidden is as good as none"
    assert refused["errors"][0]["pointer"] == "/position/layout"


def test_no_hand_is_guessed(client: FlaskClient) -> None:
    table = new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3)
    shown = table.get("/position", 0).json
    answer = client.post("/v1/positions/legal-actions", json={PLACE: shown, "seat": 1})
    assert problem(answer, 422, "invalid_body")["errors"][0]["pointer"] == "/seat"


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"ruleset": "chess"}, "/position/ruleset"),
        ({"map": "atlantis"}, "/position/map"),
        ({"map": "own-1.xx"}, "/position/map"),
        ({"modules": ["nobodys"]}, "/position/modules"),
        ({"modules": ["erie-canal"]}, "/position/modules"),
        ({"options": {"none_such": 1}}, "/position/options/none_such"),
        ({"options": {"victory_points": 999}}, "/position/options/victory_points"),
    ],
)
def test_a_setting_that_cannot_be_is_pointed_to_in_the_document(
    client: FlaskClient, wrong: dict[str, Any], place: str
) -> None:
    shown = new_table(client, ruleset="catan", seats=[{"kind": "human"}] * 3).get("/position", 0).json
    answer = client.post("/v1/positions/legal-actions", json={PLACE: shown | wrong})
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json["errors"]] == [place]
