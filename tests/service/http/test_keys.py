"""Tests what API keys may do, what they cost, and what belongs to them."""

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.clients.tokens import hash_of
from service.game.context import Context
from service.game.idempotency import Key
from service.http import quotas
from service.queue.keys import first_answer
from service.settings import SettingsError, read_settings
from tests.service.http.client import ERA_S, SEATS, Table, checked_app, new_table, own_quota
from tests.service.http.keys import new_key, with_key
from tests.service.http.problem_answers import problem

ADMIN = "the administrator's own key"


@pytest.fixture
def guarded(app: Flask) -> FlaskClient:
    """Return an application that requires keys."""
    context: Context = app.extensions["longroad"].context
    settings = replace(context.settings, api_keys="required", admin_key=ADMIN)
    return checked_app(replace(context, settings=settings)).test_client()


def test_a_key_is_shown_once_and_kept_hashed(app: Flask, client: FlaskClient) -> None:
    answer = client.post("/v1/keys", json={"name": "bot"})
    assert answer.headers["Cache-Control"] == "no-store"
    key = answer.json["key"]
    assert answer.json["scopes"] == ["games", "me", "webhooks"]
    [shown] = client.get("/v1/keys", headers=with_key(key)).json["keys"]
    assert (shown["name"], "key" in shown) == ("bot", False)
    kept = app.extensions["longroad"].context.store.facts(answer.json["id"])
    assert key.encode() not in b"".join(kept.values())
    assert hash_of(key).encode() in b"".join(kept.values())


@pytest.mark.parametrize("key", ["", "nonsense", "key-000000000000000000.x", "key-", "\xe9" * 9, "x" * 5000])
def test_an_unknown_key_is_401_everywhere(client: FlaskClient, key: str) -> None:
    for path in ("/v1", "/v1/games", "/v1/keys", "/v1/me/pending"):
        problem(client.get(path, headers={"X-Api-Key": key}), 401, "unauthorized")


def test_a_key_may_nothing_that_its_maker_may_not(client: FlaskClient) -> None:
    maker = new_key(client, scopes=["games", "keys"], quotas={"moves": 10})
    for wish, limit in (
        ({"scopes": ["me"]}, {"allowed": ["games", "keys"]}),
        ({"quotas": {"moves": 11}}, {"maximum": 10}),
        ({"quotas": {"games": 100_000}}, {"maximum": 2000}),
    ):
        answer = client.post("/v1/keys", json=wish, headers=with_key(maker))
        [error] = problem(answer, 422, "invalid_body")["errors"]
        assert error["code"] == "beyond_maker"
        assert error | limit == error
    child = new_key(client, maker, scopes=["games"])
    problem(client.post("/v1/keys", json={}, headers=with_key(child)), 403, "forbidden")
    problem(client.get("/v1/me/pending", headers=with_key(child)), 403, "forbidden")
    assert len(client.get("/v1/keys", headers=with_key(maker)).json["keys"]) == 2


def test_a_key_ends_with_all_that_it_made(client: FlaskClient) -> None:
    maker = new_key(client, scopes=["games", "keys"])
    child = new_key(client, maker, scopes=["keys"])
    grandchild = new_key(client, child)
    stranger = new_key(client, scopes=["keys"])
    place = "/v1/keys/" + maker.partition(".")[0]
    problem(client.delete(place, headers=with_key(stranger)), 404, "not_found")
    problem(client.delete(place), 401, "unauthorized")
    assert client.delete(place, headers=with_key(maker)).status_code == 204
    for ended in (maker, child, grandchild):
        problem(client.get("/v1/keys", headers=with_key(ended)), 401, "unauthorized")


def test_seats_made_and_taken_with_a_key_belong_to_it(client: FlaskClient) -> None:
    key, other = new_key(client), new_key(client)
    wish = {"ruleset": "toy", "seats": [{"kind": "human"}, {"kind": "open"}], "private": True}
    made = client.post("/v1/games", json=wish, headers=with_key(key)).json
    assert [game["id"] for game in mine(client, key)] == [made["id"]]
    assert mine(client, other) == []
    taken = client.post(f"/v1/games/{made['id']}/seats", json={"invite": made["invite"]}, headers=with_key(other))
    assert taken.status_code == 201
    assert [game["id"] for game in mine(client, other)] == [made["id"]]
    owner = {"Authorization": f"Bearer {made['owner_token']}"}
    change = client.patch(f"/v1/games/{made['id']}/seats/1", json={"reissue": True}, headers=owner)
    problem(change, 409, "refused")
    assert [debt["seat"] for debt in client.get("/v1/me/pending", headers=with_key(other)).json["pending"]] == [1]
    assert [debt["seat"] for debt in client.get("/v1/me/pending", headers=with_key(key)).json["pending"]] == [0]


def mine(client: FlaskClient, key: str) -> list[dict[str, Any]]:
    answer = client.get("/v1/games?mine=true", headers=with_key(key))
    assert answer.headers["Cache-Control"] == "no-store"
    return list(answer.json["games"])


def test_mine_is_in_pages_and_takes_a_seats_token(client: FlaskClient) -> None:
    key = new_key(client)
    made = [client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}, headers=with_key(key)).json["id"]]
    made += [client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}, headers=with_key(key)).json["id"]]
    first = client.get("/v1/games?mine=true&limit=1", headers=with_key(key)).json
    second = client.get(f"/v1/games?mine=true&limit=1&after={first['next']}", headers=with_key(key)).json
    assert [first["games"][0]["id"], second["games"][0]["id"]] == made[::-1]
    table = new_table(client, private=True)
    assert client.get("/v1/games?mine=true", headers=table.headers(0)).json["games"][0]["id"] == table.id
    problem(client.get("/v1/games?mine=true"), 401, "unauthorized")


