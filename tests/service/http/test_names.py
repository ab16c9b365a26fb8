"""Tests that names are readable: 422 says what is wrong, and stored ones lose forbidden characters when shown."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients.api_keys import NewKey, make_key
from tests.service.http.client import SEATS, Table, new_table
from tests.service.http.problem_answers import problem

BAD = {
    "NUL": ("A\0", "name.characters"),
    "a line feed": ("A\nB", "name.characters"),
    "a right-to-left override": ("\u202eanA", "name.characters"),
    "no character": ("A\ufffe", "name.characters"),
    "no width": ("\u200b", "name.characters"),
    "spaces": ("   ", "name.blank"),
    "an ideographic space": ("\u3000", "name.blank"),
    "fillers": ("\u3164\u2800", "name.blank"),
    "an accent of nothing": (" \u0301", "name.blank"),
}
CASES = pytest.mark.parametrize(("name", "code"), BAD.values(), ids=BAD.keys())


def only_error(answer: Any) -> tuple[str, str]:
    [error] = problem(answer, 422, "invalid_body")["errors"]
    return error["pointer"], error["code"]


@CASES
def test_a_seat_has_no_such_name(client: FlaskClient, name: str, code: str) -> None:
    seats = [{"kind": "human", "name": name}, {"kind": "human"}]
    assert only_error(client.post("/v1/games", json={"ruleset": "toy", "seats": seats})) == ("/seats/0/name", code)
    table = new_table(client, seats=[{"kind": "human"}, {"kind": "open"}])
    assert only_error(client.post(table.path + "/seats", json={"name": name})) == ("/name", code)
    assert only_error(table.post("/branches", {"version": 1, "seats": seats}, 0)) == ("/seats/0/name", code)
    renamed = client.patch(table.path + "/seats/0", json={"name": name}, headers=table.headers(0))
    assert only_error(renamed) == ("/name", code)
    assert client.post(table.path + "/seats", json={"name": "Ana"}).status_code == 201


@CASES
def test_a_key_has_no_such_name(client: FlaskClient, name: str, code: str) -> None:
    assert only_error(client.post("/v1/keys", json={"name": name})) == ("/name", code)


def test_the_refusal_says_what_to_do_in_both_languages(client: FlaskClient) -> None:
    told = {
        (language, name): client.post("/v1/keys", json={"name": name}, headers={"Accept-Language": language}).json
        for language in ("en", "es")
        for name in ("\0", " ")
    }
    details = {place: answer["errors"][0]["detail"] for place, answer in told.items()}
    assert details["en", "\0"] == "must not hold control, format or unassigned characters, nor line breaks"
    assert details["en", " "] == "must contain a visible character"
    assert len(set(details.values())) == 4


def test_no_other_text_hides_anything_either(client: FlaskClient) -> None:
    wish = {"ruleset": "toy", "seats": SEATS}
    assert only_error(client.post("/v1/games", json=wish | {"seed": "a\0"})) == ("/seed", "text.characters")
    assert only_error(client.post("/v1/games", json=wish | {"map": "\u202e"})) == ("/map", "text.characters")
    assert only_error(client.get("/v1/games?after=%00")) == ("/after", "text.characters")
    assert client.post("/v1/games", json=wish | {"seed": "  "}).status_code == 201


def test_half_a_pair_is_no_json(client: FlaskClient) -> None:
    body = b'{"name": "A\\ud800"}'
    problem(client.post("/v1/keys", data=body, content_type="application/json"), 400, "bad_json")


def test_a_name_is_kept_in_one_spelling(client: FlaskClient) -> None:
    seats = [{"kind": "human", "name": "  Jose\u0301 \u3000"}, {"kind": "human", "name": ""}]
    told = new_table(client, seats=seats).get().json["seats"]
    assert told[0]["name"] == "Jos\xe9"
    assert "name" not in told[1]


def test_people_may_be_called_what_they_are_called(client: FlaskClient) -> None:
    names = ["علی\u200cرضا", "👩🏽\u200d🚀"]
    table = new_table(client, seats=[{"kind": "human", "name": name} for name in names])
    assert [seat["name"] for seat in table.get().json["seats"]] == names


def test_older_names_are_shown_without_what_may_not_be(app: Flask, client: FlaskClient) -> None:
    context = app.extensions["longroad"].context
    table: Table = new_table(client, seats=[{"kind": "human", "name": "Ana"}] * 2)
    context.store.set_name(table.id, 0, "\u202eanA\n")
    context.store.set_name(table.id, 1, "\u200b \u3164")
    lobby = client.get("/v1/games").json["games"]
    for seats in (table.get().json["seats"], next(row for row in lobby if row["id"] == table.id)["seats"]):
        assert [seat.get("name") for seat in seats] == ["anA", None]
    table.put_aside()
    assert "\u202e" not in table.get("/board.svg").text
    table.post("/resign", {}, 0)
    follower = table.post("/rematch", {}, 0).json["id"]
    assert {seat.get("name") for seat in client.get(f"/v1/games/{follower}").json["seats"]} == {"anA", None}


def test_an_older_name_of_a_key_is_shown_without_it_too(app: Flask, client: FlaskClient) -> None:
    _, text = make_key(app.extensions["longroad"].context, None, NewKey(name="\u202etob"))
    [shown] = client.get("/v1/keys", headers={"X-Api-Key": text}).json["keys"]
    assert shown["name"] == "tob"
