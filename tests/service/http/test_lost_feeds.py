"""Tests that the feed over a client's games says so when a failover has taken versions that it told of."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from eventstore.keys import shard_of
from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.http.client import Table, plain_app
from tests.service.http.live import messages_of
from tests.settling import settle

RESET = {"event": "reset", "data": {}}


class Reader:
    """Represents a client with an API key and two games in different shards."""

    def __init__(self, stores: StorePair) -> None:
        self.client: FlaskClient = plain_app(stores).test_client()
        self.key = {"X-Api-Key": self.client.post("/v1/keys", json={}).json["key"]}
        self.redis = Redis.from_url(stores.events_url)
        self.tables = [self._table(set())]
        self.tables.append(self._table({shard_of(self.tables[0].id)}))

    def _table(self, others: set[int]) -> Table:
        while True:
            wish = {"ruleset": "toy", "seats": [{"kind": "human"}] * 2}
            made = self.client.post("/v1/games", json=wish, headers=self.key).json
            if shard_of(made["id"]) not in others:
                break
        table = Table(self.client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)
        table.put_aside()
        return table

    def page(self, after: str | None = None) -> tuple[int, Any]:
        """Return a page of everything after a cursor."""
        settle(self.client.application.extensions["longroad"].context.store)
        query = "?limit=1000" + (f"&after={after}" if after else "")
        answer = self.client.get("/v1/me/events" + query, headers=self.key)
        return answer.status_code, answer.json

    def stream(self, after: str) -> Iterator[bytes]:
        """Open a stream after a cursor and return its chunks."""
        headers = {"Accept": "text/event-stream", "Last-Event-ID": after, **self.key}
        answer = self.client.get("/v1/me/events", headers=headers, buffered=False)
        assert answer.status_code == 200
        return iter(answer.response)

    def opening(self, after: str) -> list[dict[str, Any]]:
        """Return the messages with which a stream ends at once."""
        return list(messages_of(b"".join(self.stream(after)).splitlines(keepends=True)))

    def lose(self, table: Table, after: int) -> None:
        """Take the versions of a game above this one from the store."""
        lose(self.redis, table.id, after)


@pytest.fixture
def reader(stores: StorePair) -> Iterator[Reader]:
    """Return a client who has read what happened so far."""
    reader = Reader(stores)
    yield reader
    reader.redis.close()


def test_a_cursor_stands_for_every_shard(reader: Reader) -> None:
    first, second = reader.tables
    first.act(0, "Roll")
    second.act(0, "Roll")
    _, known = reader.page()
    assert len(re.findall("~", known["cursor"])) == 2
    assert reader.page(known["cursor"]) == (200, {"events": [], "cursor": known["cursor"]})
    reader.lose(first, 3)
    for cursor in (known["cursor"], known["events"][-1]["cursor"]):
        status, told = reader.page(cursor)
        assert (status, told["type"]) == (410, "/problems/reset")
        assert reader.opening(cursor) == [RESET]
    first.post("/commands", {"type": "Wave", "to": [1]}, 0)
    assert reader.page(known["cursor"])[0] == 410
    earlier = next(event["cursor"] for event in known["events"] if event["event"]["version"] == 3)
    assert reader.page(earlier)[0] == 200
    bare = known["cursor"].partition("~")[0]
    assert [event["event"]["type"] for event in reader.page(bare)[1]["events"]] == ["Waved"] * 2


def test_whoever_follows_a_reset_knows_all_games(reader: Reader) -> None:
    first, _ = reader.tables
    first.act(0, "Roll")
    cursor = reader.page()[1]["cursor"]
    reader.lose(first, 3)
    first.post("/commands", {"type": "Wave", "to": [1]}, 0)
    assert reader.page(cursor)[0] == 410
    cursor = reader.page("latest")[1]["cursor"]
    known = {table.id: table.get("", 0).json for table in reader.tables}
    first.act(0, "Roll")
    told = [event for event in reader.page(cursor)[1]["events"] if event["you"] == 0]
    assert {(event["game"], event["event"]["version"]) for event in told} == {(first.id, 5)}
    assert known[first.id]["version"] == 4


def test_an_open_stream_says_so_when_its_game_goes_on(reader: Reader) -> None:
    first, _ = reader.tables
    stream = reader.stream(reader.page()[1]["cursor"])
    next(stream)
    first.act(0, "Roll")
    assert b'"Rolled"' in next(stream)
    reader.lose(first, 3)
    first.post("/commands", {"type": "Wave", "to": [1]}, 0)
    assert next(stream) == b"event: reset\ndata: {}\n\n"


def test_a_deleted_game_is_not_lost(reader: Reader) -> None:
    first, second = reader.tables
    first.act(0, "Roll")
    cursor = reader.page()[1]["cursor"]
    reader.client.application.extensions["longroad"].context.store.delete(first.id)
    assert reader.page(cursor)[0] == 200
    second.act(0, "Roll")
    assert {event["game"] for event in reader.page(cursor)[1]["events"]} == {second.id}


def test_forged_and_torn_cursors_are_refused(reader: Reader) -> None:
    cursor = reader.page()[1]["cursor"]
    place, _, rest = cursor.partition("~")
    one = rest.partition("~")[0]
    game, version, proof = one.split(".")
    for forged in (f"{version}.{proof[::-1]}", f"99.{proof}", f"0.{proof}"):
        assert reader.page(f"{place}~{game}.{forged}")[0] == 410, forged
    for torn in (cursor[:-1], f"{place}~", f"{place}~{game}", f"{place}~x.y.z", f"~{one}", f"{place}{f'~{one}' * 9}"):
        status, told = reader.page(torn)
        assert (status, told["errors"][0]["pointer"]) == (422, "/after"), torn
    assert reader.page(f"{place}~nowhere.3.{proof}")[0] == 200, "a game that was deleted"
    assert reader.page(place)[1]["events"] == []
