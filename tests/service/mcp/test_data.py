"""Tests the data that tools answer beside their text: its schemas, its pages, and that it follows the contract."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.mcp import looking_back, shapes
from service.mcp.seating import GAME_ROW, RULESET
from service.mcp.tools import TOOLS
from service.mcp.writing import ROOM, Said, page_of, write_lines
from tests.conftest import StorePair
from tests.domain.catan.own_boards import SMALL, ring
from tests.service.http.client import plain_app
from tests.service.http.live import ROOT
from tests.service.mcp.model import Model, Told, at_a_trade, message, meta, post, schema_of, untold

CONTRACT: dict[str, Any] = json.loads((ROOT / "openapi" / "openapi.json").read_text())["components"]["schemas"]
SHAPES: list[tuple[Mapping[str, Any], str, dict[str, str]]] = [
    (shapes.VOTE, "Vote", {}),
    (shapes.RESULT, "Result", {}),
    (shapes.AWAITED["items"], "AwaitedAction", {}),
    ({"properties": shapes.TURN}, "LegalActions", {}),
    ({"properties": shapes.STANDING}, "Game", {"game": "id"}),
    (GAME_ROW, "GameRow", {}),
    (RULESET, "Ruleset", {}),
]
"""Lists shapes of data with the schemas of the contract whose members they have, and the members that differ."""


VECTORS = json.loads((Path(__file__).parents[3] / "openapi" / "clients" / "position-vectors.json").read_text())
BROUGHT = next(one["text"] for one in VECTORS if one["document"]["ruleset"] == "catan")


@pytest.fixture(scope="module")
def client(stores: StorePair) -> FlaskClient:
    """Return a client of an application over the stores of the session."""
    return plain_app(stores).test_client()


@pytest.fixture
def model(client: FlaskClient) -> Model:
    return Model(lambda sent: post(client, sent))


def test_every_tool_is_listed_with_a_schema_of_its_data(client: FlaskClient) -> None:
    listed = post(client, message("tools/list", {"_meta": meta()}))[1]["result"]["tools"]
    assert [tool["outputSchema"] for tool in listed] == [tool.output_schema for tool in TOOLS.values()]
    assert all(tool["outputSchema"]["type"] == "object" for tool in listed)
    assert len(json.dumps(listed)) < 30_000


def test_the_answers_of_every_tool_fit_their_schemas(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """`Model` compares the data of each answer with its schema and its text."""
    monkeypatch.setattr(looking_back, "WAITING", {})  # nobody carries out jobs here
    for one in model.data("rules")["rulesets"]:
        assert model.data("rules", ruleset=one["id"])["ruleset"]
    assert model.data("rules", rule="game.not_started")["rule"]
    seats = table_of_three(model)
    looked = model.data("look", seat=seats[0])
    assert (looked["seat"], len(looked["seats"])) == (0, 3)
    assert "bank" in [member["name"] for member in looked["state"]]
    offer_a_trade(model, seats)
    ana = model.start(ruleset="goofspiel", opponents=0, open_seats=1, undo="free")
    assert model.data("vote", seat=ana) == {"votes": []}
    ben = model.sit(game=ana.split("-")[0])
    done = model.data("play", seat=ana, number=13, version=2)
    assert (done["done"], done["must_act"], done["actions"]) == (True, False, [])
    assert model.data("play", seat=ben, number=1, version=2)["done"] is False
    assert [event["version"] for event in model.data("history", seat=ana)["events"]][-1] == 3
    assert model.data("undo", seat=ana)["status"] in ("queued", "running")
    assert model.data("branch", seat=ana, version=2)["seats"][0]["seat"] == 0
    assert model.data("leave", seat=ana, resign=True) == {"revoked": True, "resigned": True}
    assert model.data("wait", seat=ben)["result"]["winners"] == [1]
    assert model.data("review", seat=ben)["status"] in ("queued", "running")
    assert model.data("leave", seat=ben) == {"revoked": True, "resigned": False}
    assert model.data("advise", text=BROUGHT)["command"]["type"]
    assert model.data("advise", text=BROUGHT, limit=2)["status"] in ("queued", "running")
    assert model.answered == set(TOOLS)


def table_of_three(model: Model) -> list[str]:
    """Return the handles of the seats in a game of Catan that has begun."""
    ana = model.start(ruleset="catan", open_seats=2, opponents=0)
    game = ana.split("-")[0]
    assert game in [row["id"] for row in model.data("games", ruleset="catan")["games"]]
    return [ana, model.sit(game=game), model.sit(game=game)]


def offer_a_trade(model: Model, seats: list[str]) -> None:
    """Play until somebody can offer a trade, and do so."""
    [offer] = at_a_trade(model, seats, Random(5))
    bounds = offer["bounds"]
    give = next(iter(bounds["give"]["cards"]["max"]))
    want = next(name for name in bounds["take"]["cards"]["max"] if name != give)
    mover = next(seat for seat in seats if model.data("legal", seat=seat)["must_act"])
    assert model.data("trade", seat=mover, give={give: 1}, want={want: 1})["events"]
    other = next(name for name in ("brick", "lumber", "wool", "grain", "ore") if name not in (give, want))
    wish = {"give": {give: 1}, "want": {want: 1}, "or_want": [{other: 1}], "for_seconds": 60}
    assert "or 1 " in model.data("trade", seat=mover, **wish)["events"][0]["summary"]


def test_what_is_refused_has_no_data(model: Model) -> None:
    with pytest.raises(Told):
        model.call("look", seat="nobody's")


@pytest.mark.parametrize(("shape", "name", "renamed"), SHAPES, ids=[name for _, name, _ in SHAPES])
def test_data_has_the_members_of_the_contract(shape: Mapping[str, Any], name: str, renamed: dict[str, str]) -> None:
    members = CONTRACT[name]["properties"]
    for member, schema in shape["properties"].items():
        theirs = members[renamed.get(member, member)]
        theirs = CONTRACT[theirs["$ref"].rpartition("/")[2]] if "$ref" in theirs else theirs
        assert theirs["type"] == schema["type"], member
        if schema["type"] == "array" and "type" in schema["items"]:
            assert theirs["items"].get("type", "object") == schema["items"]["type"], member


def test_the_pages_of_an_answer_share_its_data(model: Model) -> None:
    ana = table_of_three(model)[0]
    first = model.data("look", seat=ana, what="board")
    rest = [model.data("look", seat=ana, what="board", page=page) for page in range(2, first["pages"] + 1)]
    found = [entry for page in (first, *rest) for entry in page["board"]]
    assert [entry["at"] for entry in found if entry["name"] == "nodes"] == list(range(54))


def test_lists_go_on_and_all_else_is_on_every_page() -> None:
    lines = [
        Said("begin", version=3),
        *write_lines({"many": [{"of": "x" * 200}] * 60}, "state"),
        Said("end", must_act=True),
    ]
    pages = [page_of(lines, number) for number in (1, 2, 3)]
    assert [page.data["pages"] for page in pages] == [3, 3, 3]
    assert all((page.data["version"], page.data["must_act"]) == (3, True) for page in pages)
    assert [entry["at"] for page in pages for entry in page.data["state"]] == list(range(60))


def test_a_line_that_is_too_long_leaves_its_data_to_its_text() -> None:
    page = page_of([Said("x" * 2 * ROOM, state=[{"name": "x", "value": "x" * 2 * ROOM}]), Said("end", version=1)])
    assert page.data == {"version": 1, "page": 1, "pages": page.data["pages"]}


def test_a_schema_without_its_members_is_not_fulfilled() -> None:
    """Shows that the comparisons of `Model` find something."""
    assert not schema_of("legal").is_valid({"version": 1})
    assert not schema_of("leave").is_valid({"revoked": True, "resigned": False, "token": "x"})
    assert untold({"token": "secret", "at": [1, True]}, "1 of them") == ["secret"]


@pytest.mark.parametrize("wish", [{"board_rules": {"seats": 3, "seed": "rain"}}, {"board": ring()}, {"map": SMALL}])
def test_a_game_is_started_on_a_board_of_ones_own(model: Model, wish: dict[str, Any]) -> None:
    seat = model.start(ruleset="catan", opponents=2, **wish)
    assert "own-1." in json.dumps(model.data("look", seat=seat, what="board"))
