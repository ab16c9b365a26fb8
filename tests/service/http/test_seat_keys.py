"""Tests that a key with the scope `seats` acts for the seats that it holds, and for no others, and not any longer."""

from itertools import islice
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.clients.api_keys import find_key
from service.clients.tokens import hash_of
from service.game.context import Context
from service.http import streaming
from service.routes import me
from service.webhooks.registry import end_key
from tests.service.http.client import SEATS, Table
from tests.service.http.keys import with_key
from tests.service.http.problem_answers import problem
from tests.service.tables import fresh

SCOPES = ["games", "me", "webhooks", "seats"]


def seat_key(client: FlaskClient, *scopes: str) -> str:
    """Return a new key with these scopes, by default all that a host of bots needs."""
    answer = client.post("/v1/keys", json={"scopes": list(scopes or SCOPES)})
    assert answer.status_code == 201, answer.text
    return str(answer.json["key"])


def made_with(client: FlaskClient, key: str, **wish: Any) -> Table:
    """Return a running game of the toy ruleset that was made with an API key."""
    body = client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS, **wish}, headers=with_key(key)).json
    tokens = [seat.get("token", "") for seat in body["seats"]]
    return Table(client, body["id"], tokens, body["owner_token"], body.get("invite"))


def by_key(key: str, seat: int) -> dict[str, str]:
    """Return the headers by which a key acts for a seat."""
    return {"X-Api-Key": key, "X-Seat": str(seat)}


def played(table: Table, headers: dict[str, str], seat: int) -> TestResponse:
    """Post the first chip of a seat under these headers."""
    template = table.get("/legal-actions", seat).json.get("templates")
    body = template[0]["example"] if template else {"type": "Roll"}
    return table.client.post(table.path + "/commands", json=body, headers=headers)


def sees(table: Table, headers: dict[str, str], seat: int) -> bool:
    """Return whether these headers show what a seat alone sees."""
    shown = table.client.get(table.path + "/legal-actions", headers=headers)
    return shown.status_code == 200 and shown.json["seat"] == seat


def test_key_acts_for_each_of_its_seats_without_any_token(client: FlaskClient) -> None:
    key = seat_key(client)
    table = made_with(client, key)

    for seat in (0, 1):
        assert sees(table, by_key(key, seat), seat)
        assert played(table, by_key(key, seat), seat).status_code == 201
    assert played(table, by_key(key, 0), 0).status_code == 201, "the roll, by what the process remembers"
    ticket = client.post(table.path + "/stream-tickets", json={}, headers=by_key(key, 0))
    assert ticket.status_code == 201


def test_private_game_asks_a_key_that_holds_a_seat_for_its_number(client: FlaskClient) -> None:
    maker, taker, stranger = seat_key(client), seat_key(client), seat_key(client)
    table = made_with(client, maker, seats=[*SEATS, {"kind": "open"}], private=True)
    wish = {"invite": table.invite, "seat": 2}
    assert client.post(table.path + "/seats", json=wish, headers=with_key(taker)).status_code == 201

    for path in (table.path, table.path + "/board.svg"):
        for headers in (with_key(maker), with_key(taker), by_key(taker, 0)):
            asked = problem(client.get(path, headers=headers), 401, "unauthorized")
            assert (asked["given"], asked["expected"]) == ("api_key", ["seat_token"])
        for headers in (with_key(stranger), by_key(stranger, 2)):
            problem(client.get(path, headers=headers), 404, "not_found")


def test_seat_that_the_key_does_not_hold_is_named(client: FlaskClient) -> None:
    key = seat_key(client)
    table = made_with(client, seat_key(client))

    refused = problem(played(table, by_key(key, 1), 1), 401, "unauthorized")

    assert refused["detail"].startswith("The API key does not act for seat 1 of this game")


def test_key_renews_a_token_and_goes_on_acting(client: FlaskClient) -> None:
    key = seat_key(client)
    table = made_with(client, key)

    renewed = client.post(table.path + "/seats/1/token", json={}, headers=by_key(key, 1))

    assert renewed.status_code == 201
    table.tokens[1] = renewed.json["token"]
    assert sees(table, table.headers(1), 1)
    assert sees(table, by_key(key, 1), 1)


