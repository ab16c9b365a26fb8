"""Tests clients that stop after any event and go on from its mark: they miss nothing, and nothing comes twice."""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import StorePair
from tests.service.http.client import Table, plain_app
from tests.service.http.keys import new_key, with_key
from tests.service.http.live import messages_of

EXAMPLES: Final = 40
STOPS: Final = st.lists(st.integers(1, 5), max_size=8)
"""After how many events of a page or a stream a client stops, each time."""


class Client:
    """Represents somebody with a key and some games of it, one of which is over."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.key = with_key(new_key(client))
        self.tables = [self._table(number) for number in range(3)]
        for table in self.tables:
            table.put_aside()
        self.over = self.tables[0]
        for seat in (0, 1):
            self.over.post("/resign", {}, seat)

    def _table(self, number: int) -> Table:
        wish = {"ruleset": "toy", "seats": [{"kind": "human"}] * 2, "seed": str(number)}
        made = self.client.post("/v1/games", json=wish, headers=self.key).json
        return Table(self.client, made["id"], [seat["token"] for seat in made["seats"]], made["owner_token"], None)

    def page(self, after: str | None, limit: int) -> list[dict[str, Any]]:
        """Return a page of the feed."""
        place = f"/v1/me/events?limit={limit}" + (f"&after={after}" if after else "")
        events: list[dict[str, Any]] = self.client.get(place, headers=self.key).json["events"]
        return events

    def stream(self, after: str | None, accept: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield what a stream of the game that is over gives, each event with its id."""
        more = {"Last-Event-ID": after} if after else {}
        answer = self.client.get(self.over.path + "/events", headers={"Accept": accept, **self.over.headers(0), **more})
        assert answer.status_code in (200, 204), answer.text
        lines = answer.data.splitlines(keepends=True)
        answer.close()
        for message in messages_of(lines):
            if message["event"] == "message":
                yield message["id"], message["data"]


@pytest.fixture(scope="module")
def somebody(stores: StorePair) -> Client:
    """Return somebody over real stores."""
    return Client(plain_app(stores).test_client())


@settings(max_examples=EXAMPLES)
@given(stops=STOPS, limit=st.integers(1, 9))
def test_a_feed_goes_on_after_any_cursor(somebody: Client, stops: list[int], limit: int) -> None:
    whole = somebody.page(None, 1000)
    came: list[dict[str, Any]] = []
    for stop in stops:
        came += somebody.page(came[-1]["cursor"] if came else None, limit)[:stop]
    came += somebody.page(came[-1]["cursor"] if came else None, 1000)

    assert len(whole) > 10
    assert came == whole


@settings(max_examples=EXAMPLES)
@given(stops=STOPS)
def test_a_stream_goes_on_after_any_event(somebody: Client, stops: list[int]) -> None:
    accept = "text/event-stream"
    whole = list(somebody.stream(None, accept))
    came: list[tuple[str, dict[str, Any]]] = []
    for stop in [*stops, len(whole)]:
        came += islice(somebody.stream(came[-1][0] if came else None, accept), stop)

    assert len(whole) > 5
    assert json.dumps(came) == json.dumps(whole)
