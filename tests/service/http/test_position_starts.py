"""Tests sandbox games that begin at a position that a client brings: played to the end, replayed, undone."""

from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.game.context import Context
from service.handlers.undo_requests import move_head
from service.records.positions import PLACE
from tests.conftest import StorePair
from tests.service.http.client import Table, new_table, plain_app, table_of
from tests.service.http.playing import choices_of
from tests.service.http.positions import GAMES, acting, walked
from tests.service.http.problem_answers import problem
from tests.service.recorded import record_of

TIMES = 3
CATAN: dict[str, Any] = {"ruleset": "catan", "seats": [{"kind": "human"}] * 3, "options": {"starting_seat": 0}}


def shown(table: Table, seat: int | None) -> dict[str, Any]:
    """Return what a seat knows of a game, without the name of the game."""
    found: dict[str, Any] = table.get("/position", seat).json
    return {name: value for name, value in found.items() if name != "game"}


def begun(client: FlaskClient, **wish: Any) -> Table:
    """Return a sandbox game that begins at a position."""
    return table_of(client, {"sandbox": True, **wish})


def halfway(client: FlaskClient, wish: dict[str, Any]) -> tuple[Table, int]:
    """Return a game some way on, of whose positions the server gives advice, and a seat that must act."""
    table = new_table(client, **wish, analyses="all")
    for number, seat in enumerate(walked(table)):
        if number == TIMES:
            return table, seat
    raise AssertionError(wish)


@pytest.mark.parametrize("wish", GAMES, ids=lambda wish: f"{wish['ruleset']}-{wish.get('map', 'usual')[:8]}")
def test_a_game_begins_at_a_position_and_is_played_on(app: Flask, client: FlaskClient, wish: dict[str, Any]) -> None:
    first, seat = halfway(client, wish)
    told = shown(first, seat)
    table = begun(client, **{PLACE: told})
    assert table.get().json["sandbox"] is True
    assert shown(table, seat) == told
    assert table.get("/legal-actions", seat).json["actions"] == first.get("/legal-actions", seat).json["actions"]
    for _ in walked(table):
        pass
    context: Context = app.extensions["longroad"].context
    record = record_of(context, table.id)
    assert record["sandbox"] is True
    assert record["versions"][0]["events"][1]["type"] == "PositionSet"


def test_it_can_be_played_to_its_end(app: Flask, client: FlaskClient) -> None:
    first = new_table(client, ruleset="catan-dice", seats=[{"kind": "human"}] * 2, analyses="all")
    for _ in walked(first):
        pass
    table = begun(client, **{PLACE: shown(first, None)}, undo="free")
    rng = Random(3)
    while table.get().json["status"] == "running":
        seat = acting(table, rng)
        command = rng.choice(choices_of(table.get("/legal-actions", seat).json))
        assert table.post("/commands", command, seat).status_code == 201
    context: Context = app.extensions["longroad"].context
    assert record_of(context, table.id)["status"] == "finished", "every digest is that of the events"


def test_commands_are_undone_down_to_the_position(app: Flask, client: FlaskClient) -> None:
    first, _ = halfway(client, {"ruleset": "catan-dice", "seats": [{"kind": "human"}]})
    table = begun(client, **{PLACE: shown(first, 0)}, undo="free")
    before = table.get("", 0).json["state"]
    for _ in range(4):
        command = choices_of(table.get("/legal-actions", 0).json)[0]
        assert table.post("/commands", command, 0).status_code == 201
    context: Context = app.extensions["longroad"].context
    move_head(context, table.id, 1, 5, 0)
    assert table.get("", 0).json["state"] == before
    assert record_of(context, table.id)["status"] == "running"


def test_hidden_cards_are_dealt_anew_or_from_the_seed(client: FlaskClient) -> None:
    first, _ = halfway(client, CATAN)
    told = shown(first, 0)
    hands = [shown(begun(client, **{PLACE: told}, seed="one"), 1)["state"] for _ in range(2)]
    assert hands[0] == hands[1]
    whole = {**told, "state": shown(first, 0)["state"]}
    for seat in range(3):
        whole["state"]["seats"][seat] = shown(first, seat)["state"]["seats"][seat]
    del whole["seat"]
    whole["state"]["seats"][0].pop("public_at_least", None)  # as after a theft: nobody knows of its cards
    table = begun(client, **{PLACE: whole})
    for seat in range(3):
        assert shown(table, seat)["state"]["seats"][seat] == whole["state"]["seats"][seat]


def test_a_text_seats_given_and_draws_do_as_well(client: FlaskClient) -> None:
    told = shown(halfway(client, CATAN)[0], 0)
    text = client.post("/v1/positions/notation", json={PLACE: told}).json["text"]
    turn = [
        {"type": "TurnStarted", "seat": 1, "turn": 9},
        {"type": "AgendaSet", "frames": [{"frame": "roll", "seats": [1]}]},
    ]
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "human"}, {"kind": "human"}]
    draws = [{"stream": "dice", "outcome": [3, 3]}]
    table = begun(client, text=text, seats=seats, given=turn, draws=draws)
    rolled = table.act(1, "RollDice")
    assert next(event for event in rolled["events"] if event["type"] == "DiceRolled")["dice"] == [3, 3]
    assert table.get().json["seats"][0]["name"] == "Ana"


def test_bad_starts(client: FlaskClient) -> None:
    told = shown(halfway(client, CATAN)[0], 0)
    for more, pointer in (
        ({"seats": [{"kind": "human"}] * 2}, "/seats"),
        ({"sandbox": False}, "/sandbox"),
        ({"text": "lp1.x"}, "/position"),
        ({"ruleset": "catan"}, "/ruleset"),
    ):
        answer = client.post("/v1/games", json={PLACE: told, "sandbox": True, **more})
        assert problem(answer, 422, "invalid_body")["errors"][0]["pointer"] == pointer
    broken = {**told, "state": {**told["state"], "robber": 10_000}}
    answer = client.post("/v1/games", json={PLACE: broken, "sandbox": True})
    assert problem(answer, 422, "invalid_body")["errors"][0]["pointer"].startswith("/position/state")


def test_none_begins_at_the_position_of_rivals(client: FlaskClient) -> None:
    rivals = new_table(client, **CATAN, seed="rivals of a start")
    rivals.act(0, "FoundSettlement", node=choices_of(rivals.get("/legal-actions", 0).json)[0]["node"])
    for told in (rivals.get("/position", 1).json, shown(rivals, 1)):
        answer = client.post("/v1/games", json={PLACE: told, "sandbox": True}, headers=rivals.headers(1))
        assert problem(answer, 409, "refused")["rule"] == "analysis.running"
    over, _ = halfway(client, GAMES[-1])
    while over.get().json["status"] == "running":
        seat = acting(over, Random(2))
        over.post("/commands", choices_of(over.get("/legal-actions", seat).json)[0], seat)
    answer = client.post("/v1/games", json={PLACE: shown(over, None), "sandbox": True})
    assert problem(answer, 409, "refused")["rule"] == "game.finished"


@pytest.fixture(scope="module")
def app(stores: StorePair) -> Flask:
    """Return an application with the rulesets that are offered."""
    return plain_app(stores)
