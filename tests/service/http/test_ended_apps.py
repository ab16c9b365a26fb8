"""Tests that nothing of its players stays in the store when an API key is deleted without being forgotten."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.clients import ended_apps, fact_names
from service.clients.ended_apps import ENDED, clear_some
from service.clients.players import PLAYERS, has_players
from service.game.context import Context
from tests.service.http.keys import APP, new_key, with_key
from tests.service.http.seekers import Seeker
from workers.sweeping.tidying import AppTidying

WISH = {"ruleset": "toy", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture
def ctx(client: FlaskClient) -> Context:
    context: Context = client.application.extensions["longroad"].context
    return context


def end(client: FlaskClient, key: str) -> None:
    assert client.delete(f"/v1/keys/{key.partition('.')[0]}", headers=with_key(key)).status_code == 204


def seated(client: FlaskClient, key: str, player: str) -> dict[str, Any]:
    wish = {**WISH, "seats": [{"kind": "human", "player": player}, {"kind": "human"}]}
    made: dict[str, Any] = client.post("/v1/games", json=wish, headers=with_key(key)).json
    return made


def test_players_seeks_and_orders_of_a_deleted_key_are_removed(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client, scopes=APP)
    ana, bea = Seeker(client, key), Seeker(client, key, "Bea")
    seek = ana.seek(among="application", seats=3)["id"]
    made = seated(client, key, ana.id)
    order = {"kind": "pass"}
    path = f"/v1/games/{made['id']}/seats/0/orders"
    assert client.post(path, json=order, headers=ana.headers | {"X-Seat": "0"}).status_code == 201
    assert ctx.store.fact(made["id"], fact_names.orders(0))
    end(client, key)

    while clear_some(ctx):
        pass

    for player in (ana.id, bea.id):
        assert ctx.store.facts(player) == {}
        assert ctx.store.names(player) == {}
        assert ctx.store.facts(f"seeks-of-{player}") == {}
    assert not ctx.store.fact(made["id"], fact_names.orders(0))
    assert ctx.store.facts(ENDED) == {}
    assert not has_players(ctx, key.partition(".")[0])
    assert all(seek not in page for page in ctx.store.rows.games("seeks"))
    token = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    assert client.get(f"/v1/games/{made['id']}", headers=token).status_code == 200


def test_a_step_looks_at_a_bounded_number(client: FlaskClient, ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    key = new_key(client, scopes=APP)
    players = [Seeker(client, key, f"P{n}").id for n in range(3)]
    games = [seated(client, key, players[0])["id"] for _ in range(3)]
    end(client, key)
    monkeypatch.setattr(ended_apps, "PLAYERS_AT_ONCE", 2)
    monkeypatch.setattr(ended_apps, "GAMES_AT_ONCE", 2)
    steps = 0
    while clear_some(ctx):
        steps += 1
    assert steps >= 3
    assert not {one for page in ctx.store.rows.games(PLAYERS) for one in page} & {*players}
    assert all(ctx.store.head(game) for game in games)


def test_players_of_a_key_that_was_not_deleted_after_all_stay(client: FlaskClient, ctx: Context) -> None:
    key = new_key(client, scopes=APP)
    ana = Seeker(client, key)
    ctx.store.set_facts(ENDED, {key.partition(".")[0]: b"%d" % ctx.clock()})
    assert clear_some(ctx) == 0
    assert client.get(f"/v1/players/{ana.id}", headers=with_key(key)).status_code == 200
    ctx.store.set_facts(ENDED, {key.partition(".")[0]: b"1"})
    assert clear_some(ctx) == 0
    assert ctx.store.facts(ENDED) == {}


def test_a_key_without_players_leaves_no_note_and_the_sweep_rests(client: FlaskClient, ctx: Context) -> None:
    end(client, new_key(client, scopes=APP))
    assert ctx.store.facts(ENDED) == {}
    tidying = AppTidying(ctx)
    assert tidying.step() == 0
    key = new_key(client, scopes=APP)
    Seeker(client, key)
    end(client, key)
    assert tidying.step() == 0
    assert tidying.rests()
