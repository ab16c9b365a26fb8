"""Provides API keys whose feed (me/events) and webhook are recorded, to be compared with the logs of their games."""

import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from threading import Thread
from typing import Any, Final

from tests.service.http.live import EventStream
from tests.service.webhooks.receiver import Receiver
from tests.trials.players import Caller, Deadline

AGAIN_S: Final = 0.2
SILENT_S: Final = 25.0


@dataclass
class Feed:
    """Follows me/events of one key from break to break, now at one host and now at another."""

    ports: tuple[int, ...]
    key: str
    deadline: Deadline
    came: list[dict[str, Any]] = field(default_factory=list)
    breaks: int = 0
    resets: int = 0

    def start(self) -> None:
        """Begin to follow, in a thread."""
        Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while not self.deadline.is_over():
            with suppress(OSError, HTTPException, ValueError):
                self._read(self.ports[self.breaks % len(self.ports)])
            self.breaks += 1
            time.sleep(AGAIN_S)

    def _read(self, port: int) -> None:
        sent = {"X-Api-Key": self.key} | ({"Last-Event-ID": self.came[-1]["cursor"]} if self.came else {})
        connection = HTTPConnection("127.0.0.1", port, timeout=SILENT_S)
        try:
            stream = EventStream(connection, "/v1/me/events", sent)
            for message in stream.messages() if stream.status == 200 else ():
                self._take(message)
        finally:
            connection.close()

    def _take(self, message: dict[str, Any]) -> None:
        if message["event"] == "message":
            self.came.append(message["data"])
        elif message["event"] == "reset":
            self.came.clear()
            self.resets += 1


@dataclass
class Listener:
    """Represents a key with its feed and its webhook, which hears of every version of the key's games."""

    key: str
    feed: Feed
    hook: str

    @classmethod
    def at(cls, line: Caller, ports: tuple[int, ...], receiver: Receiver, number: int) -> "Listener":
        """Make the key and the webhook, and begin to follow."""
        key = _made(line, "/v1/keys", {"name": f"listener {number}"}, number)["key"]
        wish = {"url": receiver.url, "types": ["events"]}
        hook = _made(line, "/v1/webhooks", wish, number, X_Api_Key=key)["id"]
        feed = Feed(ports, key, line.deadline)
        feed.start()
        return cls(key, feed, hook)


def _made(line: Caller, path: str, wish: Any, number: int, **headers: str) -> Any:
    name = f"listener number {number} of the trial at {path}"
    status, answer = line.ask("POST", path, None, wish, Idempotency_Key=name, **headers)
    assert status == 201, answer
    return answer
