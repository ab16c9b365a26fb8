"""Provides a socket proxy that loses replies: a script runs on the server, and its answer never reaches the client."""

import contextlib
import socket
import threading
from collections.abc import Callable
from pathlib import Path

READING = (b"*4\r\n", b"*8\r\n")
"""Calls of the script that only reads begin like this: with four words for a log alone, with eight for more."""


class LossyProxy:
    """Passes calls on to a server from a socket of its own; cuts the connection instead of answering some appends.

    `is_lost(n)` says whether the reply to the n-th append (from 1) is lost.
    """

    def __init__(self, server: str, directory: Path, is_lost: Callable[[int], bool]) -> None:
        self._server = server.removeprefix("unix://")
        self._is_lost = is_lost
        self.calls = 0
        self.lost = 0
        path = directory / "proxy.sock"
        self.url = f"unix://{path}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        """Pass on one request and one reply at a time; the client under test never pipelines."""
        with client, socket.socket(socket.AF_UNIX) as server, contextlib.suppress(OSError):
            server.connect(self._server)
            while request := client.recv(65536):
                server.sendall(request)
                reply = server.recv(65536)
                if b"EVALSHA" in request and not request.startswith(READING) and self._count():
                    return
                client.sendall(reply)

    def _count(self) -> bool:
        self.calls += 1
        lost = self._is_lost(self.calls)
        self.lost += lost
        return lost

    def close(self) -> None:
        """Stop listening."""
        self._listener.close()
