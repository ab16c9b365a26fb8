"""Tests what a model does as a player: it seeks, comes back to seats, sees ratings, and sets standing orders."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.mcp import people
from tests.conftest import StorePair
from tests.service.http.client import plain_app
from tests.service.http.keys import APP, new_key, new_player, token_of, with_key
from tests.service.mcp.model import LARGEST, Model, Told, post

WISH: dict[str, Any] = {"ruleset": "goofspiel", "seats": 2, "among": "application", "rated": True}


@pytest.fixture(scope="module")
def client(stores: StorePair) -> FlaskClient:
    """Return a client of an application over the stores of the session."""
    return plain_app(stores).test_client()


@pytest.fixture
def tokens(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the tokens of two players of an application; models wait for two looks at a seek, not for 20 seconds."""
    monkeypatch.setattr(people, "LOOK_S", 0.01)
    monkeypatch.setattr(people, "WAIT_S", 0.02)
    key = new_key(client, scopes=APP)
    return [token_of(client, key, new_player(client, key, name)) for name in ("Ana", "Bea")]


def model_of(client: FlaskClient, token: str) -> Model:
    return Model(lambda sent: post(client, sent, x_api_key=token))


def test_a_model_sits_down_with_a_seek_as_soon_as_somebody_comes(client: FlaskClient, tokens: list[str]) -> None:
    ana, bea = (model_of(client, token) for token in tokens)
    waiting = ana.data("sit", seek=WISH)["seek"]
    assert waiting["status"] == "open"
    beas = bea.data("sit", seek=WISH)
    anas = ana.data("sit", seek={"id": waiting["id"]})
    assert beas["game"] == anas["game"]
    assert {beas["seat"], anas["seat"]} == {0, 1}
    assert ana.data("legal", seat=anas["handle"])["must_act"]


def test_a_seek_that_has_ended_is_told(client: FlaskClient, tokens: list[str]) -> None:
    ana = model_of(client, tokens[0])
    seek = ana.data("sit", seek=WISH)["seek"]
    client.delete(f"/v1/seeks/{seek['id']}", headers=with_key(tokens[0]))
    assert ana.data("sit", seek={"id": seek["id"]})["seek"]["status"] == "withdrawn"


def test_a_player_comes_back_to_a_seat_and_sees_games_and_ratings(client: FlaskClient, tokens: list[str]) -> None:
    ana, bea = (model_of(client, token) for token in tokens)
    seek = ana.data("sit", seek=WISH)["seek"]
    game = bea.data("sit", seek=WISH)["game"]
    ana.call("sit", seek={"id": seek["id"]})
    again = ana.data("sit", game=game)
    assert again["game"] == game
    told = ana.data("games", mine=True)
    assert [one["id"] for one in told["games"]] == [game]
    assert told["ratings"] == []
    assert "You are" in ana.call("games", mine=True)
    with pytest.raises(Told):
        ana.data("sit", game="0" * 18)


def test_orders_are_set_seen_and_ended(client: FlaskClient, tokens: list[str]) -> None:
    ana, bea = (model_of(client, token) for token in tokens)
    ana.call("sit", seek=WISH)
    seat = bea.data("sit", seek=WISH)["handle"]
    standing = bea.data("play", seat=seat, order={"kind": "pass"})
    assert (standing["done"], len(standing["orders"]), standing["must_act"]) == (True, 1, True)
    bea.call("play", seat=seat, order={"kind": "pass"})
    listed = bea.data("look", seat=seat, what="orders")["orders"]
    assert [one["order"]["kind"] for one in listed] == ["pass", "pass"]
    bea.call("play", seat=seat, end_order=listed[0]["id"])
    ended = bea.data("play", seat=seat, end_order="all")["orders"]
    assert {one["status"] for one in ended} == {"taken_back"}
    with pytest.raises(Told, match="kind"):
        bea.call("play", seat=seat, order={"kind": "hope"})
    with pytest.raises(Told, match="`number` and `version` are missing"):
        bea.call("play", seat=seat)
    for _ in range(20):
        bea.call("play", seat=seat, order={"kind": "send", "commands": [{"type": "Bid", "card": 1}] * 12})
    assert bea.longest <= LARGEST


def test_whoever_is_no_player_is_told_what_is_missing(client: FlaskClient) -> None:
    for sent in ({}, {"x_api_key": new_key(client)}):
        model = Model(lambda message, sent=sent: post(client, message, **sent))
        for tool, wish in (("sit", {"seek": WISH}), ("games", {"mine": True})):
            with pytest.raises(Told, match="a player's token"):
                model.call(tool, **wish)
