"""Tests what the Python SDK adds to operations: own seats, pages that page by themselves, former names, by itself."""

import json
import re
from typing import Any

import httpx
import pytest
from longroad_client import Client, LongroadError, result_of

from tests.openapi.generators.toolbox import CONTRACT

SEATS = [{"seat": 0, "token": "t0"}, {"seat": 1}, {"seat": 2, "token": "t2"}]


METHODS = ("get", "put", "post", "patch", "delete")


def caller(answers: dict[str, Any], asked: list[httpx.Request]) -> Client:
    """Return a client whose requests get the answer of their path and `after`."""

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        said = answers[f"{request.url.path} {request.url.params.get('after', '')}".strip()]
        return httpx.Response(200, text=said.pop(0)) if isinstance(said, list) else httpx.Response(200, json=said)

    return Client("http://example", http=httpx.Client(transport=httpx.MockTransport(answer)))


def test_pages_page_by_themselves() -> None:
    asked: list[httpx.Request] = []
    pages = {
        "/v1/games": {"games": [{"id": "a"}, {"id": "b"}], "next": "n1"},
        "/v1/games n1": {"games": [], "next": "n2"},
        "/v1/games n2": {"games": [{"id": "c"}]},
    }
    assert [row["id"] for row in caller(pages, asked).all_games(ruleset="catan")] == ["a", "b", "c"]
    assert [request.url.params["ruleset"] for request in asked] == ["catan"] * 3


def test_every_list_with_pages_has_its_pager() -> None:
    pages = {
        "/v1/admin/clients": {"clients": [{"id": "a"}]},
        "/v1/admin/acts": {"acts": [{"n": 1}]},
        "/v1/admin/games": {"games": [{"id": "g"}]},
        "/v1/ladder/catan": {"ratings": [{"name": "Ana"}]},
    }
    asking = caller(pages, [])
    found: list[Any] = [*asking.all_clients(), *asking.all_acts(), *asking.all_unfinished_games()]
    assert len([*found, *asking.all_ratings("catan")]) == 4


def test_a_maker_gets_the_seats_with_tokens() -> None:
    asked: list[httpx.Request] = []
    answers = {"/v1/games/g/seats/2/token": {"seat": 2, "token": "new"}, "/v1/games/g": {"id": "g"}}
    kept: dict[int, str] = {}
    made: Any = {"id": "g", "seats": SEATS}
    seats = caller(answers, asked).own_seats(made, on_token=kept.__setitem__)
    assert [seat.number for seat in seats] == [0, 2]
    seats[1].view()
    assert kept == {2: "new"}
    assert asked[-1].headers["Authorization"] == "Bearer new"


def test_who_sits_down_holds_the_seat() -> None:
    asked: list[httpx.Request] = []
    client = caller({"/v1/games/g/seats": {"seat": 1, "token": "mine"}, "/v1/games/g": {"id": "g"}}, asked)
    seat = client.sit_down("g", name="Ana")
    assert json.loads(asked[0].content) == {"name": "Ana"}
    assert seat.view()["id"] == "g"
    assert asked[-1].headers["Authorization"] == "Bearer mine"
    with pytest.raises(LongroadError, match="no token for seat 1"):
        caller({"/v1/games/g/seats": {"seat": 1}}, asked).sit_down("g")


def test_the_former_name_of_a_whole_game_still_works(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = caller({}, []).seat("g", 0, "t", held=True)
    monkeypatch.setattr(type(seat), "play_game", lambda self, *chosen: chosen)
    with pytest.warns(DeprecationWarning, match="play_game"):
        assert seat.play(print) == (print, None)  # type: ignore[comparison-overlap, arg-type]


def test_the_result_of_a_game_that_goes_on_is_an_error() -> None:
    over: Any = {"id": "g", "result": {"winners": [1]}}
    assert result_of(over)["winners"] == [1]
    with pytest.raises(ValueError, match="game g is not over"):
        result_of({"id": "g"})  # type: ignore[typeddict-item]


def test_every_operation_of_the_contract_has_a_method() -> None:
    paths = json.loads(CONTRACT.read_text("utf-8"))["paths"].values()
    names = [item[method]["operationId"] for item in paths for method in METHODS if method in item]
    assert [name for name in names if not hasattr(Client, re.sub("([A-Z])", r"_\1", name).lower())] == []


def test_an_undo_and_a_redo_wait_for_their_jobs() -> None:
    asked: list[httpx.Request] = []
    job = {"id": "j", "status": "queued"}
    answers = {
        "/v1/games/g/undo": {"job": job},
        "/v1/games/g/redo": {"vote": {"id": 1, "status": "open"}},
        "/v1/jobs/j": {**job, "status": "finished"},
    }
    seat = caller(answers, asked).seat("g", 0, "t", held=True)
    assert seat.undo(to_version=3)["job"]["status"] == "finished"
    assert json.loads(asked[0].content) == {"to_version": 3}
    assert seat.redo()["vote"]["status"] == "open"


def test_a_seat_fetches_its_board_once_and_looks_back() -> None:
    asked: list[httpx.Request] = []
    seat = caller({"/v1/games/g/board": {"ruleset": "catan"}, "/v1/games/g": {"id": "g"}}, asked).seat(
        "g", 0, "t", held=True
    )
    assert seat.board() is seat.board()
    seat.view(version=4)
    assert [str(request.url.query, "ascii") for request in asked] == ["", "version=4"]


def test_turns_go_on_after_events_were_lost() -> None:
    asked: list[httpx.Request] = []
    turn = 'event: turn\ndata: {"version": %d, "must_act": false}\n\n'
    streams = [turn % 5 + "event: reset\ndata: {}\n\n", turn % 3 + "event: end\ndata: {}\n\n"]
    seat = caller({"/v1/games/g/events latest": streams}, asked).seat("g", 0, "t", held=True)
    assert [each["version"] for each in seat.turns()] == [5, 3]


def test_a_command_keeps_the_key_that_it_was_given() -> None:
    asked: list[httpx.Request] = []
    seat = caller({"/v1/games/g/commands": {"version": 2}}, asked).seat("g", 0, "t", held=True)
    seat.act({"type": "DiceRollDice"}, idempotency_key="kept")
    assert asked[0].headers["Idempotency-Key"] == "kept"
