"""Tests that news pushed to streams comes whole and in order, also to clients that read slowly or stall."""

import socket
import threading
from collections.abc import Iterator
from typing import IO

import pytest
from flask import Flask

from service.clients.authentication import Caller
from service.game.cursors import Place
from service.http.incoming import Application
from service.http.outlets import Outlet
from service.http.stream_pages import SSE
from service.http.streaming import Stream
from service.live import News
from tests.service.http.client import Table

PATIENCE_S = 60.0
VERSIONS = 40


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Yield both ends of a connection that holds little, the first of them as the server has it."""
    here, there = socket.socketpair()
    here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    here.setblocking(False)
    there.settimeout(PATIENCE_S)
    yield here, there
    here.close()
    there.close()


def test_what_does_not_fit_is_left_for_later(pair: tuple[socket.socket, socket.socket]) -> None:
    here, there = pair
    outlet = Outlet(here)
    pieces = [bytes([number]) * 3_000 for number in range(20)]
    outlet.offer(pieces[:10])
    assert outlet.is_stuck
    outlet.offer(pieces[10:])
    here.settimeout(PATIENCE_S)
    finishing = threading.Thread(target=outlet.finish)
    finishing.start()
    got = b""
    while len(got) < sum(len(b"BB8\r\n\r\n") + len(piece) for piece in pieces):
        got += there.recv(65_536)
    finishing.join()
    assert got == b"".join(b"BB8\r\n%b\r\n" % piece for piece in pieces)
    assert not outlet.is_stuck


def test_a_client_that_is_gone_is_found_out_by_whoever_finishes(pair: tuple[socket.socket, socket.socket]) -> None:
    here, there = pair
    there.close()
    outlet = Outlet(here)
    outlet.offer([b"news"])
    assert outlet.is_stuck
    with pytest.raises(OSError, match="Broken pipe"):
        outlet.finish()


@pytest.mark.parametrize("stalls", [False, True], ids=["reads", "stalls"])
def test_every_event_comes_once_whoever_sends_it(
    app: Flask, running: Table, pair: tuple[socket.socket, socket.socket], stalls: bool
) -> None:
    here, there = pair
    own: list[bytes] = []
    stream, serving = served(app, running, here, own)
    answer = there.makefile("rb")
    first = until(answer, b"id: 3-0.")
    running.act(0, "Roll")
    got: list[bytes] = []
    for number in range(VERSIONS):
        version = running.act(0, "Wave", to=[1])["version"]
        if not stalls or number == VERSIONS - 1:
            got += until(answer, b"id: %d-0." % version)
    assert len(own) < VERSIONS // 2
    stream.listener.end(News.GONE)
    assert until(answer, b"event: end")
    serving.join(PATIENCE_S)

    places = [line[4:].decode().partition(".")[0] for line in first + got if line.startswith(b"id: ")]
    events = running.get("/events?limit=500", 0).json["events"]
    assert places == [f"{event['version']}-{event['index']}" for event in events]


def served(app: Flask, table: Table, here: socket.socket, own: list[bytes]) -> tuple[Stream, threading.Thread]:
    """Open a seat's stream on a connection, and serve it as gunicorn does; `own` is what it then sends itself."""
    longroad: Application = app.extensions["longroad"]
    here.settimeout(PATIENCE_S)
    with app.test_request_context(environ_overrides={"gunicorn.socket": here, "SERVER_PROTOCOL": "HTTP/1.1"}):
        stream = Stream(longroad, Caller(table.id, 0), Place(1, -1), SSE, longroad.context.games.load(table.id))
    longroad.metrics.streams.inc()

    def serve() -> None:
        for piece in stream.chunks():
            own.append(piece)
            here.sendall(b"%X\r\n%b\r\n" % (len(piece), piece))
        stream.close()

    serving = threading.Thread(target=serve)
    serving.start()
    return stream, serving


def until(answer: IO[bytes], begin: bytes) -> list[bytes]:
    """Read lines up to one that begins so."""
    lines = [answer.readline()]
    while not lines[-1].startswith(begin):
        lines.append(answer.readline())
        assert lines[-1], lines
    return lines
