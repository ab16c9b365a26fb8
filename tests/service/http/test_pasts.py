"""Tests views, tags, cursors and commands on two served APIs after their store lost its newest versions."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from eventstore import keys
from tests.conftest import StorePair
from tests.eventstore.pasts import lose
from tests.service.http.live import EventStream, Server, served
from tests.service.http.live_table import LiveTable

LOST, OTHER = {"type": "Roll"}, {"type": "Wave", "to": [1]}
RESET = {"event": "reset", "data": {}}


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


def lost_at_4(hosts: tuple[Server, Server], stores: StorePair, *written: Any, read: Any) -> tuple[LiveTable, Any]:
    """Return a game with versions 1 to 3, and what was `read` of it at version 4, which is lost and written again."""
    here, there = hosts
    table = LiveTable(here)
    table.put_aside()
    assert act(here, table, LOST) == 201
    found = read(table)
    with Redis.from_url(stores.events_url) as client:
        lose(client, table.path.rpartition("/")[2], 3)
        for body in written:
            assert act(there, table, body) == 201
    return table, found


def pages(host: Server, table: LiveTable, limit: int) -> list[Any]:
    """Return the pages of events of a game, read one after another with at most `limit` events each."""
    found = [host.ask("GET", f"{table.events}?limit={limit}")[1]]
    while "next" in found[-1]:
        found.append(host.ask("GET", f"{table.events}?limit={limit}&after={found[-1]['next']}")[1])
    return found


def every_cursor(host: Server, table: LiveTable) -> dict[str, str]:
    """Return each kind of cursor at versions 3 and 4: of pages, of a stream, of lines."""
    stream, lines = host.stream(table.events), host.stream(table.events, Accept="application/x-ndjson")
    told = {one["id"].partition(".")[0]: one["id"] for one in read_upto(stream, 4)}
    said = (json.loads(line) for line in iter(lines.answer.readline, b"") if line.strip())
    read: dict[str, str] = {}
    while "line 4" not in read:
        line = next(said)
        read |= {f"line {line['version']}": line["cursor"]} if "cursor" in line else {}
    stream.close()
    lines.close()
    assert read["line 4"] == told["4-0"]
    both = {f"page {page['cursor'][0]}": page["cursor"] for page in pages(host, table, 1)}
    return both | read | {f"stream {place[0]}": cursor for place, cursor in told.items() if place in ("3-0", "4-0")}


@pytest.mark.parametrize("written", [[], [OTHER], [OTHER, LOST]])
def test_a_cursor_of_a_lost_version_is_answered_reset(
    hosts: tuple[Server, Server], stores: StorePair, written: list[Any]
) -> None:
    table, cursors = lost_at_4(hosts, stores, *written, read=lambda table: every_cursor(hosts[0], table))
    for host in hosts:
        for name, cursor in cursors.items():
            status, page = host.ask("GET", f"{table.events}?after={cursor}")
            streams = [host.stream(f"{table.events}?after={cursor}")]
            if not name.startswith("page"):
                streams.append(host.stream(table.events, Last_Event_ID=cursor))
            if name.endswith("4"):
                assert (status, page["type"], page["version"]) == (410, "/problems/reset", 3 + len(written)), name
                assert [list(stream.messages()) for stream in streams] == [[RESET]] * len(streams), name
            elif int(name[-1]) == 3:
                assert [event["version"] for event in page["events"]] == [n + 4 for n in range(len(written))], name
                assert all(stream.status == 200 for stream in streams)
            for stream in streams:
                stream.close()


def test_whoever_follows_a_reset_knows_the_game_as_it_is(hosts: tuple[Server, Server], stores: StorePair) -> None:
    table, known = lost_at_4(hosts, stores, OTHER, LOST, read=lambda table: pages(hosts[0], table, 100)[0])
    events, cursor = known["events"], known["cursor"]
    while True:
        status, page = hosts[1].ask("GET", f"{table.events}?after={cursor}")
        if status == 410:
            events, cursor = [], "0"
            continue
        events, cursor = events + page["events"], page["cursor"]
        if not page["events"]:
            break
    assert events == hosts[0].ask("GET", table.events)[1]["events"]
    assert [event["version"] for event in events][-2:] == [4, 5]


def test_a_bare_cursor_proves_nothing_and_is_accepted(hosts: tuple[Server, Server], stores: StorePair) -> None:
    table, _ = lost_at_4(hosts, stores, OTHER, LOST, read=lambda table: None)
    for host in hosts:
        for query in ("?after=4", "?after=4-0"):
            events = host.ask("GET", table.events + query)[1]["events"]
            assert {event["version"] for event in events} == {5}
        streams = [host.stream(table.events + "?after=4"), host.stream(table.events, Last_Event_ID="4-0")]
        for stream in streams:
            assert next(stream.messages())["data"]["version"] == 5
            stream.close()


def test_forged_and_torn_cursors_are_refused(hosts: tuple[Server, Server]) -> None:
    table = LiveTable(hosts[0])
    cursor = hosts[0].ask("GET", table.events)[1]["cursor"]
    proof = cursor.partition(".")[2]
    other = LiveTable(hosts[0])
    for host in hosts:
        for forged in (f"1.{proof[::-1]}", f"7.{proof}", f"9999999999999999.{proof}", f"0.{proof}", "1-0.0123456789"):
            assert host.ask("GET", f"{table.events}?after={forged}")[0] == 410, forged
        assert host.ask("GET", f"{other.events}?after={cursor}")[0] == 410
        for torn in (
            cursor[:-1],
            "1.",
            "1-",
            "1-0.",
            f"1.{proof}0",
            f".{proof}",
            f"x.{proof}",
            "1-0-0",
            "1.012345678G",
        ):
            status, found = host.ask("GET", f"{table.events}?after={torn}")
            assert (status, found["errors"][0]["pointer"]) == (422, "/after"), torn
            status, found = host.ask("GET", table.events, Accept="text/event-stream", Last_Event_ID=torn)
            assert (status, found["errors"][0]["code"]) == (422, "event_id"), torn
        assert host.ask("GET", f"{table.events}?after={cursor}")[1]["events"] == []


def test_the_end_of_a_lost_game_is_not_the_end(hosts: tuple[Server, Server], stores: StorePair) -> None:
    here = hosts[0]
    table = LiveTable(here, options={"target": 5})
    table.finish()
    *_, newest, end = here.stream(table.events).messages()
    assert (end["event"], here.stream(table.events, Last_Event_ID=newest["id"]).status) == ("end", 204)
    with Redis.from_url(stores.events_url) as client:
        lose(client, table.path.rpartition("/")[2], newest["data"]["version"] - 1)
    for host in hosts:
        stream = host.stream(table.events, Last_Event_ID=newest["id"])
        assert list(stream.messages()) == [RESET]


def test_tags_of_another_past_are_stale(hosts: tuple[Server, Server], stores: StorePair) -> None:
    table, lost = lost_at_4(hosts, stores, OTHER, read=lambda table: Seen(hosts[0], table).tag)
    for host in hosts:
        for path in ("/commands", "/dry-runs"):
            status, found = host.ask("POST", table.path + path, LOST, table.tokens[0], If_Match=lost)
            assert (status, found["type"], found["version"]) == (412, "/problems/stale_version", 4)
        past = host.ask("GET", table.path + "?version=4", None, table.tokens[0], If_None_Match=lost)
        assert past[0] == Seen(host, table, If_None_Match=lost).status == 200
    for sent, body in enumerate((LOST, {"type": "Step"})):
        assert act(hosts[sent], table, body, If_Match="*") == 201


def test_hosts_agree_again_on_a_secret_that_was_lost(hosts: tuple[Server, Server], stores: StorePair) -> None:
    table = LiveTable(hosts[0])
    with Redis.from_url(stores.events_url) as client:
        made = client.get(keys.SECRET)
        client.delete(keys.SECRET)
        assert hosts[0].ask("GET", f"{table.events}?after=1.0123456789")[0] == 410
        assert client.get(keys.SECRET) == made, "the host has written the one in use again"
        client.set(keys.SECRET, b"made by another host".ljust(32))
    assert hosts[1].ask("GET", f"{table.events}?after=1.0123456789")[0] == 410, "and uses the new one from here on"
    before = hosts[0].ask("GET", table.events)[1]["cursor"]
    assert hosts[1].ask("GET", f"{table.events}?after={before}")[0] == 410
    after = hosts[1].ask("GET", table.events)[1]["cursor"]
    for host in hosts:
        assert host.ask("GET", f"{table.events}?after={after}")[1] == {"events": [], "cursor": after}
