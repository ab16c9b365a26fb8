"""Keeps what a client sent, what the server answered to it, and what the proxy made of that."""

from __future__ import annotations

import json
import time
from threading import RLock
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from longroad_client.kit.passing import Answer, Request

SECRETS: Final = ("token", "owner_token", "key")
"""Names the members of answers that hold a credential."""
KINDS: Final = (
    "games",
    "commands",
    "seats",
    "token",
    "legal-actions",
    "pending",
    "events",
    "replays",
    "board",
    "fairness",
)


class Message(NamedTuple):
    """Represents a message of a stream that was sent to the client: when, and with which id (empty for none)."""

    at: float
    id: str


class Exchange:
    """Represents a request of the client and its answer; times are seconds since the scenario began.

    `game`, `key` and `token` are empty where the request has none, `is_command` says that it is no dry run; `given` is
    what the client got: None if it got no whole answer.
    """

    def __init__(self, number: int, at: float, request: Request) -> None:
        address = urlsplit(request.target)
        self.number = number
        self.at = at
        self.request = request
        self.method = request.method
        self.path = address.path
        self.query = {name: values[-1] for name, values in parse_qs(address.query).items()}
        self.kind = "stream" if request.is_stream else _kind(self.path)
        self.game = self.path.partition("/games/")[2].partition("/")[0]
        self.key = request.header("Idempotency-Key")
        self.token = request.header("Authorization").removeprefix("Bearer ")
        self.sent = (request.method, request.target, request.body, self.token)
        self.is_command = (self.method, self.kind) == ("POST", "commands") and self.query.get("dry_run") != "true"
        self.fault = ""
        self.given: Answer | None = None
        self.ended: float | None = None
        self.messages: list[Message] = []

    @property
    def status(self) -> int:
        """Return the status that the client got, or 0 for none."""
        return self.given.status if self.given else 0

    @property
    def told(self) -> dict[str, Any]:
        """Return the object of JSON that the client got; an empty one for any other answer."""
        body = content(self.given.body) if self.given else None
        return body if isinstance(body, dict) else {}

    @property
    def name(self) -> str:
        """Return the request as a report names it."""
        return f"{self.method} {self.request.target} (request {self.number}, at {self.at:.1f} s)"

    def is_same(self, other: Exchange) -> bool:
        """Return whether another request is the same: its key and its time may differ."""
        return self.sent == other.sent


def _kind(path: str) -> str:
    """Return what a request is about, such as `commands`, `seats` or `game`."""
    parts = path.strip("/").split("/")
    if parts[-1] in KINDS or parts[-1] == "games":
        return parts[-1]
    return "game" if len(parts) > 1 and parts[-2] == "games" else "other"


class Log:
    """Holds all exchanges of a scenario in the order of their requests; threads may use it at the same time."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.exchanges: list[Exchange] = []
        self.credentials: set[str] = set()
        self.games: dict[str, str] = {}
        self.renewed: dict[str, float] = {}
        self.over: dict[str, float] = {}
        self.elsewhere: list[Request] = []
        self.active = 0.0
        self._lock = RLock()

    def now(self) -> float:
        """Return the seconds since the scenario began."""
        return time.monotonic() - self.began

    def begin(self, request: Request) -> Exchange:
        """Note a request."""
        with self._lock:
            exchange = Exchange(len(self.exchanges) + 1, self.now(), request)
            self.exchanges.append(exchange)
            self.active = exchange.at
            return exchange

    def serve(self, exchange: Exchange, answer: Answer) -> None:
        """Note what the server answered, and the games and credentials that this gave to the client."""
        body = content(answer.body)
        if not isinstance(body, dict) or answer.status not in (200, 201):
            return
        rows = [body, *(row for row in body.get("seats", ()) if isinstance(row, dict))]
        with self._lock:
            self.credentials |= {row[name] for row in rows for name in SECRETS if isinstance(row.get(name), str)}
            if exchange.method == "POST" and exchange.kind == "games" and answer.status == 201:
                self.games[body["id"]] = body.get("owner_token", "")
            elif exchange.method == "POST" and exchange.kind == "seats":
                self.games.setdefault(exchange.path.split("/")[-2], "")

    def give(self, exchange: Exchange, answer: Answer) -> None:
        """Note that the client has got a whole answer."""
        with self._lock:
            exchange.given, exchange.ended = answer, self.now()
            self.active = exchange.ended
            if exchange.kind == "token" and answer.status == 201:
                self.renewed.setdefault(exchange.token, exchange.ended)
            if exchange.kind == "game" and exchange.told.get("status") == "finished":
                self.over.setdefault(exchange.game, exchange.ended)

    def say(self, exchange: Exchange, id_: str, is_end: bool) -> None:
        """Note a message of a stream that is sent to the client."""
        with self._lock:
            self.active = self.now()
            exchange.messages.append(Message(self.active, id_))
            if is_end:
                self.over.setdefault(exchange.game, self.active)

    def has_looked(self, since: float, until: float) -> bool:
        """Return whether the client requested something of the game after a time, and got it before another."""
        return any(
            each.method == "GET" and each.at > since and _came(each, since, until)
            for each in self.exchanges
            if each.status == 200
        )

    def has_heard(self, since: float, until: float) -> bool:
        """Return whether a stream said anything to the client between two times."""
        return any(since < message.at <= until for each in self.exchanges for message in each.messages)


def _came(exchange: Exchange, since: float, until: float) -> bool:
    if exchange.kind == "stream":
        return any(since < message.at <= until for message in exchange.messages)
    return exchange.ended is not None and exchange.ended <= until


def content(body: bytes) -> Any:
    """Return a body that is JSON, or None."""
    try:
        return json.loads(body)
    except ValueError:
        return None