def test_scope_is_needed_and_nobody_has_it_by_default(client: FlaskClient) -> None:
    plain = str(client.post("/v1/keys", json={}).json["key"])
    key = seat_key(client, "games", "me")
    table = made_with(client, key)

    for without in (plain, key):
        refused = played(table, by_key(without, 0), 0)
        assert (refused.status_code, refused.json["scope"]) == (403, "seats")


@pytest.mark.parametrize("way", ["other key", "token alone"])
def test_renewal_with_another_credential_ends_it_at_once(client: FlaskClient, way: str) -> None:
    key, other = seat_key(client), seat_key(client)
    table = made_with(client, key)
    assert sees(table, by_key(key, 1), 1)
    assert client.post(table.path + "/seats/1/token", json={}, headers=by_key(key, 1)).status_code == 201
    table.tokens[1] = client.post(table.path + "/seats/1/token", json={}, headers=by_key(key, 1)).json["token"]
    more = with_key(other) if way == "other key" else {}

    renewed = client.post(table.path + "/seats/1/token", json={}, headers={**table.headers(1), **more})

    assert renewed.status_code == 201
    assert not sees(table, by_key(key, 1), 1)
    assert played(table, by_key(key, 1), 1).status_code == 401
    assert sees(table, by_key(other, 1), 1) is (way == "other key")


def test_seat_of_a_friend_is_detached_when_it_is_first_held(client: FlaskClient) -> None:
    key = seat_key(client)
    table = made_with(client, key)
    assert client.post(table.path + "/seats/1/token", json={}, headers=table.headers(1)).status_code == 201

    assert not sees(table, by_key(key, 1), 1)
    refused = played(table, by_key(key, 1), 1)
    assert (refused.status_code, refused.json["given"]) == (401, "api_key")
    assert sees(table, by_key(key, 0), 0)


def test_taken_seat_is_its_takers_and_leaving_ends_that(client: FlaskClient) -> None:
    maker, taker = seat_key(client), seat_key(client)
    table = made_with(client, maker, seats=[*SEATS, {"kind": "open"}], private=True)
    path = table.path + "/seats"
    assert client.post(path, json={}, headers=by_key(taker, 2)).status_code == 404, "an invitation is needed"
    assert client.post(path, json={}, headers=by_key(maker, 2)).status_code == 404
    table2 = made_with(client, maker, seats=[*SEATS, {"kind": "open"}, {"kind": "open"}])
    taken = client.post(table2.path + "/seats", json={"seat": 2}, headers=with_key(taker))
    assert taken.status_code == 201
    assert sees(table2, by_key(taker, 2), 2)
    assert not sees(table2, by_key(maker, 2), 2)

    left = client.delete(table2.path + "/seats/2", headers=by_key(taker, 2))

    assert left.status_code == 204
    assert not sees(table2, by_key(taker, 2), 2)


def test_key_that_is_revoked_acts_no_longer(app: Flask, client: FlaskClient) -> None:
    parent = seat_key(client, *SCOPES, "keys")
    child = client.post("/v1/keys", json={"scopes": SCOPES}, headers=with_key(parent)).json
    other = made_with(client, child["key"])
    assert sees(other, by_key(child["key"], 0), 0)
    assert client.delete(f"/v1/keys/{child['id']}", headers=with_key(parent)).status_code == 204

    assert played(other, by_key(child["key"], 0), 0).status_code == 401
    context: Context = app.extensions["longroad"].context
    facts = context.store.facts(other.id)
    assert sum(value.startswith(b"seat:0:") for value in facts.values()) == 1, "the token's own, none of the key"


