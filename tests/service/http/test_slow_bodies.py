"""Tests that a body arrives within a limit or is cut off: one that trickles for ever holds no connection."""

from contextlib import suppress

import gevent
import pytest
from gevent.socket import socket, socketpair
from gunicorn.config import Config
from gunicorn.http.errors import ParseException
from gunicorn.http.parser import RequestParser

from service.http.connections import limit_body

HEAD = b"POST /v1/games HTTP/1.1\r\nHost: localhost\r\n%s\r\n\r\n"
LENGTH, CHUNKED = b"Content-Length: 60000", b"Transfer-Encoding: chunked"
PIECE_S = 0.02
PATIENCE_S = 60.0


def trickle(client: socket, piece: bytes) -> None:
    with suppress(OSError):
        while True:
            client.sendall(piece)
            gevent.sleep(PIECE_S)


@pytest.mark.parametrize(("framing", "piece"), [(LENGTH, b" "), (CHUNKED, b"1\r\n \r\n")], ids=["length", "chunked"])
def test_a_body_that_trickles_ends_within_the_limit(framing: bytes, piece: bytes) -> None:
    client, server = socketpair()
    client.sendall(HEAD % framing)
    request = next(RequestParser(Config(), server, ("127.0.0.1", 1)))
    sending = gevent.spawn(trickle, client, piece)
    with gevent.Timeout(PATIENCE_S), limit_body(server, request.body, 10 * PIECE_S), suppress(OSError, ParseException):
        assert len(request.body.read()) < 60_000
    sending.kill()
    client.close()
    server.close()


def test_a_body_that_has_arrived_is_not_cut_off() -> None:
    client, server = socketpair()
    client.sendall(HEAD % b"Content-Length: 2" + b"{}" + HEAD % b"Content-Length: 0")
    parser = RequestParser(Config(), server, ("127.0.0.1", 1))
    with limit_body(server, (first := next(parser)).body, 0.01):
        assert first.body.read() == b"{}"
        gevent.sleep(0.05)
    assert next(parser).method == "POST"  # the connection goes on
    client.close()
    server.close()
