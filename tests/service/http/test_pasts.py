"""Tests views, tags and commands on two served APIs after their store lost its newest versions."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.http.live import EventStream, Server, served
from tests.service.http.live_table import LiveTable

LOST, OTHER = {"type": "Roll"}, {"type": "Wave", "to": [1]}


@pytest.fixture(scope="module")
def hosts(stores: StorePair) -> Iterator[tuple[Server, Server]]:
    """Run two API processes on one pair of stores."""
    with served(stores) as here, served(stores) as there:
        yield here, there


class Seen:
    """Holds a seat's view of a game as a host shows it, with its tag."""

    def __init__(self, host: Server, table: LiveTable, **headers: str) -> None:
        connection = host.connection()
        sent = table.bearer(0) | {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", table.path, None, sent)
        answer = connection.getresponse()
        self.status, self.tag, self.body = answer.status, answer.headers["ETag"], answer.read()
        connection.close()


def act(host: Server, table: LiveTable, body: Any, **headers: str) -> int:
    """Send a command of seat 0; return the status."""
    return host.ask("POST", table.path + "/commands", body, table.tokens[0], **headers)[0]


@pytest.mark.parametrize("written", [[OTHER], [OTHER, LOST], [OTHER, LOST, {"type": "Step"}]])
def test_a_stream_that_has_sent_what_is_lost_says_so(
    hosts: tuple[Server, Server], stores: StorePair, written: list[Any]
) -> None:
    here, there = hosts
    table = LiveTable(here)
    table.put_aside()
    assert act(here, table, LOST) == 201
    streams = [host.stream(table.events + query) for host in hosts for query in ("", "?after=latest")]
    for stream in streams[::2]:
        read_upto(stream, 4)
    with Redis.from_url(stores.events_url) as client:
        lose(client, table.path.rpartition("/")[2], 3)
        for body in written:
            assert act(there, table, body) == 201
    for stream in streams:
        *rest, last = list(stream.messages())
        assert (rest, last) == ([], {"event": "reset", "data": {}})
        stream.close()
    again = [host.stream(table.events) for host in hosts]
    told = [read_upto(stream, 3 + len(written)) for stream in again]
    assert told[0] == told[1]
    assert "Rolled" not in [one["data"]["type"] for one in told[0] if one["data"]["version"] == 4]


def read_upto(stream: EventStream, version: int) -> list[dict[str, Any]]:
    """Read the messages up to a version."""
    found = []
    for message in stream.messages():
        found.append(message)
        if message["data"]["version"] == version:
            return found
    raise AssertionError(found)


def test_two_hosts_agree_on_the_past_that_the_log_has(hosts: tuple[Server, Server], stores: StorePair) -> None:
    here, there = hosts
    table = LiveTable(here)
    table.put_aside()
    assert act(here, table, LOST) == 201
    lost = [Seen(host, table) for host in hosts]
    assert lost[0].tag == lost[1].tag
    with Redis.from_url(stores.events_url) as client:
        lose(client, table.path.rpartition("/")[2], 3)
    assert act(there, table, OTHER) == 201

    now = [Seen(host, table) for host in hosts]
    assert (now[0].body, now[0].tag) == (now[1].body, now[1].tag)
    assert now[0].body != lost[0].body
    assert (now[0].tag[:3], now[0].tag == lost[0].tag) == ('"4.', False)
    for host in hosts:
        assert Seen(host, table, If_None_Match=lost[0].tag).status == 200
        assert Seen(host, table, If_None_Match=now[0].tag).status == 304
        assert act(host, table, LOST, If_Match=lost[0].tag) == 412
    assert act(here, table, LOST, If_Match=now[0].tag) == 201
    assert act(there, table, {"type": "Step"}, If_Match='"5"') == 201
    assert Seen(here, table).body == Seen(there, table).body
