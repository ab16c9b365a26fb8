"""Tests boards of one's own over HTTP: checked, made, drawn, and played on."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.game.context import Context
from tests.domain.catan.own_boards import BEGINNER, LARGE, MIDDLE, SMALL, document, harbor, ring, tile
from tests.service.http.client import Table, new_table
from tests.service.http.problem_answers import problem
from tests.service.recorded import record_of

HUMANS = [{"kind": "human"}] * 3
WISH: dict[str, Any] = {"ruleset": "catan", "seats": HUMANS}


def asked(client: FlaskClient, **wish: Any) -> dict[str, Any]:
    answer = client.post("/v1/boards", json=wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json
    return found


@pytest.mark.parametrize("text", [SMALL, MIDDLE, LARGE, BEGINNER])
def test_a_board_is_shown_by_its_document_and_by_its_text(client: FlaskClient, text: str) -> None:
    shown = asked(client, map=text)
    assert shown["map"] == text
    assert asked(client, board=shown["board"]) == shown
    assert client.get(f"/v1/boards/{text}").json == shown
    table = new_table(client, **WISH | {"map": text})
    board = table.get("/board").json
    assert board == {"id": table.id, **shown["geometry"]}


def test_a_picture_shows_every_tile(client: FlaskClient) -> None:
    shown = asked(client, map=MIDDLE)
    picture = client.get(shown["picture"])
    assert picture.mimetype == "image/svg+xml"
    assert picture.text.count("data-tile=") == len(shown["board"]["tiles"])
    again = client.get(shown["picture"], headers={"If-None-Match": picture.headers["ETag"]})
    assert again.status_code == 304


def test_the_same_seed_makes_the_same_board(client: FlaskClient) -> None:
    rules = {"seats": 5, "equal_neighbors": False, "seed": "rain"}
    first = asked(client, rules=rules)
    assert asked(client, rules=rules) == first
    assert first["seed"] == "rain"
    assert 5 in first["seats"]
    drawn = asked(client, rules={})
    assert asked(client, rules={"seed": drawn["seed"]}) == drawn


def test_a_game_is_played_on_a_board_of_ones_own(client: FlaskClient) -> None:
    table = new_table(client, **WISH | {"board": ring()})
    view = table.get("", 0).json
    assert view["map"] == SMALL
    seat = view["awaiting"][0]["seat"]
    offered = table.get("/legal-actions", seat).json["actions"][0]["command"]
    assert table.post("/commands", offered, seat).status_code == 201
    assert table.get("", 0).json["version"] == 2
    assert table.get("/board.svg").status_code == 200
    assert table.get("/events").json["events"][0]["map"] == SMALL


@pytest.mark.parametrize("wanted", [SMALL, "own-1"])
def test_the_lobby_lists_games_by_their_board(client: FlaskClient, wanted: str) -> None:
    table, other = new_table(client, **WISH | {"map": SMALL}), new_table(client, **WISH | {"map": MIDDLE})
    listed = [row["id"] for row in client.get("/v1/games", query_string={"map": wanted, "limit": 50}).json["games"]]
    assert table.id in listed
    assert (other.id in listed) == (wanted == "own-1")


BAD: dict[str, tuple[dict[str, Any], str, str]] = {
    "no board": ({}, "", "one_board"),
    "two of them": ({"map": SMALL, "rules": {}}, "", "one_board"),
    "a printed map": ({"map": "beginner"}, "/map", "no_own_board"),
    "a damaged text": ({"map": SMALL[:-1]}, "/map", "board.damaged"),
    "another edition": ({"map": "own-9.A..AA"}, "/map", "board.edition"),
    "no tile": ({"board": {"tiles": []}}, "/board/tiles", "listed"),
    "no such terrain": ({"board": {"tiles": [tile(0, 0, "sea")]}}, "/board/tiles/0/terrain", "choice"),
    "a tile twice": ({"board": {"tiles": [tile(0, 0, token=None)] * 2}}, "/board/tiles/1", "board.twice"),
    "a harbor inland": (
        {"board": {**document(BEGINNER), "harbors": [harbor(0, 0, "E")]}},
        "/board/harbors/0/side",
        "board.inland",
    ),
    "a shape in two": (
        {"rules": {"shape": [{"q": 0, "r": 0}, {"q": 9, "r": 9}]}},
        "/rules/shape/1",
        "board.apart",
    ),
    "too many seats for the shape": (
        {"rules": {"seats": 6, "shape": [{"q": q, "r": r} for q in range(3) for r in range(2)]}},
        "/rules/seats",
        "board.seats",
    ),
    "another game": ({"ruleset": "elasund", "board": ring()}, "/board", "no_boards"),
}


@pytest.mark.parametrize(("wish", "pointer", "code"), BAD.values(), ids=BAD.keys())
def test_what_is_no_board_is_refused(client: FlaskClient, wish: dict[str, Any], pointer: str, code: str) -> None:
    answer = client.post("/v1/boards", json=wish)
    slug = "invalid_configuration" if code == "no_boards" else "invalid_body"
    [error] = problem(answer, 422, slug)["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert error["detail"] != "does not have the right form"


BAD_GAMES: dict[str, tuple[dict[str, Any], str, str]] = {
    "a board beside a map": ({"board": ring(), "map": "variable"}, "/board", "board_or_map"),
    "too many seats": ({"board": ring(), "seats": [{"kind": "human"}] * 5}, "/board", "does_not_combine"),
    "too many seats for a text": ({"map": SMALL, "seats": [{"kind": "human"}] * 5}, "/map", "does_not_combine"),
    "a damaged text": ({"map": SMALL[:-2] + "zz"}, "/map", "board.damaged"),
    "a module with a map of its own": ({"map": SMALL, "modules": ["erie-canal"]}, "/modules", "does_not_combine"),
    "red neighbors": (
        {"board": {"tiles": [tile(q, r, token=6) for q in range(3) for r in range(3)]}},
        "/board/tiles/0/token",
        "board.red",
    ),
}


@pytest.mark.parametrize(("wish", "pointer", "code"), BAD_GAMES.values(), ids=BAD_GAMES.keys())
def test_no_game_is_made_on_what_is_no_board(
    client: FlaskClient, wish: dict[str, Any], pointer: str, code: str
) -> None:
    answer = client.post("/v1/games", json=WISH | wish)
    assert answer.status_code == 422
    [error] = answer.json["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)


def test_a_rematch_a_branch_and_a_record_keep_the_board(client: FlaskClient) -> None:
    table: Table = new_table(client, **WISH | {"map": SMALL, "undo": "free"})
    branched = client.post(
        f"{table.path}/branches",
        json={"version": 1},
        headers={"Authorization": f"Bearer {table.owner}"},
    )
    assert branched.status_code == 201, branched.text
    assert client.get(f"/v1/games/{branched.json['id']}").json["map"] == SMALL
    for seat in (0, 1):
        assert table.post("/resign", {}, seat).status_code == 201
    over = table.get().json
    assert over["status"] == "finished", over["status"]
    again = table.post("/rematch", {}, 2)
    assert again.status_code == 201, again.text
    assert client.get(f"/v1/games/{again.json['id']}").json["map"] == SMALL
    context: Context = client.application.extensions["longroad"].context
    record = record_of(context, table.id)
    assert record["map"] == SMALL
    copy = client.post("/v1/games", json={"record": record})
    assert copy.status_code == 201, copy.text
    assert client.get(f"/v1/games/{copy.json['id']}/board").json["map"] == SMALL


def test_a_position_has_tiles_of_any_island(client: FlaskClient) -> None:
    table = new_table(client, **WISH | {"map": SMALL})
    seat = table.get().json["awaiting"][0]["seat"]
    view = table.get("", seat).json
    wish: dict[str, Any] = {"ruleset": "catan", "seat": seat, "state": view["state"], "layout": ring()}
    offered = table.get("/legal-actions", seat).json["actions"]
    found = client.post("/v1/positions/legal-actions", json={"position": wish}).json
    assert [one["command"] for one in found["actions"]] == [one["command"] for one in offered]
    after = client.post("/v1/positions/apply", json={"position": wish, "commands": [offered[0]["command"]]}).json
    assert after["position"]["map"] == SMALL
    assert "layout" not in after["position"]
    wish["layout"]["tiles"].append(tile(9, 9))
    [error] = problem(client.post("/v1/positions/legal-actions", json={"position": wish}), 422, "invalid_body")[
        "errors"
    ]
    assert (error["pointer"], error["code"]) == (
        f"/position/layout/tiles/{len(wish['layout']['tiles']) - 1}",
        "board.apart",
    )


@pytest.mark.parametrize("place", ["", "/board.svg"])
def test_an_address_of_no_board_is_refused(client: FlaskClient, place: str) -> None:
    problem(client.get(f"/v1/boards/beginner{place}"), 404, "not_found")
    for text, code in ((SMALL[:-1], "board.damaged"), ("own-9.A", "board.edition"), ("own-", "board.edition")):
        [error] = problem(client.get(f"/v1/boards/{text}{place}"), 422, "invalid_body")["errors"]
        assert (error["parameter"], error["code"]) == ("id", code)
