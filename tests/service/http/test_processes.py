"""Tests that two processes of the API serve one port as one would: connections, limits, streams, reads and metrics."""

import http.client
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from socket import inet_aton

import pytest

from service.http.connection_limits import Cells, Held, Shared
from tests.conftest import StorePair
from tests.service.http.lines import SSE, new_line
from tests.service.http.live import Server, served
from tests.service.http.live_table import LiveTable
from tests.service.processes import below, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
CONNECTIONS = 40
STREAMS = 5
CLIENTS = 16
ADDRESSES = (f"127.0.1.{number}" for number in count(1))
"""Yields addresses that hold no connections yet."""
AWAY = 3
"""A process may be this far from its share, since a late one leaves a connection to the other."""


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    """Hold connections open until the test is over."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture(scope="module")
def server(stores: StorePair, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run two processes with narrow limits at one port."""
    directory = tmp_path_factory.mktemp("processes")
    (directory / "metrics").mkdir()
    limits = {"LONGROAD_CONNECTIONS_PER_ADDRESS": str(CONNECTIONS), "LONGROAD_STREAMS_PER_ADDRESS": str(STREAMS)}
    with served(stores, LONGROAD_API_PROCESSES="2", LONGROAD_DATA_DIR=str(directory), **limits) as running:
        assert wait_for(lambda: len(processes(running)) == 2)
        yield running


def processes(server: Server) -> list[int]:
    """Return the processes that answer."""
    return list(below(server.process.pid))


def accepted(pid: int, port: int, address: str | None = None) -> int:
    """Count the open connections of a process at a port, or those from one address."""
    held = {os.readlink(file) for file in Path(f"/proc/{pid}/fd").iterdir() if file.is_symlink()}
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    there = "" if address is None else f"{inet_aton(address)[::-1].hex().upper()}:"
    here = [row for row in rows if row[1].endswith(f":{port:04X}") and row[2].startswith(there) and row[3] == "01"]
    return sum(f"socket:[{row[9]}]" in held for row in here)


def test_the_processes_share_the_connections_evenly(server: Server) -> None:
    assert wait_for(lambda: min(shares(server)) >= CLIENTS // 2 - AWAY)


def shares(server: Server) -> list[int]:
    """Open some connections and return how many of them each process accepted."""
    before = [accepted(pid, server.port) for pid in processes(server)]
    with ExitStack() as opened:
        lines = [new_line(opened, server) for _ in range(CLIENTS)]
        assert {line.ask("/livez") for line in lines} == {200}
        return [accepted(pid, server.port) - held for pid, held in zip(processes(server), before, strict=True)]


def test_an_address_holds_only_so_many_connections_at_both(server: Server, opened: ExitStack) -> None:
    address = next(ADDRESSES)
    lines = [new_line(opened, server, address) for _ in range(CONNECTIONS)]
    assert {line.ask("/livez") for line in lines} == {200}
    assert new_line(opened, server, address).status() == 429


def test_an_address_holds_only_so_many_streams_at_both(server: Server, opened: ExitStack) -> None:
    table = LiveTable(server)
    assert streams(table, opened, next(ADDRESSES)) == [200] * STREAMS + [429] * 2


def streams(table: LiveTable, opened: ExitStack, address: str) -> list[int]:
    """Open more streams of a table than an address may hold, one after the other, and return their statuses."""
    lines = [new_line(opened, table.server, address) for _ in range(STREAMS + 2)]
    return [line.ask(table.events, SSE) for line in lines]


def test_what_one_accepts_all_show_and_stream(server: Server, opened: ExitStack) -> None:
    table = LiveTable(server)
    table.put_aside()
    told = [new_line(opened, server) for _ in range(4)]
    assert {line.ask(table.events, SSE, table.tokens[0]) for line in told} == {200}
    clients = [http.client.HTTPConnection("127.0.0.1", server.port) for _ in range(4)]
    for number, (seat, kind) in enumerate([(0, "Roll"), (0, "EndTurn"), (1, "Roll"), (1, "EndTurn")]):
        version = asked(clients[number], "POST", f"{table.path}/commands", table, seat, f'{{"type": "{kind}"}}')
        assert {asked(client, "GET", table.path, table, 0) for client in clients} == {version}
    for line in told:
        seen = 0
        while seen < version:
            text = line.reader.readline()
            seen = int(text[4:].partition(b"-")[0]) if text.startswith(b"id: ") else seen


def asked(
    client: http.client.HTTPConnection, method: str, path: str, table: LiveTable, seat: int, body: str | None = None
) -> int:
    """Send a request as a seat, and return the version in the answer."""
    headers = table.bearer(seat) | ({"Content-Type": "application/json"} if body else {})
    client.request(method, path, body, headers)
    answer = client.getresponse()
    text = answer.read()
    assert answer.status in (200, 201), text
    return int(text.partition(b'"version":')[2].partition(b",")[0])


def test_all_metrics_are_told_by_either(server: Server, opened: ExitStack) -> None:
    before = counted(server, "/v1/agents")
    lines = [new_line(opened, server) for _ in range(8)]
    assert {line.ask("/v1/agents") for line in lines} == {200}
    assert wait_for(lambda: [counted(server, "/v1/agents") for _ in range(4)] == [before + 8] * 4)


def counted(server: Server, route: str) -> float:
    """Return how many requests for a route were answered, as a scrape says."""
    rows = [line for line in server.text("/metrics").splitlines() if line.startswith("longroad_http_requests_total")]
    return sum(float(line.rpartition(" ")[2]) for line in rows if f'route="{route}"' in line)


def test_what_a_killed_process_held_can_be_held_again(server: Server, opened: ExitStack) -> None:
    table = LiveTable(server)
    address = next(ADDRESSES)
    assert streams(table, opened, address) == [200] * STREAMS + [429] * 2
    other, most = sorted(processes(server), key=lambda pid: accepted(pid, server.port, address))
    os.kill(most, signal.SIGKILL)
    assert wait_for(lambda: len(processes(server)) == 2 and most not in processes(server))
    assert wait_for(lambda: new_line(opened, server, address).ask(table.events, SSE) == 200)
    assert other in processes(server)


def test_counts_of_all_processes_limit_a_client() -> None:
    cells = Cells(2, 1 << 16)
    here = Held(2, cells)
    assert here.take("a")
    cells.take(1)
    there = Held(2, cells)
    assert [there.take("a"), there.take("a"), there.take("b")] == [True, False, True]
    cells.clear(0)
    assert there.take("a")


def test_a_process_is_ahead_of_those_that_serve_alone() -> None:
    shared = Shared(2)
    shared.take(0)
    shared.connections.add(1)
    assert not shared.is_ahead()
    shared.take(1)
    shared.begin()
    shared.take(0)
    shared.connections.add(1)
    assert shared.is_ahead()
    shared.leave(1)
    assert not shared.is_ahead()
