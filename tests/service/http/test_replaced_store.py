"""Tests the answers over another store than the one that the server knows: it is read, and never written to."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis

from eventstore import keys
from eventstore.keys import place_in, shard_of
from eventstore.streams import open_store
from service.game.context import Context
from service.http.problem_answers import REPLACED_S
from service.process.known_store import FILE, VARIABLE, KnownStore, remember
from tests.conftest import StorePair
from tests.service.http.client import SEATS, Table, checked_app, new_table
from tests.service.http.problem_answers import problem


@pytest.fixture
def file(stores: StorePair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a host that knows the store, as its processes find it."""
    store = open_store(stores.events_url)
    remember(store, tmp_path / FILE)
    store.close()
    monkeypatch.setenv(VARIABLE, str(tmp_path / FILE))
    return tmp_path / FILE


@pytest.fixture
def another(file: Path) -> Path:
    """Return the file of a host that knows another store."""
    known = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(dict.fromkeys(known, "another")), "utf-8")
    return file


@contextmanager
def hosted(app: Flask, stores: StorePair, file: Path) -> Iterator[FlaskClient]:
    """Yield a client of the application on a host with this file."""
    context: Context = app.extensions["longroad"].context
    store = open_store(stores.events_url, known=KnownStore(file))
    games = type(context.games)(store, context.rulesets)
    yield checked_app(replace(context, store=store, games=games)).test_client()
    store.close()


def test_another_store_is_not_written_to(app: Flask, stores: StorePair, another: Path) -> None:
    table = new_table(app.test_client())
    table.put_aside()
    version = table.version()
    with hosted(app, stores, another) as client:
        there = Table(client, table.id, table.tokens, table.owner, table.invite)
        refused = [
            there.post("/commands", {"type": "Roll"}, 0),
            client.post("/v1/games", json={"ruleset": "toy", "seats": SEATS}),
            client.post("/v1/keys", json={}),
            client.patch(f"{table.path}/seats/0", json={"name": "Ana"}, headers=table.headers(0)),
        ]
        for answer in refused:
            problem(answer, 503, "store_replaced")
            assert answer.headers["Retry-After"] == str(REPLACED_S)
        asked = (there.get(), there.get("", 0), there.get("/legal-actions", 0), there.get("/events"))
        assert [answer.status_code for answer in asked] == [200] * 4
        problem(client.get("/v1/games/none-such"), 503, "store_replaced")
        assert client.get("/readyz").json["reasons"] == ["store_replaced"]
    assert table.version() == version
    assert table.get().json["seats"][0].get("name") is None


def test_the_right_store_is_written_to(app: Flask, stores: StorePair, file: Path) -> None:
    with hosted(app, stores, file) as client:
        table = new_table(client)
        table.put_aside()
        table.act(0, "Roll")
        problem(client.get("/v1/games/none-such"), 404, "not_found")
        assert client.post("/v1/keys", json={}).status_code == 201


def test_what_is_known_is_looked_up_once_a_second(file: Path) -> None:
    now = [5.0]
    known = KnownStore(file, lambda: now[0])
    first = known(0)
    file.unlink()
    assert known(0) == first != b""
    now[0] += 1.0
    assert known(0) == b""


@pytest.mark.parametrize("is_ours", [True, False])
def test_a_stream_is_not_reset_over_another_store(
    app: Flask, events_redis: Redis, stores: StorePair, file: Path, *, is_ours: bool
) -> None:
    with hosted(app, stores, file) as client:
        table = new_table(client)
        table.put_aside()
        version, shard = table.version(), shard_of(table.id)
        headers = {"Accept": "application/x-ndjson", "Last-Event-ID": f"{version - 1}-0"}
        stream = client.get(f"{table.path}/events", headers=headers, buffered=False)
        chunks = iter(stream.response)
        assert b'"version":%d' % version in b"".join(next(chunks) for _ in range(2))
        events_redis.delete(*keys.of_game(table.id)[:1])
        if not is_ours:
            events_redis.delete(place_in(shard))
        events_redis.xadd(keys.feed(shard), {"g": f"{table.id}:{version}"})
        assert (b'"reset"' in b"".join(chunks)) == is_ours
        stream.close()
