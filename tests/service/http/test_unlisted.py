"""Tests over HTTP what lists say of games that are left out of them."""

from flask.testing import FlaskClient

from tests.service.http.client import SEATS
from tests.service.http.keys import new_key, new_player, token_of, with_key
from tests.service.http.problem_answers import problem


def test_only_those_who_play_find_an_unlisted_game(client: FlaskClient) -> None:
    key, stranger = new_key(client), new_key(client)
    player = new_player(client, key)
    seats = [{**SEATS[0], "player": player}, SEATS[1]]
    made = client.post(
        "/v1/games", json={"ruleset": "toy", "seats": seats, "listed": False}, headers=with_key(key)
    ).json
    game = made["id"]

    assert game not in {row["id"] for row in client.get("/v1/games").json["games"]}
    assert [row["id"] for row in client.get("/v1/games?mine=true", headers=with_key(key)).json["games"]] == [game]
    own = token_of(client, key, player)
    for headers, seen in ((with_key(key), [game]), (with_key(own), [game]), (with_key(stranger), []), ({}, [])):
        page = client.get(f"/v1/players/{player}", headers=headers).json
        assert [one["game"] for one in page["games"]] == seen
    assert client.get(f"/v1/games/{game}").json["listed"] is False
    assert client.get(f"/v1/games/{game}/events").status_code == 200


def test_listed_is_true_or_false(client: FlaskClient) -> None:
    body = {"ruleset": "toy", "seats": SEATS, "listed": "no"}
    assert problem(client.post("/v1/games", json=body), 422, "invalid_body")["errors"][0]["pointer"] == "/listed"
