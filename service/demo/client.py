"""Sends JSON over HTTP with a token, with the standard library only."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

PATIENCE_S = 60


class Surprise(Exception):
    """Reports an answer that violates the contract; the message is one line."""


class Client:
    """Sends requests as the holder of a token, or as a spectator without one."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        self.token = token

    def get(self, path: str) -> Any:
        """Return the body at a path; raises Surprise for anything but a 200."""
        return self._ask("GET", path, None, {}, 200)[1]

    def post(self, path: str, body: Any, expect: int = 201, **headers: str) -> Any:
        """Post a body and return the answer; raises Surprise for an unexpected status."""
        return self._ask("POST", path, body, headers, expect)[1]

    def act(self, path: str, command: Any) -> int | None:
        """Post a command that was legal a moment ago; return its version, None if it no longer is legal."""
        status, answer = self._ask("POST", f"{path}/commands", command, {}, 201, 409)
        return int(answer["version"]) if status == 201 else None

    def lines(self, path: str) -> Iterator[Any]:
        """Yield the values of a stream of JSON lines as they come; empty lines are heartbeats."""
        with self._open("GET", path, None, {"Accept": "application/x-ndjson"}) as answer:
            yield from (json.loads(line) for line in answer if line.strip())

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str], *expected: int) -> tuple[int, Any]:
        try:
            with self._open(method, path, body, headers) as answer:
                status, text = answer.status, answer.read()
        except urllib.error.HTTPError as refusal:
            status, text = refusal.code, refusal.read()
        if status not in expected:
            raise Surprise(f"{method} {path} answered {status}, not {expected[0]}: {text[:300].decode()}")
        return status, json.loads(text)

    def _open(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, content, sent, method=method)
        return urllib.request.urlopen(request, timeout=PATIENCE_S)
