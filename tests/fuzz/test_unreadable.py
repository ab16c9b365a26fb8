"""Tests that bytes that are not readable HTTP never reach the application and are still answered with a problem."""

import json
import socket
from email.parser import BytesParser

import pytest

from tests.service.http.live import Server

LIMIT_S = 60
UNREADABLE: dict[str, tuple[bytes, int, str]] = {
    "a long address": (b"GET /v1/games?cursor=" + b"a" * 9000 + b" HTTP/1.1\r\n", 414, "uri_too_long"),
    "many headers": (b"GET /v1 HTTP/1.1\r\n" + b"X-A: b\r\n" * 200, 431, "headers_too_large"),
    "a long header": (b"GET /v1 HTTP/1.1\r\nX-A: " + b"b" * 9000 + b"\r\n", 431, "headers_too_large"),
    "no HTTP": (b"good day\r\n", 400, "bad_request"),
    "another protocol": (b"GET /v1 GOPHER/1.1\r\n", 400, "bad_request"),
    "a broken header": (b"GET /v1 HTTP/1.1\r\nX(A: b\r\n", 400, "bad_request"),
    "two lengths": (b"POST /v1/games HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n", 400, "bad_request"),
}


@pytest.mark.parametrize(("request_head", "status", "slug"), UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_request_is_a_problem(server: Server, request_head: bytes, status: int, slug: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=LIMIT_S) as connection:
        connection.sendall(request_head + b"\r\n")
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    line, _, rest = answer.partition(b"\r\n")
    head, _, body = rest.partition(b"\r\n\r\n")
    headers = BytesParser().parsebytes(head)
    assert line.split()[1] == str(status).encode()
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["X-Request-Id"]
    found = json.loads(body)
    assert (found["type"], found["status"]) == (f"/problems/{slug}", status)
    assert found["title"]
    assert found["detail"]
    assert server.ask("GET", "/livez")[0] == 200


def test_a_body_in_pieces_is_too_large_as_well(server: Server) -> None:
    """A chunked body announces no length, so its bytes are counted."""
    game = server.ask("POST", "/v1/games", {"ruleset": "toy", "seats": [{"kind": "human"}] * 2})[1]
    token = game["seats"][0]["token"]
    connection = server.connection()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    pieces = (b'{"type":"' + b"x" * 60_000 for _ in range(4))
    connection.request("POST", f"/v1/games/{game['id']}/commands", pieces, headers, encode_chunked=True)
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["type"]) == (413, "/problems/too_large")
    connection.close()
    assert server.ask("GET", f"/v1/games/{game['id']}")[1]["version"] == 1
