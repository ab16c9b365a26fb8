"""Tests sandbox games: begun from given events or a record, with chosen draws, and never among ordinary games."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.catalog import RULESETS
from service.game.context import Context
from service.handlers.undo_requests import move_head
from tests.service.http.client import Table, new_table
from tests.service.http.problem_answers import problem
from tests.service.recorded import record_of

HUMANS = [{"kind": "human"}] * 3
CATAN: dict[str, Any] = {
    "ruleset": "catan",
    "map": "beginner",
    "options": {"starting_seat": 0},
    "seats": HUMANS,
    "sandbox": True,
}
ELASUND: dict[str, Any] = {"ruleset": "elasund", "seats": HUMANS[:2], "sandbox": True}
DICE: dict[str, Any] = {"ruleset": "catan-dice", "options": {"starting_seat": 0}, "seats": HUMANS[:2], "sandbox": True}
NONE: dict[str, int] = {}


def turn(seat: int, frame: str, number: int = 1) -> list[dict[str, Any]]:
    """Return the events by which a seat's turn has come to a frame."""
    opened = [{"frame": frame, "seats": [seat]}]
    return [{"type": "TurnStarted", "seat": seat, "turn": number}, {"type": "AgendaSet", "frames": opened}]


def sandbox(client: FlaskClient, *given: dict[str, Any], wish: dict[str, Any] = CATAN, **more: Any) -> Table:
    return new_table(client, **wish, **({"given": list(given)} if given else {}), **more)


def chosen(table: Table, *draws: tuple[str, Any], **headers: str) -> TestResponse:
    body = {"draws": [{"stream": stream, "outcome": outcome} for stream, outcome in draws]}
    return table.client.post(
        table.path + "/draws", json=body, headers={"Authorization": f"Bearer {table.owner}", **headers}
    )


def choose(table: Table, *draws: tuple[str, Any]) -> None:
    answer = chosen(table, *draws)
    assert answer.status_code == 201, answer.text


def event(body: dict[str, Any], type_: str) -> dict[str, Any]:
    return next(event for event in body["events"] if event["type"] == type_)


def listed(client: FlaskClient, query: str = "") -> list[str]:
    return [row["id"] for row in client.get(f"/v1/games{query}").json["games"]]


def test_a_sandbox_says_so_everywhere_and_is_listed_only_where_asked_for(client: FlaskClient) -> None:
    table, other = sandbox(client), new_table(client, **{**CATAN, "sandbox": False})

    assert table.id.startswith("sbx_")
    seen = table.get().json
    assert (seen["sandbox"], seen["unfair"]) == (True, True)
    assert table.get("/fairness").json["sandbox"] is True
    assert "sandbox" not in other.get().json
    for query in ("", "?status=running", "?ruleset=catan", "?map=beginner", "?agents=none"):
        more = f"{query}&sandbox=true" if query else "?sandbox=true"
        assert (table.id in listed(client, query), other.id in listed(client, query)) == (False, True)
        assert (table.id in listed(client, more), other.id in listed(client, more)) == (True, False)
    mine = {"Authorization": f"Bearer {table.tokens[0]}"}
    assert client.get("/v1/games?mine=true", headers=mine).json["games"] == []
    assert [row["sandbox"] for row in client.get("/v1/games?mine=true&sandbox=true", headers=mine).json["games"]] == [
        True
    ]


def test_the_bank_is_empty_when_it_should_pay(client: FlaskClient) -> None:
    bank = sandbox(client).get().json["state"]["bank"]["ore"]
    ore = {"type": "ResourcesProduced", "gains": [{"ore": bank}, NONE, NONE]}
    table = sandbox(client, ore, *turn(1, "roll"), draws=[{"stream": "dice", "outcome": [5, 6]}])

    assert table.get().json["state"]["bank"]["ore"] == 0
    rolled = table.act(1, "RollDice")
    assert event(rolled, "DiceRolled")["dice"] == [5, 6]
    assert table.get("", 1).json["state"]["dice"] == [5, 6]


