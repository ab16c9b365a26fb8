"""Tests what the Python SDK adds to operations: own seats, pages that page by themselves, former names, by itself."""

import json
from typing import Any

import httpx
import pytest
from longroad_client import Client, LongroadError, result_of

SEATS = [{"seat": 0, "token": "t0"}, {"seat": 1}, {"seat": 2, "token": "t2"}]


def caller(answers: dict[str, Any], asked: list[httpx.Request]) -> Client:
    """Return a client whose requests get the answer of their path and `after`."""

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, json=answers[f"{request.url.path} {request.url.params.get('after', '')}".strip()])

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
