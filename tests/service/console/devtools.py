"""Speaks the DevTools protocol with a browser over pipes, without a driver or a package."""

import json
import os
import select
import subprocess
import time
from itertools import count
from typing import Any

PATIENCE_S = 120.0  # the longest that a busy machine may take for a short step
FAULTS = ("Runtime.exceptionThrown", "Log.entryAdded")
PAUSED = "Fetch.requestPaused"
NAVIGATED = "Inspected target navigated or closed"


class BrowserAway(Exception):
    """Reports that the browser does not answer."""


class PageLeft(Exception):
    """Reports that a call found the page on its way to another address."""


class DevTools:
    """Represents the DevTools protocol of a running browser, whose calls and answers go over two pipes."""

    def __init__(self, process: "subprocess.Popen[bytes]", sending: int, receiving: int) -> None:
        self.process = process
        self.sending = sending
        self.receiving = receiving
        self.faults: dict[str | None, list[dict[str, Any]]] = {}
        self.paused: dict[str | None, list[dict[str, Any]]] = {}
        self._ids = count(1)
        self._rest = b""

    def call(self, session: str | None, method: str, **params: Any) -> Any:
        """Make one call of the protocol and return its result; raise BrowserAway or PageLeft if there is none."""
        number = next(self._ids)
        called = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self.sending, json.dumps(called).encode() + b"\0")
        until = time.monotonic() + PATIENCE_S
        while (message := self._message(until)).get("id") != number:
            self._note(message)
        if message.get("error", {}).get("message") == NAVIGATED:
            raise PageLeft(method)
        assert "error" not in message, message["error"]
        return message["result"]

    def _note(self, message: dict[str, Any]) -> None:
        """Keep what a page reports by itself: its faults, and requests that it was told to pause."""
        method, session = message.get("method"), message.get("sessionId")
        if method in FAULTS or method == PAUSED:
            kept = self.paused if method == PAUSED else self.faults
            kept.setdefault(session, []).append(message["params"])

    def _message(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self.receiving], [], [], 0.5)
            if ready:
                self._rest += os.read(self.receiving, 1 << 16)
            elif self.process.poll() is not None or time.monotonic() > until:
                raise BrowserAway(f"exit status {self.process.poll()}")
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        return message
