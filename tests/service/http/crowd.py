"""Keeps clients in play through the stop of a server, and says which of them went without an answer."""

import http.client
import time
from contextlib import suppress
from threading import Barrier, Thread
from typing import Final

from service.server.waits import LAST_CALL_S
from tests.service.http.live import SOON_S

CLIENTS: Final = 12
WARM: Final = 3
"""Sets how many answers each client has before the server is told to stop."""
PLACES: Final = ("/v1/games", "/v1/rulesets", "/v1")


class Crowd:
    """Represents clients of which half keep their connections, and half open one for each request.

    They go on until the server accepts no connection any more.
    """

    def __init__(self, port: int) -> None:
        self.cut: list[str] = []
        """Lists the requests that got no answer, though their connection was not idle before."""
        self._port = port
        self._ready = Barrier(CLIENTS + 1)
        self._clients = [Thread(target=self._play, args=(number % 2 == 0,), daemon=True) for number in range(CLIENTS)]
        for client in self._clients:
            client.start()
        self._ready.wait(SOON_S)

    def join(self) -> None:
        """Wait until every client has been turned away."""
        for client in self._clients:
            client.join(SOON_S)
            assert not client.is_alive(), "a client waits for an answer"

    def _play(self, keeps: bool) -> None:
        answered = 0
        used = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=SOON_S)
        while True:
            if connection.sock is None:
                try:
                    connection.connect()
                except OSError:
                    return
            before, used = used, time.monotonic()
            try:
                connection.request("GET", PLACES[answered % len(PLACES)])
                answer = connection.getresponse()
                answer.read()
            except (OSError, http.client.HTTPException) as error:
                if not keeps or used - before < LAST_CALL_S / 2:
                    self.cut.append(f"{'kept' if keeps else 'new'} connection, answer {answered}: {error!r}")
                connection.close()
                continue
            if not keeps:
                connection.close()
            answered += 1
            if answered == WARM:
                with suppress(Exception):
                    self._ready.wait(SOON_S)
