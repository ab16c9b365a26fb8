"""Follows a game by its stream and resumes after the last event whenever the stream breaks off."""

import time
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any, Final

from tests.service.http.live import EventStream
from tests.trials.players import Deadline

SILENT_S: Final = 25.0
"""A stream gives a sign of life every 15 s; one that is silent for longer than this is taken for broken."""
AGAIN_S: Final = 0.2
GONE: Final = 404
"""The status of a game that is not there; the checker will say so."""
MOST_DENIED: Final = 50
AHEAD: Final = (410, 422)
"""The statuses with which the service refuses to resume a stream after an event that is not in the log."""


class Follower:
    """Collects the events of a game in the order in which they came, for a seat or (without a token) a spectator."""

    def __init__(self, port: int, game: str, token: str | None, deadline: Deadline, ports: Sequence[int] = ()) -> None:
        self.port = port
        self.ports = ports or (port,)
        self.game = game
        self.token = token
        self.deadline = deadline
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.version = 0
        self.breaks = 0
        self.resets = 0
        self.denied = 0
        self.is_over = False
        self.stillest = 0.0
        self._moved = time.monotonic()

    def follow(self) -> None:
        """Follow until the game is over or the deadline has passed."""
        while not self.is_over and not self.deadline.is_over():
            with suppress(OSError, HTTPException, ValueError):
                self._read()
            self.breaks += not self.is_over
            self.port = self.ports[self.breaks % len(self.ports)]
            time.sleep(0 if self.is_over else AGAIN_S)
        self._note()

    def _read(self) -> None:
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if self.events:
            sent["Last-Event-ID"] = self.events[-1][0]
        connection = self.connect()
        try:
            stream = EventStream(connection, f"/v1/games/{self.game}/events", sent)
            self.denied += stream.status == GONE
            self.is_over = stream.status == 204 or self.denied > MOST_DENIED
            if stream.status in AHEAD:
                self._begin_again()
            for message in stream.messages() if stream.status == 200 else ():
                self._take(message)
        finally:
            connection.close()

    def connect(self) -> HTTPConnection:
        """Return a connection to the host that is asked now."""
        return HTTPConnection("127.0.0.1", self.port, timeout=SILENT_S)

    def _take(self, message: dict[str, Any]) -> None:
        if message["event"] == "message":
            self.events.append((message["id"], message["data"]))
            self.version = message["data"]["version"]
            self._note()
        elif message["event"] == "reset":
            self._begin_again()
        elif message["event"] == "end":
            self.is_over = True

    def _begin_again(self) -> None:
        """Drop the events that came, because the log no longer has them, and read the game from its start."""
        self.events.clear()
        self.version = 0
        self.resets += 1

    def _note(self) -> None:
        """Keep the longest time for which nothing had come."""
        now = time.monotonic()
        self.stillest = max(self.stillest, now - self._moved)
        self._moved = now
