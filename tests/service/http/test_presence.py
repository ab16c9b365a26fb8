"""Tests that it is told who is at the table, only of those who agreed, only to the table, and by open streams alone."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from eventstore.outages import StoreAway
from service.clients.presence import LINGER_MS
from service.game.context import Context
from service.http import presence_keeper
from service.http.incoming import Application
from service.http.presence_keeper import PresenceKeeper
from service.queue import stream_leases
from service.queue.stream_leases import LEASE_MS, end_lease, find_connections, renew_lease
from tests.service.http.client import Table, new_table
from tests.service.http.keys import APP, new_key, new_player, token_of, with_key
from tests.service.http.problem_answers import problem

SSE = {"Accept": "text/event-stream"}


@pytest.fixture
def later(app: Flask) -> Iterator[Any]:
    """Return a function that moves the clock."""
    context: Context = app.extensions["longroad"].context
    moved, clock = [0], context.clock

    def move(ms: int) -> None:
        moved[0] += ms

    object.__setattr__(context, "clock", lambda: clock() + moved[0])
    yield move
    object.__setattr__(context, "clock", clock)


def keeper_looks(app: Flask) -> None:
    application: Application = app.extensions["longroad"]
    for stream in list(application.presence._open):
        stream.due = 0.0
    application.presence.look()


@contextmanager
def streaming(app: Flask, client: FlaskClient, path: str, headers: dict[str, str]) -> Iterator[Any]:
    """Hold a stream open that the process has noted."""
    answer = client.get(path, headers=headers | SSE, buffered=False)
    assert answer.status_code == 200, answer.text
    keeper_looks(app)
    yield answer
    answer.close()


def shown(table: Table, seat: int = 1) -> dict[int, Any]:
    answer = table.get("/presence", seat)
    assert answer.status_code == 200, answer.text
    return {one["seat"]: {name: one[name] for name in one if name != "seat"} for one in answer.json["seats"]}


def agree(table: Table, seat: int, *, yes: bool = True) -> None:
    answer = table.client.patch(f"{table.path}/seats/{seat}", json={"presence": yes}, headers=table.headers(seat))
    assert answer.status_code == 200, answer.text


def test_nobody_is_shown_who_has_not_agreed(app: Flask, table: Table) -> None:
    with streaming(app, table.client, f"{table.path}/events", table.headers(0)):
        assert shown(table) == {}


def test_a_stream_makes_present_and_its_end_a_minute(app: Flask, table: Table, later: Any) -> None:
    agree(table, 0)
    assert shown(table) == {0: {"here": False}}
    with streaming(app, table.client, f"{table.path}/events", table.headers(0)):
        assert shown(table) == {0: {"here": True}}
    assert shown(table) == {0: {"here": True}}, "who loads a page again stays there"
    later(LINGER_MS)
    gone = shown(table)[0]
    assert not gone["here"]
    assert gone["seen"].endswith(":00.000Z")


def test_neither_version_nor_views_change(app: Flask, table: Table) -> None:
    before = table.get("", 1)
    agree(table, 0)
    with streaming(app, table.client, f"{table.path}/events", table.headers(0)):
        shown(table)
    after = table.get("", 1)
    assert (after.headers["ETag"], after.data) == (before.headers["ETag"], before.data)


def test_commands_and_orders_make_nobody_present(app: Flask, running: Table) -> None:
    agree(running, 0)
    running.post("/seats/0/orders", {"kind": "pass"}, 0)
    running.get("/seats/0/orders", 0)
    running.act(0, "Roll")
    keeper_looks(app)
    assert shown(running) == {0: {"here": False}}


def test_who_agrees_while_streaming_is_seen_and_who_no_longer_does_is_not(app: Flask, table: Table) -> None:
    application: Application = app.extensions["longroad"]
    with streaming(app, table.client, f"{table.path}/events", table.headers(0)):
        agree(table, 0)
        application.presence._asked = 0.0
        application.presence.look()
        assert shown(table) == {0: {"here": True}}
        agree(table, 0, yes=False)
        keeper_looks(app)
        assert shown(table) == {}
        agree(table, 0)
        assert shown(table) == {0: {"here": False}}, "what was known before is forgotten"


def test_a_stream_that_closes_after_consent_has_ended_is_not_noted(app: Flask, table: Table, later: Any) -> None:
    agree(table, 0)
    with streaming(app, table.client, f"{table.path}/events", table.headers(0)):
        assert shown(table) == {0: {"here": True}}
        agree(table, 0, yes=False)
    agree(table, 0)
    later(LINGER_MS)
    assert shown(table) == {0: {"here": False}}


def test_a_seat_is_taken_with_consent_which_a_new_token_keeps_and_a_new_holder_does_not(
    app: Flask, client: FlaskClient
) -> None:
    table = new_table(client, seats=[{"kind": "human"}, {"kind": "open"}, {"kind": "open"}])
    first = table.post("/seats", {"presence": True}).json
    token = {"Authorization": f"Bearer {first['token']}"}
    assert client.get(f"{table.path}/presence", headers=token).json == {"seats": [{"seat": 1, "here": False}]}
    renewed = client.post(f"{table.path}/seats/1/token", json={}, headers=token).json["token"]
    token = {"Authorization": f"Bearer {renewed}"}
    assert client.get(f"{table.path}/presence", headers=token).json == {"seats": [{"seat": 1, "here": False}]}
    assert client.delete(f"{table.path}/seats/1", headers=token).status_code == 204
    second = table.post("/seats", {}).json["token"]
    token = {"Authorization": f"Bearer {second}"}
    assert client.get(f"{table.path}/presence", headers=token).json == {"seats": []}


def test_only_the_table_is_told(client: FlaskClient, table: Table) -> None:
    agree(table, 0)
    for place in ("/presence", "/events?presence=true"):
        problem(client.get(table.path + place), 401, "unauthorized")
        problem(client.get(table.path + place, headers=new_table(client).headers(0)), 403, "forbidden")
    owner = {"Authorization": f"Bearer {table.owner}"}
    assert client.get(f"{table.path}/presence", headers=owner).status_code == 200
    other = table.client.patch(f"{table.path}/seats/0", json={"presence": False}, headers=table.headers(1))
    problem(other, 403, "forbidden")
    problem(client.patch(f"{table.path}/seats/0", json={"presence": False}, headers=owner), 403, "forbidden")
    for wrong in ("yes", 1, None):
        answer = client.patch(f"{table.path}/seats/0", json={"presence": wrong}, headers=table.headers(0))
        problem(answer, 422, "invalid_body")


def made_with(client: FlaskClient, key: str, seats: list[dict[str, Any]]) -> Table:
    made = client.post("/v1/games", json={"ruleset": "toy", "seats": seats}, headers=with_key(key)).json
    return Table(client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)


@pytest.mark.parametrize("feed", [True, False])
def test_a_player_agrees_for_all_seats_and_one_stream_counts_for_all(
    app: Flask, client: FlaskClient, feed: bool
) -> None:
    key = new_key(client, scopes=APP)
    ana = new_player(client, key)
    token = with_key(token_of(client, key, ana))
    seats = [{"kind": "human", "player": ana}, {"kind": "human"}]
    tables = [made_with(client, key, seats) for _ in range(2)]
    path = "/v1/me/events" if feed else f"{tables[0].path}/events"
    with streaming(app, client, path, token | {"X-Seat": "0"}):
        assert [shown(table) for table in tables] == [{}, {}]
    agreed = client.patch(f"/v1/players/{ana}", json={"presence": True}, headers=token)
    assert agreed.json["presence"] is True
    assert "presence" not in client.get(f"/v1/players/{ana}").json
    with streaming(app, client, path, token | {"X-Seat": "0"}):
        assert [shown(table) for table in tables] == [{0: {"here": True}}] * 2
    with streaming(app, client, "/v1/me/events", with_key(key)):
        client.patch(f"/v1/players/{ana}", json={"presence": False}, headers=with_key(key))
        client.patch(f"/v1/players/{ana}", json={"presence": True}, headers=with_key(key))
        assert shown(tables[0]) == {0: {"here": False}}, "the stream of an application is nobody's presence"
    for at in ("/seats/0", "/seats/1"):
        own = client.patch(tables[0].path + at, json={"presence": True}, headers=token | {"X-Seat": at[-1]})
        assert own.status_code == (422 if at == "/seats/0" else 401)
    problem(client.patch(f"/v1/players/{ana}", json={"name": "B"}, headers=token), 403, "forbidden")


def test_a_player_says_so_for_all_seats_and_not_when_sitting_down(client: FlaskClient) -> None:
    key = new_key(client, scopes=APP)
    token = with_key(token_of(client, key, new_player(client, key)))
    table = new_table(client, seats=[{"kind": "human"}, {"kind": "open"}])
    problem(client.post(f"{table.path}/seats", json={"presence": True}, headers=token), 422, "invalid_body")


def told(lines: Iterator[bytes]) -> Any:
    """Return what the next message about presence says."""
    text = ""
    for chunk in lines:
        text += chunk.decode()
        for block in text.split("\n\n"):
            if block.startswith("event: presence\ndata: ") and block.endswith("}"):
                return json.loads(block.partition("data: ")[2])
    raise AssertionError(text)


def test_a_stream_tells_it_at_first_and_only_if_it_was_asked_to(app: Flask, table: Table) -> None:
    agree(table, 0)
    with streaming(app, table.client, f"{table.path}/events?presence=true", table.headers(1)) as answer:
        assert told(answer.iter_encoded()) == {"seats": [{"seat": 0, "here": False}]}
    with streaming(app, table.client, f"{table.path}/events", table.headers(1)) as answer:
        lines = answer.iter_encoded()
        text = b"".join(next(lines) for _ in range(3))
        assert b"presence" not in text


def test_leases_of_a_killed_process_expire_and_are_cleared_away(app: Flask) -> None:
    context: Context = app.extensions["longroad"].context
    redis, now = context.jobs.redis, context.clock()
    renew_lease(redis, "test-owner", "killed", now)
    renew_lease(redis, "test-owner", "other", now + 1)
    end_lease(redis, "test-owner", "other", now + 2)
    assert find_connections(redis, ["test-owner"], now + LEASE_MS - 1)["test-owner"].is_open
    after = find_connections(redis, ["test-owner"], now + LEASE_MS)["test-owner"]
    assert (after.is_open, after.seen) == (False, now + 2)
    renew_lease(redis, "test-owner", "third", now + 2 * LEASE_MS)
    fields = set(redis.hgetall(stream_leases.keys.presence("test-owner")))
    assert fields == {b"third", b"seen"}
    stream_leases.forget_leases(redis, "test-owner")


def test_a_stream_that_nobody_is_shown_by_is_looked_up_once(app: Flask, table: Table) -> None:
    application: Application = app.extensions["longroad"]
    looked: list[int] = []
    kept = application.presence.begin(lambda ctx: looked.append(1))
    for _ in range(5):
        application.presence.look()
    application.presence.end(kept)
    assert len(looked) == 1


def test_streams_are_looked_at_in_turn(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence_keeper, "AT_ONCE", 1)
    keeper, looked = PresenceKeeper(app.extensions["longroad"].context), []
    kept = [keeper.begin(lambda ctx, name=name: looked.append(name)) for name in ("first", "second")]
    keeper.look()
    kept[0].due = time.monotonic()
    keeper.look()
    for stream in kept:
        keeper.end(stream)
    assert looked == ["first", "second"]


def test_a_game_whose_store_is_away_holds_up_no_other(app: Flask) -> None:
    keeper, looked = PresenceKeeper(app.extensions["longroad"].context), []

    def find(ctx: Context) -> str:
        raise StoreAway

    kept = [keeper.begin(find), keeper.begin(lambda ctx: looked.append(1))]
    keeper.look()
    assert looked == [1]
    assert kept[0].due < inf, "it is looked at again"
    for stream in kept:
        keeper.end(stream)