def test_dice_and_cards_come_as_chosen_and_again_after_an_undo(app: Flask, client: FlaskClient) -> None:
    rich = {"type": "ResourcesProduced", "gains": [{"ore": 5, "wool": 5, "grain": 5}, NONE, NONE]}
    table = sandbox(client, rich, *turn(0, "roll"), undo="free", hot_seat=True)
    choose(table, ("dice", [1, 2]), ("deck", "monopoly"), ("deck", "victory_point"), ("dice", [6, 6]))

    assert event(table.act(0, "RollDice"), "DiceRolled")["dice"] == [1, 2]
    bought = [event(table.act(0, "BuyDevelopmentCard"), "DevelopmentCardBought")["card"] for _ in range(2)]
    assert bought == ["monopoly", "victory_point"]
    table.act(0, "EndTurn")
    assert event(table.act(1, "RollDice"), "DiceRolled")["dice"] == [6, 6]

    table.act(1, "EndTurn")
    choose(table, ("dice", [2, 2]))
    choose(table)
    choose(table, ("dice", [4, 4]))
    context: Context = app.extensions["longroad"].context
    assert event(table.act(2, "RollDice"), "DiceRolled")["dice"] == [4, 4]
    version = table.version()
    move_head(context, table.id, version - 1, version, 2)
    assert event(table.act(2, "RollDice"), "DiceRolled")["dice"] == [4, 4]
    assert record_of(context, table.id)["status"] == "running", "every digest is that of the events"


def test_a_card_that_is_gone_is_drawn_from_the_seed(client: FlaskClient) -> None:
    rich = {"type": "ResourcesProduced", "gains": [{"ore": 9, "wool": 9, "grain": 9}, NONE, NONE]}
    table = sandbox(client, rich, *turn(0, "build"))
    choose(table, *[("deck", "monopoly")] * 3)

    bought = [event(table.act(0, "BuyDevelopmentCard"), "DevelopmentCardBought")["card"] for _ in range(3)]
    assert bought[:2] == ["monopoly"] * 2
    assert bought[2] != "monopoly"


def test_longest_road_and_its_points_follow_from_given_roads(client: FlaskClient) -> None:
    founded = sandbox(client)
    board = founded.get("/board").json
    edges, at = [], 0
    while len(edges) < 5:
        edge = next(e for e in board["edges"] if at in e["nodes"] and e["id"] not in edges)
        edges.append(edge["id"])
        at = next(node for node in edge["nodes"] if node != at)
    roads = [{"type": "RoadFounded", "seat": 2, "edge": edge} for edge in edges]
    table = sandbox(client, *roads, *turn(2, "trade"))

    state = table.get().json["state"]
    assert (state["longest_road"], state["seats"][2]["points"], state["seats"][2]["route_length"]) == (2, 4, 5)


def test_a_hut_is_displaced_in_elasund(client: FlaskClient) -> None:
    buildings = sandbox(client, wish=ELASUND).get().json["state"]["buildings"]
    hut = next(one["square"] for one in buildings if one["seat"] == 1)
    gold = {"type": "GoldTaken", "seat": 0, "gold": 12}
    permit = {"type": "PermitPlaced", "seat": 0, "value": 0, "square": hut - 10}
    table = sandbox(client, gold, permit, *turn(0, "build_tiles"), wish=ELASUND)

    built = table.act(0, "BuildTile", building="house", square=hut - 10)
    assert event(built, "BuildingRemoved")["square"] == hut


def test_two_seats_share_the_victory_of_the_dice_game(client: FlaskClient) -> None:
    boxes = [{"type": "BoxFilled", "seat": seat, "box": box, "points": -2} for seat in (0, 1) for box in range(1, 15)]
    last = {"type": "BoxFilled", "seat": 0, "box": 15, "points": -2}
    table = sandbox(client, *boxes, last, *turn(1, "roll", 30), wish=DICE)
    choose(table, ("dice", {"gold": 1, "ore": 5}))

    assert event(table.act(1, "DiceRollDice", keep=NONE), "DiceDiceRolled")["rolled"] == {"gold": 1, "ore": 5}
    table.act(1, "StopRolling")
    ended = table.act(1, "EndTurn")
    assert event(ended, "GameEnded")["winners"] == [0, 1]
    draws = table.get("/fairness").json["draws"]
    assert [draw.get("chosen") for draw in draws] == [True]


