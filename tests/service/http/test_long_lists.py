"""Tests that lists of players, seeks, ratings, games and orders come in pages, whose cost is theirs and not the list's.

`make cost` weighs what requests cost that grow; here it is what is stored that grows, each list to many pages.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from openapi.generate import PATH
from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.players import NewPlayer, make_player, set_listed
from service.clients.ratings import SERVER, list_rating
from service.clients.standing_orders import MOST_ORDERS
from service.game.context import Context
from service.game.skill import NEW
from service.handlers.seeking import NewSeek, post_seek
from tests.cost.weighing import Calls
from tests.service.http.keys import APP, new_key, new_player, token_of, with_key

LIMIT = 20
SIZES = (2 * LIMIT, 8 * LIMIT)
SLACK = 2_000
"""Sets how many more calls count as no growth, as in `make cost`."""
PER_GAME = 20
"""Sets how many calls each game of a player may cost that is not on the page: it has to be told from the others."""
LISTS = {
    "listPlayers": "/v1/players",
    "listSeeks": "/v1/seeks?ruleset=toy",
    "listRatings": "/v1/ladder/toy?speed=untimed",
}
PAGED = {*LISTS, "getPlayer"}
WHOLE = {"listOrders": ("orders", "ended"), "updatePlayerBlocks": ("players",)}
"""Lists what is answered in one piece, with its lists, which have a bound of their own."""
CONTRACT: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
OPERATIONS = {
    of["operationId"]: of for item in CONTRACT["paths"].values() for of in item.values() if isinstance(of, dict)
}
_clocks = count(100_000)
"""Gives each seek a clock of its own, so that none is filled."""


@pytest.fixture
def ctx(app: Flask) -> Context:
    context: Context = app.extensions["longroad"].context
    return context


def players(ctx: Context, key: ApiKey, number: int) -> None:
    for _ in range(number):
        make_player(ctx, key, NewPlayer("Ana"))


def seeks(ctx: Context, key: ApiKey, number: int) -> None:
    for _ in range(number):
        clock = {"kind": "move", "seconds": next(_clocks), "on_timeout": "default"}
        wish = NewSeek("toy", 2, clock=clock, fill={"after_s": 3_600})
        post_seek(ctx, make_player(ctx, key, NewPlayer("Ana")), "share", wish)


def ratings(ctx: Context, key: ApiKey, number: int) -> None:
    for _ in range(number):
        player = set_listed(ctx, make_player(ctx, key, NewPlayer("Ana")), listed=True)
        list_rating(ctx, SERVER, player.id, "toy", "untimed", NEW)


FILL = {"listPlayers": players, "listSeeks": seeks, "listRatings": ratings}


def weigh(client: FlaskClient, path: str, headers: Mapping[str, str]) -> tuple[Any, int]:
    """Return a page, and how many calls it took when it was asked for the second time."""
    address = f"{path}{'&' if '?' in path else '?'}limit={LIMIT}"
    client.get(address, headers=headers)
    with Calls() as used:
        answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json, used.steps


@pytest.mark.parametrize("operation", LISTS)
def test_a_page_costs_the_same_however_long_the_list_is(operation: str, client: FlaskClient, ctx: Context) -> None:
    key, text = make_key(ctx, None, NewKey())
    steps, stored = [], 0
    for size in SIZES:
        FILL[operation](ctx, key, size - stored)
        stored = size
        page, used = weigh(client, LISTS[operation], with_key(text))
        assert "next" in page
        assert len(next(value for value in page.values() if isinstance(value, list))) == LIMIT
        steps.append(used)
    assert steps[1] <= steps[0] + SLACK, steps


def test_a_page_of_a_players_games_costs_little_more_for_those_on_other_pages(client: FlaskClient) -> None:
    key = new_key(client, scopes=APP)
    player = new_player(client, key)
    wish = {"ruleset": "toy", "seats": [{"kind": "human", "player": player}, {"kind": "human"}]}
    steps = []
    for size in (LIMIT + 1, LIMIT):
        for _ in range(size):
            assert client.post("/v1/games", json=wish, headers=with_key(key)).status_code == 201
        page, used = weigh(client, f"/v1/players/{player}", with_key(key))
        assert len(page["games"]) == LIMIT
        steps.append(used)
    assert steps[1] <= steps[0] + SLACK + PER_GAME * LIMIT, steps


def test_the_longest_list_of_orders_is_bounded(client: FlaskClient) -> None:
    key = new_key(client, scopes=APP)
    player = new_player(client, key)
    seats = [{"kind": "human", "player": player}, {"kind": "human"}]
    game = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=with_key(key)).json["id"]
    acting = {**with_key(token_of(client, key, player)), "X-Seat": "0"}
    path = f"/v1/games/{game}/seats/0/orders"
    for _ in range(2):
        for _ in range(MOST_ORDERS):
            assert client.post(path, json={"kind": "pass"}, headers=acting).status_code == 201
        assert client.post(path, json={"kind": "pass"}, headers=acting).status_code == 409
        client.delete(path, headers=acting)
    told = client.get(path, headers=acting)
    assert [len(told.json[name]) for name in ("orders", "ended")] == [0, 20]
    assert len(told.data) < 16_000


def test_a_stream_of_seeks_begins_with_a_bounded_number_of_them(
    client: FlaskClient, ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.views.seeks.MOST_FOLLOWED", LIMIT)
    seeks(ctx, make_key(ctx, None, NewKey())[0], LIMIT + 5)
    answer = client.get("/v1/seeks", headers={"Accept": "application/x-ndjson"}, buffered=False)
    first = next(part for part in answer.response if part.strip())
    answer.close()
    assert len(first.splitlines()) == LIMIT


def test_every_list_of_people_has_a_limit_and_a_cursor() -> None:
    """What is a list of players, seeks, ratings or orders is told by the contract, so that a new one is found."""
    found = {name for name, of in OPERATIONS.items() if set(_lists(of)) & {"players", "seeks", "ratings", "orders"}}
    assert found - PAGED - WHOLE.keys() - {"createOrder", "deleteOrder", "deleteOrders"} == set()
    for name in PAGED:
        parameters = {_named(one)["name"] for one in OPERATIONS[name]["parameters"]}
        assert {"after", "limit"} <= parameters, name


def _named(parameter: Mapping[str, Any]) -> Mapping[str, Any]:
    return (
        CONTRACT["components"]["parameters"][parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter else parameter
    )


def _lists(operation: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the lists in the good answers of an operation."""
    for status, answer in operation["responses"].items():
        schema = answer.get("content", {}).get("application/json", {}).get("schema", {}) if status < "3" else {}
        shape = CONTRACT["components"]["schemas"].get(schema.get("$ref", "").rpartition("/")[2], {})
        yield from (name for name, of in shape.get("properties", {}).items() if of.get("type") == "array")
