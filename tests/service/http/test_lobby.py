"""Tests that reads across games cost the same however many games there are, and still answer the same."""

import math
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from eventstore import keys
from service.clients import api_keys
from service.game import quarantine
from service.game.context import Context
from service.http.incoming import Application
from service.usage.ledger import Ledger
from service.views.lobby_projection import LOBBY
from tests.clones import Calls, clone
from tests.conftest import StorePair
from tests.older_logs import grow_old
from tests.service.following import follow_feeds
from tests.service.http.client import SEATS, Table, new_table, toy_app
from tests.settling import settle

FEW, MANY = 20, 400
MORE = 1.1
"""Limits the growth in bytes: an id of the feed may be a digit longer."""
DIGITS = 16
"""Limits it for the shortest answers: the server's own counts, which are read to count them, grow by a few digits."""
TURNS = 8


@pytest.fixture
def app(stores: StorePair, events_redis: Redis) -> Flask:
    """Return an application over an empty log."""
    return toy_app(stores)


@pytest.fixture
def ctx(app: Flask) -> Context:
    """Return the context of the application."""
    application: Application = app.extensions["longroad"]
    return application.context


def play(table: Table, turns: int) -> None:
    """Put a chip aside for both seats, then take turns."""
    table.put_aside()
    for turn in range(turns):
        table.act(turn % 2, "Roll")
        table.act(turn % 2, "EndTurn")


def key_of(client: FlaskClient) -> dict[str, str]:
    return {"X-Api-Key": client.post("/v1/keys", json={}).json["key"]}


PLACES = (
    "/v1/games?limit=10",
    "/v1/games?limit=10&status=running&ruleset=toy",
    "/v1/games?limit=10&status=running&map=table&agents=none",
    "/v1/games?limit=10&sort=started&map=table",
    "/v1/games?limit=10&open_seats=true&agents=some",
    "/v1/games?limit=10&mine=true",
    "/v1/me/pending",
    "/v1/me/events",
    "/v1/me/events?after=latest",
)


def test_every_read_across_games_asks_as_much_of_the_store_with_few_games_as_with_many(
    client: FlaskClient, ctx: Context, events_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quarantine, "NEWS_S", math.inf)  # a process looks at the quarantine from time to time,
    monkeypatch.setattr(api_keys, "TRUSTED_S", math.inf)  # and at each key,
    monkeypatch.setattr(Ledger, "_take", lambda _: [])  # and writes usage
    headers = key_of(client)
    mine = [client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}, headers=headers).json for _ in range(3)]
    for made in mine:
        play(Table(client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None), TURNS)
    other = new_table(client)
    other.put_aside()
    calls = Calls(events_redis)  # only quotas use RQ's store, once a period
    asked = []
    for more in (FEW, MANY - FEW):
        clone(events_redis, other.id, other.version(), more)
        follow_feeds(ctx)
        settle(ctx.store)
        asked.append([asked_by(client, place, headers, calls) for place in PLACES])

    for few, many in zip(*asked, strict=True):
        assert (few.place, few.commands) == (many.place, many.commands)
        assert many.bytes <= MORE * few.bytes + DIGITS, (few, many)
    page = client.get("/v1/games?limit=100").json
    assert len(page["games"]) == 100
    assert len(client.get(f"/v1/games?limit=100&after={page['next']}").json["games"]) == 100


class AskedBy(NamedTuple):
    """Holds for a read how many commands it sends to the event store, and how many bytes its answer has."""

    place: str
    commands: int
    bytes: int


def asked_by(client: FlaskClient, place: str, headers: dict[str, str], calls: Calls) -> AskedBy:
    """Measure a read once the application knows the games."""
    assert client.get(place, headers=headers).status_code == 200
    calls.count()
    assert client.get(place, headers=headers).status_code == 200
    return AskedBy(place, *calls.count())


def test_whoever_makes_changes_or_removes_a_game_finds_it_so_in_the_lobby_at_once(client: FlaskClient) -> None:
    table = new_table(client, seats=[{"kind": "human"}, {"kind": "open"}])
    assert shown(client, status="open") == {table.id: ["human", "open"]}

    assert table.post("/seats", {"name": "Bea"}).status_code == 201
    assert shown(client, status="open") == {}
    assert shown(client, status="running", ruleset="toy") == {table.id: ["human", "human"]}

    alone = new_table(client, seats=[{"kind": "human"}, {"kind": "ai"}])
    assert list(shown(client)) == [alone.id, table.id]
    owner = {"Authorization": f"Bearer {alone.owner}"}
    assert client.delete(alone.path, headers=owner).status_code == 204
    assert list(shown(client)) == [table.id]


def shown(client: FlaskClient, **query: str) -> dict[str, list[str]]:
    games = client.get("/v1/games", query_string=query).json["games"]
    return {game["id"]: [seat["kind"] for seat in game["seats"]] for game in games}


def test_nothing_is_read_ahead_within_a_request(client: FlaskClient, ctx: Context, events_redis: Redis) -> None:
    table = new_table(client)
    clone(events_redis, table.id, table.version(), 5)
    before = ctx.store.checkpoints(LOBBY)

    assert list(shown(client)) == [table.id]
    assert ctx.store.checkpoints(LOBBY) == before

    follow_feeds(ctx)
    assert len(shown(client)) == 6


def test_the_feed_of_a_party_is_the_same_however_its_games_are_found(
    client: FlaskClient, ctx: Context, events_redis: Redis
) -> None:
    headers = key_of(client)
    made = client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}, headers=headers).json
    table = Table(client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)
    play(table, TURNS)
    settle(ctx.store)
    by_places = everything(client, headers)
    grow_old(events_redis, table.id, upto=table.version() - 1)
    by_scanning = everything(client, headers)
    follow_feeds(ctx)
    by_marks = everything(client, headers)

    assert events_redis.exists(keys.marks(table.id))
    assert by_places == by_scanning == by_marks
    assert {event["event"]["version"] for event in by_places} == set(range(1, table.version() + 1))


def everything(client: FlaskClient, headers: dict[str, str]) -> list[dict[str, Any]]:
    """Return the whole feed, read in small pages."""
    page = client.get("/v1/me/events?limit=9", headers=headers).json
    events = list(page["events"])
    while "next" in page:
        page = client.get(f"/v1/me/events?limit=9&after={page['next']}", headers=headers).json
        events += page["events"]
    return events