def test_a_short_idempotency_key_is_enough_with_an_api_key(client: FlaskClient) -> None:
    headers = with_key(new_key(client)) | {"Idempotency-Key": "1"}
    wish = {"ruleset": "toy", "seats": SEATS}
    first, again = (client.post("/v1/games", json=wish, headers=headers) for _ in range(2))
    assert first.json == again.json


def test_a_lost_answer_is_given_again(client: FlaskClient, table: Table) -> None:
    once = {"Idempotency-Key": "a-key-of-22-characters"}
    first, again = (client.post("/v1/keys", json={}, headers=once) for _ in range(2))
    assert first.json == again.json
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(client.post("/v1/keys", json={"name": "x"}, headers=once), 422, "idempotency_key_reused")
    refused = {"Idempotency-Key": "another-key-of-so-many-characters"}
    assert client.post("/v1/keys", json={"scopes": ["x"]}, headers=refused).status_code == 422
    assert client.post("/v1/keys", json={}, headers=refused).status_code == 201
    tickets = [table.post("/stream-tickets", {}, 0, Idempotency_Key="t").json for _ in range(2)]
    assert tickets[0] == tickets[1]
    assert tickets[0] != table.post("/stream-tickets", {}, 1, Idempotency_Key="t").json


def test_a_request_that_is_still_at_work_is_409(app: Flask, client: FlaskClient) -> None:
    redis = app.extensions["longroad"].context.jobs.redis
    key = Key.of("a-key-that-is-at-work-now", "POST", "/v1/keys", None, b"{}")
    redis.set(first_answer(key.scope_key), b"at work", ex=60)
    answer = client.post(
        "/v1/keys",
        data=b"{}",
        content_type="application/json",
        headers={"Idempotency-Key": "a-key-that-is-at-work-now"},
    )
    problem(answer, 409, "idempotency_key_at_work")
    assert answer.headers["Retry-After"] == "1"


def test_where_keys_are_required_there_is_nothing_without(guarded: FlaskClient) -> None:
    assert guarded.get("/v1").status_code == 200
    assert guarded.get("/livez").status_code == 200
    for path in ("/v1/games", "/v1/rulesets", "/v1/me/pending"):
        problem(guarded.get(path), 401, "unauthorized")
    problem(guarded.post("/v1/keys", json={}), 401, "unauthorized")
    key = new_key(guarded, ADMIN)
    made = guarded.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}, headers=with_key(key))
    assert made.status_code == 201
    token = made.json["seats"][0]["token"]
    path = f"/v1/games/{made.json['id']}/legal-actions"
    without = problem(guarded.get(path, headers={"Authorization": f"Bearer {token}"}), 401, "unauthorized")
    assert "given" not in without
    assert without["detail"] == "This requires an API key in X-Api-Key, with or without a token."
    assert guarded.get(path, headers=with_key(key, token)).json["seat"] == 0
    misplaced = problem(guarded.get(path, headers={"Authorization": f"Bearer {key}"}), 401, "unauthorized")
    assert misplaced["given"] == "misplaced_key"


def test_requiring_keys_needs_an_administrator() -> None:
    with pytest.raises(SettingsError, match="ADMIN_KEY must be set"):
        read_settings({"LONGROAD_API_KEYS": "required"})
    with pytest.raises(SettingsError, match="at least 22"):
        read_settings({"LONGROAD_ADMIN_KEY": "short"})


def test_a_key_has_quotas_of_its_own(client: FlaskClient) -> None:
    key = new_key(client, quotas={"requests": 3, "games": 1})
    answers = [client.get("/v1/agents", headers=with_key(key)) for _ in range(7)]  # a minute may end in between
    assert [answer.status_code for answer in answers[:3]] == [200, 200, 200]
    refused = [answer for answer in answers if answer.status_code != 200]
    problem(refused[0], 429, "too_many_requests")
    assert '"key-requests";r=0;' in refused[0].headers["RateLimit"]
    assert '"key-requests";q=3;w=60' in refused[0].headers["RateLimit-Policy"]
    assert client.get("/v1/agents").status_code == 200


def test_a_key_of_the_administrator_counts_for_itself_alone(
    guarded: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = new_key(guarded, ADMIN)
    monkeypatch.setattr(quotas, "REQUESTS", own_quota(0))
    assert guarded.get("/v1/agents", headers=with_key(key)).status_code == 200
    problem(guarded.get("/v1"), 429, "too_many_requests")


def test_games_that_an_address_makes_are_counted(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "GAMES", own_quota(2))
    wish = {"ruleset": "toy", "seats": SEATS}
    here = {"REMOTE_ADDR": "10.1.1.1"}
    made = [client.post("/v1/games", json=wish, environ_overrides=here) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 429]
    assert 1 <= int(made[2].headers["Retry-After"]) <= ERA_S + 1
    assert client.get("/v1/games", environ_overrides=here).status_code == 200
    assert client.post("/v1/games", json=wish, environ_overrides={"REMOTE_ADDR": "10.1.1.2"}).status_code == 201
