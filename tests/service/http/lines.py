"""Holds single connections to a served API, from addresses of one's choice."""

import json
import socket
from contextlib import ExitStack
from typing import Any

from tests.service.http.live import SOON_S, Server

HERE = "127.0.0.1"
ASK = "GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n{more}\r\n"
SSE = "text/event-stream"


class Line:
    """Represents a connection from an address, and what is read on it."""

    def __init__(self, server: Server, address: str = HERE) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), SOON_S, (address, 0))
        self.reader = self.socket.makefile("rb")

    def ask(self, path: str, accept: str = "*/*", token: str = "", key: str = "") -> int:
        """Send a request; return the status of the answer."""
        more = (f"Authorization: Bearer {token}\r\n" if token else "") + (f"X-Api-Key: {key}\r\n" if key else "")
        self.socket.sendall(ASK.format(path=path, accept=accept, more=more).encode())
        return self.status()

    def post(self, path: str, body: Any, key: str = "") -> int:
        """Post JSON; return the status of the answer."""
        text, more = json.dumps(body), f"X-Api-Key: {key}\r\n" if key else ""
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{more}"
        self.socket.sendall(f"{head}Content-Length: {len(text)}\r\n\r\n{text}".encode())
        return self.status()

    def status(self) -> int:
        """Return the status of the next answer."""
        return int(self.reader.readline().split()[1])

    def rest(self) -> tuple[dict[str, str], Any]:
        """Return headers and JSON of the answer."""
        lines = iter(lambda: self.reader.readline().decode().strip(), "")
        headers = {name.lower(): value for name, _, value in (text.partition(": ") for text in lines)}
        return headers, json.loads(self.reader.read(int(headers["content-length"])))

    def close(self) -> None:
        """Close the connection."""
        self.reader.close()
        self.socket.close()


def asked_once(server: Server, path: str, accept: str = "*/*") -> int:
    """Send a request on a connection of its own; return the status."""
    line = Line(server)
    try:
        return line.ask(path, accept)
    finally:
        line.close()


def new_line(opened: ExitStack, server: Server, address: str = HERE) -> Line:
    """Open a connection until the end of a block."""
    line = Line(server, address)
    opened.callback(line.close)
    return line
