"""Tests that a body which is too large is refused, and the client reads why while still sending (RFC 9112, 9.6).

One that ends early is refused as well (RFC 9112, 8).
"""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from service.schemas.limits import LARGEST_BODY, LARGEST_RECORD
from tests.conftest import StorePair
from tests.service.http.live import SOON_S, Server, served
from tests.service.http.live_table import LiveTable

HEAD = "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
CHUNKED = "Transfer-Encoding: chunked"
CHUNK = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
MB = 1_000_000


@pytest.fixture(scope="module")
def server(stores: StorePair) -> Iterator[Server]:
    """Run a served API."""
    with served(stores) as running:
        yield running


@pytest.fixture
def line(server: Server) -> Iterator[socket.socket]:
    """Open a connection."""
    with socket.create_connection(("127.0.0.1", server.port), SOON_S) as connection:
        yield connection


def begin(line: socket.socket, path: str, length: str) -> None:
    line.sendall(HEAD.format(path=path, length=length).encode())


def answer_on(line: socket.socket) -> tuple[int, dict[str, str], Any]:
    """Return status, headers and JSON of the next answer."""
    reader = line.makefile("rb")
    status = int(reader.readline().split()[1])
    lines = iter(lambda: reader.readline().decode().strip(), "")
    headers = {name.lower(): value for name, _, value in (text.partition(": ") for text in lines)}
    return status, headers, json.loads(reader.read(int(headers["content-length"])))


@pytest.mark.parametrize(
    ("path", "size"), [("/v1/keys", 5 * MB), ("/v1/games", 5 * MB), ("/v1/keys", LARGEST_BODY + 1)]
)
def test_the_refusal_is_read_while_the_body_is_on_its_way(line: socket.socket, path: str, size: int) -> None:
    begin(line, path, f"Content-Length: {size}")
    line.sendall(b"x" * 1000)
    status, headers, body = answer_on(line)
    assert (status, body["type"]) == (413, "/problems/too_large")
    assert headers["connection"] == "close"
    line.sendall(b"x" * (size - 1000))
    assert line.recv(1) == b""


def test_the_refusal_is_read_when_all_has_been_sent(server: Server) -> None:
    connection = server.connection()
    connection.request("POST", "/v1/games", b"x" * 5 * MB, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    assert (answer.status, json.load(answer)["type"]) == (413, "/problems/too_large")
    connection.close()


@pytest.mark.parametrize("path", ["/v1/keys", "/v1/nowhere"])
def test_pieces_without_an_end_are_not_read_for_ever(line: socket.socket, path: str) -> None:
    begin(line, path, CHUNKED)
    line.sendall(CHUNK * 2)
    status, _, body = answer_on(line)
    assert (status, body["status"]) in ((413, 413), (404, 404))
    line.sendall(CHUNK * 8)
    assert line.recv(1) == b""


@pytest.mark.parametrize("length", [f"Content-Length: {10**12}", CHUNKED])
def test_only_so_much_is_read_of_what_is_refused(line: socket.socket, length: str) -> None:
    begin(line, "/v1/keys", length)
    line.sendall(CHUNK * 2)
    assert answer_on(line)[0] == 413
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        line.sendall(CHUNK * 1000)


def test_what_is_no_chunk_ends_the_connection(line: socket.socket) -> None:
    begin(line, "/v1/keys", CHUNKED)
    line.sendall(b"zz\r\n" + CHUNK * 8)
    status, _, body = answer_on(line)
    assert (status, body["type"]) == (400, "/problems/bad_request")
    line.sendall(CHUNK)
    assert line.recv(1) == b""


def test_what_follows_on_something_unreadable_does_not_hide_why(line: socket.socket) -> None:
    line.sendall(b"GET /v1 HTTP/1.1\r\nNo header\r\n\r\n" + b"x" * 100_000)
    status, headers, body = answer_on(line)
    assert (status, body["type"], headers["connection"]) == (400, "/problems/bad_request", "close")
    line.sendall(b"x" * MB)
    assert line.recv(1) == b""


@pytest.mark.parametrize(("path", "size"), [("/v1/keys", LARGEST_BODY), ("/v1/games", LARGEST_RECORD)])
def test_a_body_of_just_the_largest_size_is_taken(line: socket.socket, path: str, size: int) -> None:
    begin(line, path, f"Content-Length: {size}")
    line.sendall(b" " * size)
    assert answer_on(line)[0] == 400


@pytest.mark.parametrize("length", ["Content-Length: 65536", CHUNKED])
def test_a_connection_outlives_the_refusal_of_a_small_body(line: socket.socket, length: str) -> None:
    begin(line, "/v1/nowhere", length)
    line.sendall(CHUNK[7:-2] if length != CHUNKED else CHUNK[:7] + CHUNK[7:] + b"0\r\n\r\n")
    assert answer_on(line)[0] == 404
    line.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
    status, headers, _ = answer_on(line)
    assert (status, headers["connection"]) == (200, "keep-alive")


def test_a_large_body_that_is_taken_is_answered(line: socket.socket) -> None:
    begin(line, "/v1/games", f"Content-Length: {4 * MB}")
    line.sendall(b" " * 4 * MB)
    status, headers, body = answer_on(line)
    assert (status, body["type"], headers["connection"]) == (400, "/problems/bad_json", "close")
    assert line.recv(1) == b""


def test_commands_whose_body_ends_early_are_not_carried_out(server: Server) -> None:
    table = LiveTable(server)
    table.put_aside()
    before = server.ask("GET", table.path)[1]["version"]
    body = b'{"type":"Wave","to":[1]}'
    assert [cut_off(server, table, body, more)[0] for more in (0, 0, 1, 1)] == [201, 201, 400, 400]
    assert server.ask("GET", table.path)[1]["version"] == before + 2


def cut_off(server: Server, table: LiveTable, body: bytes, more: int) -> tuple[int, dict[str, str], Any]:
    """Send commands in a body whose announced length is greater by `more` bytes, and return the answer."""
    length = f"Content-Length: {len(body) + more}\r\nAuthorization: Bearer {table.tokens[0]}"
    with socket.create_connection(("127.0.0.1", server.port), SOON_S) as connection:
        begin(connection, f"{table.path}/commands", length)
        connection.sendall(body)
        connection.shutdown(socket.SHUT_WR)
        return answer_on(connection)
