"""Tests that a server that is told to stop accepts nothing more, answers what it has read, and then closes."""

import os
import signal
from time import sleep

import pytest

from eventstore.streams import open_store
from tests.conftest import StorePair
from tests.service.http.crowd import CLIENTS, Crowd
from tests.service.http.live import SOON_S, served
from tests.service.http.live_table import LiveTable
from tests.service.processes import below


@pytest.mark.parametrize("processes", ["1", "2"])
def test_every_request_before_the_stop_gets_an_answer(stores: StorePair, processes: str) -> None:
    with served(stores, API_PROCESSES=processes) as server:
        tables = [LiveTable(server) for _ in range(CLIENTS)]
        for table in tables:
            table.put_aside()
        crowd = Crowd(server.port, tables)
        server.process.send_signal(signal.SIGTERM)
        crowd.join()
        assert server.process.wait(SOON_S) == 0
        assert crowd.cut == []
    store = open_store(stores.events_url)
    assert {game: store.head(game) for game in crowd.versions} == crowd.versions
    assert len(crowd.versions) == CLIENTS
    store.close()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_connections_that_wait_to_be_accepted_get_an_answer(stores: StorePair, processes: str) -> None:
    with served(stores, API_PROCESSES=processes) as server:
        serving = below(server.process.pid)
        for pid in serving:
            os.kill(pid, signal.SIGSTOP)
        waiting = [server.connection() for _ in range(20)]
        for connection in waiting:
            connection.request("GET", "/livez", headers={"Connection": "close"})
        server.process.send_signal(signal.SIGTERM)
        sleep(1.1)
        for pid in serving:
            os.kill(pid, signal.SIGCONT)
        assert [connection.getresponse().status for connection in waiting] == [200] * 20
        assert server.process.wait(SOON_S) == 0


def test_kept_connections_are_served_once_more_and_idle_ones_closed(stores: StorePair) -> None:
    with served(stores) as server:
        kept, idle = server.connection(), server.connection()
        for connection in (kept, idle):
            connection.request("GET", "/livez")
            connection.getresponse().read()
        server.process.send_signal(signal.SIGTERM)
        answers: list[tuple[int, str | None]] = []
        while not answers or answers[-1] == (200, "keep-alive"):
            kept.request("GET", "/livez")
            answer = kept.getresponse()
            answer.read()
            answers.append((answer.status, answer.headers["Connection"]))
        assert answers[-1] == (200, "close")
        assert idle.sock is not None
        assert idle.sock.recv(1) == b""
        assert server.process.wait(SOON_S) == 0
