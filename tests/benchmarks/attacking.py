"""`python -m tests.benchmarks.attacking PORT GAME SECONDS`: repeats bodies that are refused, and counts the answers.

Sixteen connections send one of 59 kB to a game, and one sends 2.5 MB as a new game; nothing bears a token. Requests are
prepared once and answers are not parsed beyond their status, so that the attacker needs little of the machine.
"""

import json
import re
import selectors
import socket
import sys
import time
from collections import Counter
from contextlib import suppress
from typing import Final

CONNECTIONS: Final = 16
LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PIECE: Final = 256 * 1024


def request(path: str, members: int, **first: int) -> bytes:
    """Return a request whose body has so many members that nothing knows."""
    body = json.dumps({**first, **{f"k{n}": 1 for n in range(members)}}).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


class Line:
    """Represents a connection that sends one request again and again, and is opened anew when it was closed."""

    def __init__(self, port: int, sent: bytes, name: str, counts: Counter[str]) -> None:
        self._port = port
        self._request = sent
        self._name = name
        self._counts = counts

    def open(self, selector: selectors.BaseSelector) -> None:
        """Connect, and begin to send."""
        self._selector = selector
        self._socket = socket.create_connection(("127.0.0.1", self._port))
        self._socket.setblocking(False)
        self._begin()
        selector.register(self._socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)

    def go_on(self, events: int) -> None:
        """Send and read what is possible now."""
        try:
            if events & selectors.EVENT_WRITE:
                self._send()
            if events & selectors.EVENT_READ:
                self._read()
        except OSError:
            self._count("cut")

    def _begin(self) -> None:
        self._left = memoryview(self._request)
        self._answer = b""

    def _send(self) -> None:
        self._left = self._left[self._socket.send(self._left[:PIECE]) :]
        if not self._left:
            self._selector.modify(self._socket, selectors.EVENT_READ, self)

    def _read(self) -> None:
        read = self._socket.recv(PIECE)
        self._answer += read
        head, found, body = self._answer.partition(b"\r\n\r\n")
        length = LENGTH.search(head) if found else None
        is_whole = length is not None and len(body) >= int(length[1])
        if not read:
            self._count("closed")
        elif is_whole and (self._left or b"\r\nconnection: close" in head.lower()):
            self._count(head[9:12].decode())
        elif is_whole:
            self._counts[f"{self._name} {head[9:12].decode()}"] += 1
            self._begin()
            self._selector.modify(self._socket, selectors.EVENT_READ | selectors.EVENT_WRITE, self)

    def _count(self, outcome: str) -> None:
        """Count an answer after which the connection cannot be used, and open another one."""
        self._counts[f"{self._name} {outcome}"] += 1
        self._selector.unregister(self._socket)
        self._socket.close()
        self.open(self._selector)


def attack(port: int, game: str, seconds: float) -> Counter[str]:
    """Attack for so long, and return how often each size of body was answered in which way."""
    counts: Counter[str] = Counter()
    selector = selectors.DefaultSelector()
    small, large = request(f"/v1/games/{game}/branches", 5_000, version=1), request("/v1/games", 200_000)
    for sent, name in [(small, "59 kB")] * CONNECTIONS + [(large, "2.5 MB")]:
        Line(port, sent, name, counts).open(selector)
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for key, events in selector.select(0.1):
            with suppress(ConnectionRefusedError):
                key.data.go_on(events)
    return counts


if __name__ == "__main__":
    print(json.dumps(attack(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))))