@pytest.mark.parametrize("has_news", [True, False])
@pytest.mark.parametrize("way", ["game", "ticket", "all games"])
def test_stream_of_a_key_ends_with_the_key(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, way: str, has_news: bool
) -> None:
    for module, name in ((streaming, "QUIET_S"), (me, "QUIET_S"), (me, "SLICE_S")):
        monkeypatch.setattr(module, name, 0.1)
    key = seat_key(client)
    table = made_with(client, key)
    path, headers = table.path + "/events", by_key(key, 0)
    if way == "ticket":
        path, headers = client.post(table.path + "/stream-tickets", json={}, headers=headers).json["stream"], {}
    elif way == "all games":
        path = "/v1/me/events"
    stream = client.get(path, headers={**headers, "Accept": "text/event-stream"}, buffered=False)
    chunks = iter(stream.response)
    assert b"GameOpened" in next(chunks) + next(chunks)

    assert client.delete(f"/v1/keys/{key.partition('.')[0]}", headers=with_key(key)).status_code == 204
    if has_news:
        assert played(table, table.headers(1), 1).status_code == 201
    rest = b"".join(islice(chunks, 30))
    stream.close()

    assert b"ChipPutAside" not in rest
    assert rest.endswith(b"event: seat\ndata: {}\n\n"), rest


def test_wait_of_a_key_that_another_process_deletes_tells_nothing(app: Flask, client: FlaskClient) -> None:
    key = seat_key(client)
    made_with(client, key)
    context: Context = app.extensions["longroad"].context
    known = find_key(context, key)
    end_key(fresh(context), known, known.id)

    answer = client.get("/v1/me/pending?wait=1", headers=with_key(key))

    assert (answer.status_code, answer.json.get("given")) == (401, "unknown_key")


@pytest.mark.parametrize("query", ["api_key", "x-api-key", "key", "X-Api-Key"])
def test_key_in_a_query_opens_nothing(client: FlaskClient, query: str) -> None:
    key = seat_key(client)
    table = made_with(client, key)

    answer = client.get(f"{table.path}/legal-actions?{query}={key}", headers={"X-Seat": "0"})

    assert answer.status_code == 422 or answer.json["seat"] is None


@pytest.mark.parametrize("seat", ["", "a", "-1", "7", "1.0", "00", "1 ", "٣"])
def test_seat_that_is_none_opens_nothing(client: FlaskClient, seat: str) -> None:
    key = seat_key(client)
    table = made_with(client, key)

    headers = {"X-Api-Key": key, "X-Seat": seat.encode().decode("latin-1")}
    answer = played(table, headers, 0)

    assert answer.status_code in (401, 422)


def test_derived_credential_is_no_bearer_token(client: FlaskClient) -> None:
    key = seat_key(client)
    table = made_with(client, key)
    for forged in (f"{hash_of(key)} 0", f"{hash_of(key)}%200", f"{hash_of(key)}+0", f"{key} 0", hash_of(key)):
        answer = client.get(table.path + "/legal-actions", headers={"Authorization": f"Bearer {forged}"})
        assert answer.status_code == 401


def test_seats_of_one_key_are_one_party(client: FlaskClient) -> None:
    key, friend = seat_key(client), seat_key(client)
    table = made_with(client, key, undo="consent")
    for seat in (0, 1):
        assert played(table, by_key(key, seat), seat).status_code == 201

    assert [seat["party"] for seat in table.get().json["seats"]] == [0, 0]
    undone = client.post(table.path + "/undo", json={}, headers=by_key(key, 0))
    assert (undone.status_code, "vote" in undone.json) == (202, False), "nobody else is there to ask"
    headers = {**table.headers(1), **with_key(friend)}
    assert client.post(table.path + "/seats/1/token", json={}, headers=headers).status_code == 201
    assert not any("party" in seat for seat in table.get().json["seats"])
    asked = client.post(table.path + "/abandon", json={}, headers=by_key(key, 0))
    assert (asked.json["status"], asked.json["waiting"]) == ("open", [1])


def test_key_that_took_two_seats_votes_once(client: FlaskClient) -> None:
    key = seat_key(client)
    table = made_with(client, seat_key(client), seats=[*SEATS[:1], *[{"kind": "open"}] * 2])
    for seat in (1, 2):
        taken = client.post(table.path + "/seats", json={"seat": seat}, headers=with_key(key))
        assert taken.status_code == 201
    asked = client.post(table.path + "/abandon", json={}, headers=table.headers(0)).json
    assert asked["waiting"] == [1]

    answer = client.post(f"{table.path}/votes/{asked['id']}", json={"accept": True}, headers=by_key(key, 2))

    assert (answer.status_code, answer.json["status"]) == (201, "passed")
