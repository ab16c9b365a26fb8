"""Two served APIs on a store that forgets its newest versions: views, tags and commands of the past that is no more."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.http.live import Server, served
from tests.service.http.test_streams import LiveTable

LOST, OTHER = {"type": "Roll"}, {"type": "Wave", "to": [1]}


@pytest.fixture(scope="module")
def hosts(stores: StorePair) -> Iterator[tuple[Server, Server]]:
    """Two API processes on one pair of stores."""
    with served(stores) as here, served(stores) as there:
        yield here, there


class Seen:
    """A seat's view of a game as a host shows it, with its tag."""

    def __init__(self, host: Server, table: LiveTable, **headers: str) -> None:
        connection = host.connection()
        sent = table.bearer(0) | {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", table.path, None, sent)
        answer = connection.getresponse()
        self.status, self.tag, self.body = answer.status, answer.headers["ETag"], answer.read()
        connection.close()


def act(host: Server, table: LiveTable, body: Any, **headers: str) -> int:
    """The status of a command of seat 0."""
    return host.ask("POST", table.path + "/commands", body, table.tokens[0], **headers)[0]


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
