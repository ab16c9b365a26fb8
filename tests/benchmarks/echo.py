"""`python -m tests.benchmarks.echo` runs a bare gevent server of streams for comparison, and prints its port.

A POST makes the next version of its game: the answer holds its number, and the same bytes go to every stream of the
game. The server knows no rules, no store and no callers; it does what any server of streams has to do.
"""

import re
from collections import defaultdict
from typing import Any

from gevent.queue import Queue
from gevent.server import StreamServer

OPENING = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: open\n\n"
EVENT = b'id: %d-0\ndata: {"version": %d, "index": 0, "type": "Rolled", "seat": 0, "dice": [3, 4], "said": "%s"}\n\n'
SAID = b"x" * 100
PATH = re.compile(rb"(GET|POST) /v1/games/([^/ ]+)")

streams: defaultdict[bytes, set[Any]] = defaultdict(set)
versions: defaultdict[bytes, int] = defaultdict(int)


def serve(connection: Any, _address: Any) -> None:
    """Answer the requests of a connection, until one opens a stream."""
    rest = b""
    while True:
        while b"\r\n\r\n" not in rest:
            more = connection.recv(65_536)
            if not more:
                return
            rest += more
        head, _, rest = rest.partition(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        while len(rest) < size:
            rest += connection.recv(65_536)
        rest = rest[size:]
        found = PATH.match(head)
        assert found is not None
        if found[1] == b"GET":
            stream(connection, found[2])
            return
        connection.sendall(posted(found[2]))


def posted(game: bytes) -> bytes:
    """Make a version, send it to all streams of the game, and return the answer."""
    versions[game] += 1
    version = versions[game]
    for queue in streams[game]:
        queue.put(EVENT % (version, version, SAID))
    body = b'{"version": %d}' % version
    return b"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def stream(connection: Any, game: bytes) -> None:
    """Send each version of a game until the client is gone."""
    queue: Any = Queue()
    streams[game].add(queue)
    try:
        connection.sendall(OPENING)
        while True:
            connection.sendall(queue.get())
    except OSError:
        streams[game].discard(queue)


if __name__ == "__main__":
    server = StreamServer(("127.0.0.1", 0), serve, backlog=2048)
    server.start()
    print(server.server_port, flush=True)
    server.serve_forever()
