"""Keeps clients in play through the stop of a server, and says which went without an answer, and what was done."""

import http.client
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import zip_longest
from threading import Barrier, Thread
from typing import Final

from service.server.worker import LAST_CALL_S
from tests.service.http.live import SOON_S
from tests.service.http.live_table import LiveTable

CLIENTS: Final = 12
WARM: Final = 3
"""Sets how many answers each client has before the server is told to stop."""
PLACES: Final = ("/v1/games", "/v1/rulesets", "/v1")
JSON: Final = {"Content-Type": "application/json"}
WAVE: Final = json.dumps({"type": "Wave", "to": [1]})


class Crowd:
    """Represents clients of which half keep their connections, and half open one for each request.

    They go on until the server accepts no connection any more; those with a table of the toy give commands there.
    """

    def __init__(self, port: int, tables: Sequence[LiveTable] = ()) -> None:
        self.cut: list[str] = []
        """Lists the requests that got no answer, though their connection was not idle before."""
        self.versions: dict[str, int] = {}
        """Holds for each game the version of the newest command that was acknowledged."""
        self._port = port
        self._ready = Barrier(CLIENTS + 1)
        self._clients = [
            Thread(target=self._play, args=(table, number % 2 == 0), daemon=True)
            for number, table in zip_longest(range(CLIENTS), tables)
        ]
        for client in self._clients:
            client.start()
        self._ready.wait(SOON_S)

    def join(self) -> None:
        """Wait until every client has been turned away."""
        for client in self._clients:
            client.join(SOON_S)
            assert not client.is_alive(), "a client waits for an answer"

    def _play(self, table: LiveTable | None, keeps: bool) -> None:
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
                self._ask(connection, PLACES[answered % len(PLACES)], table if answered % 2 == 0 else None)
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

    def _ask(self, connection: http.client.HTTPConnection, place: str, table: LiveTable | None) -> None:
        """Give a command at a table or look at a place; raises OSError or HTTPException if there is no answer."""
        if table is None:
            connection.request("GET", place)
        else:
            connection.request("POST", f"{table.path}/commands", WAVE, {**JSON, **table.bearer(0)})
        answer = connection.getresponse()
        told = answer.read()
        if table is not None and answer.status == 201:
            self.versions[table.path.rpartition("/")[2]] = json.loads(told)["version"]