def test_a_given_position_waits_for_the_last_seat(client: FlaskClient) -> None:
    table = sandbox(client, *turn(1, "roll"), wish={**CATAN, "seats": [*HUMANS[:2], {"kind": "open"}]})
    assert table.get().json["status"] == "open"
    assert table.post("/seats", {"entropy": "three sixes"}).status_code == 201
    seen = table.get().json
    assert (seen["status"], seen["awaiting"][0]["seat"], seen["awaiting"][0]["frame"]) == ("running", 1, "roll")
    choose(table, ("dice", [6, 6]))
    assert event(table.act(1, "RollDice"), "DiceRolled")["dice"] == [6, 6]


def test_only_the_owner_of_a_running_sandbox_chooses(client: FlaskClient) -> None:
    table, real = sandbox(client), new_table(client, **{**CATAN, "sandbox": False})
    open_one = sandbox(client, wish={**CATAN, "seats": [*HUMANS[:2], {"kind": "open"}]})
    body = {"draws": [{"stream": "dice", "outcome": [1, 1]}]}

    problem(table.post("/draws", body, 0), 403, "forbidden")
    problem(table.client.post(table.path + "/draws", json=body), 401, "unauthorized")
    assert problem(chosen(real, ("dice", [1, 1])), 409, "refused")["rule"] == "sandbox.only"
    assert problem(chosen(open_one, ("dice", [1, 1])), 409, "refused")["rule"] == "game.not_started"
    first, again = (chosen(table, ("dice", [1, 1]), **{"Idempotency-Key": "x" * 22}) for _ in range(2))
    assert (first.json, again.headers["Idempotency-Replayed"]) == (again.json, "true")


WRONG_DRAWS = [
    ({"stream": "dices", "outcome": [1, 1]}, "/draws/0/stream"),
    ({"stream": "favors", "outcome": "ship"}, "/draws/0/stream"),
    ({"stream": "dice", "outcome": [1, 7]}, "/draws/0/outcome"),
    ({"stream": "dice", "outcome": "six"}, "/draws/0/outcome"),
    ({"stream": "deck", "outcome": "knights"}, "/draws/0/outcome"),
    ({"stream": "deck"}, "/draws/0/outcome"),
    ({"stream": "deck", "outcome": "knight", "n": 1}, "/draws/0/n"),
]


@pytest.mark.parametrize(("draw", "pointer"), WRONG_DRAWS)
def test_a_draw_that_never_comes_is_refused_with_its_place(
    client: FlaskClient, draw: dict[str, Any], pointer: str
) -> None:
    table = sandbox(client)
    headers = {"Authorization": f"Bearer {table.owner}"}
    answer = client.post(table.path + "/draws", json={"draws": [draw]}, headers=headers)
    assert [error["pointer"] for error in problem(answer, 422, "invalid_body")["errors"]] == [pointer]
    assert table.version() == 1


PRODUCED = {"type": "ResourcesProduced", "gains": [{"ore": 1}, NONE, NONE]}
WRONG_EVENTS: list[tuple[Any, str, str]] = [
    ({"type": "ResourceProduced"}, "/given/0/type", "choice"),
    ({"type": "GameStarted"}, "/given/0/type", "choice"),
    ({"type": "PositionSet"}, "/given/0/type", "choice"),
    ({"type": "ResourcesProduced"}, "/given/0/gains", "required"),
    ({"type": "SettlementFounded", "seat": 0, "node": "x"}, "/given/0/node", "type"),
    ({"type": "SettlementFounded", "seat": 0, "node": 400}, "/given/0", "given_fails"),
    ({"type": "SettlementFounded", "seat": 5, "node": 4}, "/given/0", "given_fails"),
    ({"type": "KnightPlayed", "seat": 1}, "/given", "unsound.negative"),
    ({"type": "ResourcesProduced", "gains": [{"ore": 20}, NONE, NONE]}, "/given", "unsound.negative"),
    ({"type": "CityBuilt", "seat": 0, "node": 4, "cost": NONE}, "/given", "unsound.points"),
    (
        {"type": "AgendaSet", "frames": [{"frame": "answer_gift", "seats": [0], "resource": "ore"}]},
        "/given",
        "given_ends",
    ),
    ({"type": "AgendaSet", "frames": []}, "/given", "given_over"),
    ({"type": "AgendaSet", "frames": [{"frame": "roll", "seats": [4]}]}, "/given", "unsound.seats"),
    ({"type": "AgendaSet", "frames": [{"frame": "rolling", "seats": [0]}]}, "/given/0/frames", "other"),
    ({"type": "AgendaSet", "frames": [{"frame": "roll"}]}, "/given/0/frames", "other"),
    ({"type": "GameWon", "seat": 0, "points": 10, "victory_point_cards": 0}, "/given", "unsound.points"),
    ("RollDice", "/given/0", "type"),
]


