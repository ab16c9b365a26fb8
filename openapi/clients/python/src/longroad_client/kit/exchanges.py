"""Keeps what a client sent, what the server answered to it, and what the proxy made of that."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from longroad_client.kit.passing import Answer, Request
from longroad_client.kit.streams import Part

SECRETS: Final = ("token", "owner_token", "key")
"""Names the members of answers that hold a credential."""
KINDS: Final = ("commands", "seats", "token", "legal-actions", "pending", "events", "replays", "board", "fairness")


class Message(NamedTuple):
    """Is a message of a stream that was sent to the client: when, and with which id (empty for none)."""

    at: float
    id: str


@dataclass(eq=False)
class Exchange:
    """Is a request of the client with what became of it; times are seconds since the scenario began.

    `served` is what the server answered, `given` what the client got: None if it got no whole answer.
    """

    number: int
    at: float
    request: Request
    fault: str = ""
    served: Answer | None = None
    given: Answer | None = None
    ended: float | None = None
    messages: list[Message] = field(default_factory=list)
    is_cut: bool = False

    @property
    def method(self) -> str:
        """Return the method."""
        return self.request.method

    @property
    def path(self) -> str:
        """Return the path without the query."""
        return urlsplit(self.request.target).path

    @property
    def query(self) -> dict[str, str]:
        """Return the query."""
        return {name: values[-1] for name, values in parse_qs(urlsplit(self.request.target).query).items()}

    @property
    def kind(self) -> str:
        """Return what the request is about, such as `commands`, `seats`, `game` or `stream`."""
        if self.request.is_stream:
            return "stream"
        parts = self.path.strip("/").split("/")
        if parts[-1] in KINDS or parts[-1] == "games":
            return parts[-1]
        return "game" if len(parts) > 1 and parts[-2] == "games" else "other"

    @property
    def game(self) -> str:
        """Return the id of the game that the request names, or an empty text."""
        _, found, rest = self.path.partition("/games/")
        return rest.partition("/")[0] if found else ""

    @property
    def key(self) -> str:
        """Return the Idempotency-Key, or an empty text."""
        return self.request.header("Idempotency-Key")

    @property
    def token(self) -> str:
        """Return the token that the request carries, or an empty text."""
        return self.request.header("Authorization").removeprefix("Bearer ")

    @property
    def is_command(self) -> bool:
        """Return whether the request is a command that counts, and not a dry run."""
        return (self.method, self.kind) == ("POST", "commands") and self.query.get("dry_run") != "true"

    @property
    def status(self) -> int:
        """Return the status that the client got, or 0 for none."""
        return self.given.status if self.given else 0

    @property
    def name(self) -> str:
        """Return the request as a report names it."""
        return f"{self.method} {self.request.target} (request {self.number}, at {self.at:.1f} s)"

    def is_same(self, other: Exchange) -> bool:
        """Return whether another request is the same: its key and its time may differ."""
        return (self.method, self.request.target, self.request.body, self.token) == (
            *(other.method, other.request.target, other.request.body),
            other.token,
        )


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
        exchange.served = answer
        body = content(answer.body)
        if not isinstance(body, dict) or answer.status not in (200, 201):
            return
        with self._lock:
            self.credentials |= {*_secrets(body)}
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
            body = content(answer.body) if exchange.kind == "game" else None
            if isinstance(body, dict) and body.get("status") == "finished":
                self.over.setdefault(exchange.game, exchange.ended)

    def say(self, exchange: Exchange, part: Part) -> None:
        """Note a message of a stream that is sent to the client."""
        with self._lock:
            self.active = self.now()
            exchange.messages.append(Message(self.active, part.id))
            if part.is_end:
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

    def earlier(self, exchange: Exchange) -> Iterator[Exchange]:
        """Yield the requests before this one, the newest first."""
        return reversed(self.exchanges[: exchange.number - 1])


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


def _secrets(body: dict[str, Any]) -> Iterator[str]:
    """Yield the credentials of an answer: its own, and those of the seats in it."""
    rows = [body, *(row for row in body.get("seats", ()) if isinstance(row, dict))]
    yield from (row[name] for row in rows for name in SECRETS if isinstance(row.get(name), str))