@pytest.mark.parametrize(("wrong", "pointer", "code"), WRONG_EVENTS)
def test_events_that_lead_nowhere_are_refused_with_their_place(
    client: FlaskClient, wrong: Any, pointer: str, code: str
) -> None:
    answer = client.post("/v1/games", json={**CATAN, "given": [wrong, PRODUCED]})
    assert [(one["pointer"], one["code"]) for one in problem(answer, 422, "invalid_body")["errors"]] == [
        (pointer, code)
    ]


def test_more_roads_than_a_seat_has_are_not_measured(client: FlaskClient) -> None:
    roads = [{"type": "RoadFounded", "seat": 0, "edge": edge} for edge in range(50)]
    answer = client.post("/v1/games", json={**CATAN, "map": "variable", "given": roads})
    assert [error["code"] for error in problem(answer, 422, "invalid_body")["errors"]] == ["unsound.supply"]


def test_an_ordinary_game_takes_neither_events_nor_draws(client: FlaskClient) -> None:
    for more in ({"given": [PRODUCED]}, {"draws": [{"stream": "dice", "outcome": [1, 1]}]}):
        answer = client.post("/v1/games", json={**CATAN, "sandbox": False, **more})
        assert [error["code"] for error in problem(answer, 422, "invalid_body")["errors"]] == ["sandbox_only"]
    waiting = {**CATAN, "seats": [*HUMANS[:2], {"kind": "open"}], "draws": [{"stream": "dice", "outcome": [1, 1]}]}
    assert (
        problem(client.post("/v1/games", json=waiting), 422, "invalid_body")["errors"][0]["code"]
        == "draws_before_start"
    )


@pytest.fixture
def finished(client: FlaskClient) -> Table:
    """Return an ordinary dice game that seat 1 resigned after two turns."""
    table = new_table(client, **{**DICE, "sandbox": False}, seed="one")
    for seat in (0, 1):
        table.act(seat, "DiceRollDice", keep=NONE)
        table.act(seat, "StopRolling")
        table.act(seat, "EndTurn")
    assert table.post("/resign", {}, 1).status_code == 201
    return table


def test_a_sandbox_begins_at_any_version_of_a_record(app: Flask, client: FlaskClient, finished: Table) -> None:
    context: Context = app.extensions["longroad"].context
    record = record_of(context, finished.id)
    start = {"record": record, "version": 4, "sandbox": True, "seats": HUMANS[:2]}
    answer = client.post("/v1/games", json=start | {"given": turn(1, "roll", 2)})
    assert answer.status_code == 201, answer.text
    made = answer.json
    table = Table(client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)

    assert table.id.startswith("sbx_")
    assert table.get().json["state"]["seats"] == finished.get("?version=4").json["state"]["seats"]
    choose(table, ("dice", {"gold": 6}))
    table.act(1, "DiceRollDice", keep=NONE)
    assert table.get().json["state"]["dice"]["gold"] == 6
    as_it_was = client.post("/v1/games", json={"record": record, "version": 3, "sandbox": True}).json
    assert [seat["kind"] for seat in as_it_was["seats"]] == ["human", "human"]

    problem(client.post("/v1/games", json=start | {"version": 99}), 404, "not_found")
    problem(client.post("/v1/games", json=start | {"sandbox": False}), 422, "invalid_body")
    problem(client.post("/v1/games", json=start | {"seats": HUMANS}), 422, "invalid_body")
    forged = {**record, "versions": [*record["versions"][:-1], record["versions"][-2]]}
    assert (
        problem(client.post("/v1/games", json=start | {"record": forged}), 409, "refused")["rule"] == "record.unproven"
    )


def test_what_comes_from_a_sandbox_is_one_too_and_none_is_imported(app: Flask, client: FlaskClient) -> None:
    table = sandbox(client, wish=DICE)
    choose(table, ("dice", {"ore": 6}))
    table.act(0, "DiceRollDice", keep=NONE)
    branch = table.post("/branches", {"version": 2}, 0).json
    assert client.get(f"/v1/games/{branch['id']}").json["sandbox"] is True
    assert table.post("/resign", {}, 1).status_code == 201
    rematch = table.post("/rematch", {}, 0).json
    assert (branch["id"][:4], rematch["id"][:4]) == ("sbx_", "sbx_")
    assert client.get(f"/v1/games/{rematch['id']}").json["sandbox"] is True

    context: Context = app.extensions["longroad"].context
    record = record_of(context, table.id)
    assert record["sandbox"] is True
    assert problem(client.post("/v1/games", json={"record": record}), 409, "refused")["rule"] == "record.sandbox"
    replayed = table.post("/replays", {"format": "json"}, 0)
    assert replayed.status_code == 202

    real = new_table(client, **{**DICE, "sandbox": False})
    tried = real.post("/branches", {"version": 1, "given": turn(1, "roll", 2)}, 0)
    assert problem(tried, 422, "invalid_body")["errors"][0]["code"] == "sandbox_only"
    tried = real.post("/branches", {"version": 1, "given": turn(1, "roll", 2), "sandbox": True}, 0)
    assert tried.json["id"].startswith("sbx_")


def test_the_examples_of_the_guide_are_accepted(client: FlaskClient) -> None:
    guide = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
    section = guide.partition("\n## Sandbox games\n")[2].partition("\n## ")[0]
    bodies = [json.loads(body) for body in re.findall(r"-d '(\{.*?\})'\n", section, re.DOTALL)]
    assert len(bodies) == 3

    *games, draws = bodies
    owners = []
    for body in games:
        answer = client.post("/v1/games", json=body)
        assert answer.status_code == 201, answer.text
        owners.append(answer.json)
    headers = {"Authorization": f"Bearer {owners[0]['owner_token']}"}
    assert client.post(f"/v1/games/{owners[0]['id']}/draws", json=draws, headers=headers).status_code == 201

    name = ""
    for ruleset, stream, outcome in re.findall(r"\| (?:`([a-z-]+)`)? *\| `([a-z]+)` \| .*?`(\S.*?)`.* \|\n", section):
        name = ruleset or name
        assert json.loads(outcome) in [one for row in RULESETS[name].outcomes[stream] for one in row]


def test_sandbox_takes_two_hundred_given_events(client: FlaskClient) -> None:
    swap = [
        {"type": "ResourcesProduced", "gains": [{"ore": 1}, NONE, NONE]},
        {"type": "MaritimeTradeMade", "seat": 0, "give": {"ore": 1}, "take": {"wool": 1}},
    ]
    given = [*swap * 18, *[{"type": "TurnStarted", "seat": 0, "turn": 1}] * 162, *turn(0, "build")]

    table = sandbox(client, *given)
    assert table.get("", 0).json["state"]["seats"][0]["resources"]["wool"] == 19
    events = table.get("/events?limit=1000", 0).json["events"]
    assert [one["type"] for one in events][-len(given) :] == [one["type"] for one in given]
    more = client.post("/v1/games", json={**CATAN, "given": [*given, given[0]]})
    assert (more.status_code, more.json["errors"][0]["pointer"]) == (422, "/given")


def test_owner_removes_a_sandbox_whose_tokens_nobody_else_has(client: FlaskClient) -> None:
    own, renewed, ordinary = sandbox(client), sandbox(client), new_table(client, **{**CATAN, "sandbox": False})
    taken = sandbox(client, wish={**CATAN, "seats": [*HUMANS[:2], {"kind": "open"}]})
    assert renewed.post("/seats/1/token", {}, 1).status_code == 201
    assert taken.post("/seats", {}).status_code == 201

    def removed(table: Table) -> int:
        headers = {"Authorization": f"Bearer {table.owner}"}
        return client.delete(table.path, headers=headers).status_code

    assert [removed(table) for table in (own, renewed, taken, ordinary)] == [204, 409, 409, 409]
