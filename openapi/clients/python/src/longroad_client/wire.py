"""Says how a request is written, when it is sent again, and how a stream is read; it neither waits nor sends."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsIndex
from urllib.parse import quote

from longroad_client.errors import Problem, Unreachable
from longroad_client.problems import CLASSES

if TYPE_CHECKING:
    import httpx

AGAIN: Final = (429, 502, 503, 504)
"""Lists the statuses after which the same request is sent again."""
AT_WORK: Final = "idempotency_key_at_work"
FIRST_S, LONGEST_S = 0.1, 5.0
FIRST_ANSWER_S: Final = 1.0
"""Bounds how long a client that has never had an answer tries to connect, where nobody accepts."""
POLL_S: Final = 25
"""Says how long one request waits for a job, or for a turn."""
QUIET_S: Final = 45.0
"""Bounds how long a stream may be silent, which sends a comment every 15 s."""


def is_json(media_type: str) -> bool:
    """Return whether a body of a media type is one JSON value, and not, for example, a value on each line."""
    return media_type.partition(";")[0].strip().endswith(("/json", "+json"))


def read_lines(text: str) -> tuple[list[Any], bool]:
    """Return the values of lines of JSON, and whether the last line is whole; one that is not is left out."""
    *lines, rest = text.split("\n")
    return [json.loads(line) for line in lines], not rest


@dataclass(frozen=True, slots=True)
class Call:
    """Describes a request; `keyed` requests have an Idempotency-Key, so that they can be sent again."""

    method: str
    path: str
    places: Sequence[object] = ()
    query: Mapping[str, Any] = field(default_factory=dict)
    body: object = None
    if_match: int | str | None = None
    idempotency_key: str | None = None
    wait: int | None = None
    keyed: bool = False

    @property
    def url(self) -> str:
        """Return the path, with what stands in it; raises ValueError for an empty id, whose path is another one's."""
        for place in self.places:
            if not isinstance(place, str | SupportsIndex):
                raise TypeError(f"an id in {self.path} must be a text or a number, not a {type(place).__name__}")
            if place == "":
                raise ValueError(f"an id in {self.path} is empty")
        return self.path.format(*(quote(str(place), safe="") for place in self.places))

    @property
    def params(self) -> dict[str, str]:
        """Return the query; what is None is left out."""
        given = {name: value for name, value in self.query.items() if value is not None}
        return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}

    def headers(self) -> dict[str, str]:
        """Return the headers of this request alone, with a new key if it needs one and has none."""
        sent = {}
        if self.keyed:
            sent["Idempotency-Key"] = self.idempotency_key or uuid.uuid4().hex
        if self.if_match is not None:
            sent["If-Match"] = f'"{self.if_match}"' if isinstance(self.if_match, int) else self.if_match
        if self.wait is not None:
            sent["Prefer"] = f"wait={self.wait}"
        return sent


def problem(document: Mapping[str, Any], retry_after: float | None = None, request_id: str | None = None) -> Problem:
    """Return the exception of a problem; one of an unknown type is a plain Problem."""
    slug = str(document.get("type", "")).rpartition("/")[2]
    return CLASSES.get(slug, Problem)(document, retry_after, request_id)


def problem_of(answer: httpx.Response) -> Problem:
    """Return the exception of an answer; what is no problem of Longroad, as that of a proxy, has the status alone."""
    wait = answer.headers.get("Retry-After", "")
    try:
        document = answer.json()
    except ValueError:
        document = {}
    if not isinstance(document, dict) or "type" not in document:
        document = {"status": answer.status_code, "title": f"{answer.status_code} {answer.reason_phrase}"}
    return problem(document, float(wait) if wait.isdigit() else None, answer.headers.get("X-Request-Id"))


class Reach:
    """Knows whether a server has ever answered; clients that share connections share it."""

    def __init__(self, url: str, *, is_known: bool = False) -> None:
        self.url = url
        self.is_known = is_known


class Patience:
    """Says how long to wait before a request is sent again, and raises when it has taken too long."""

    def __init__(self, seconds: float, reach: Reach | None = None) -> None:
        self.seconds = seconds
        self.reach = reach or Reach("the server", is_known=True)
        self.first_until = time.monotonic() + min(seconds, FIRST_ANSWER_S)
        self.until = time.monotonic() + seconds
        self.delay = FIRST_S
        self.failures = 0

    def renew(self) -> None:
        """Begin again: something was received."""
        self.until = time.monotonic() + self.seconds
        self.delay = FIRST_S

    def after_failure(self, error: httpx.TransportError | ValueError) -> float:
        """Return the seconds to wait after a request without a whole answer; raises Unreachable in the end.

        An address or a header that cannot be sent is raised at once, and soon if no server has ever answered and none
        is there to connect to: then the address is wrong, or the server does not run.
        """
        from httpx import ConnectError, LocalProtocolError, UnsupportedProtocol

        if isinstance(error, LocalProtocolError | UnsupportedProtocol):
            raise Unreachable(self.reach.url, error) from error
        if isinstance(error, ConnectError) and not self.reach.is_known:
            self.until = min(self.until, self.first_until)
        self.failures += 1
        try:
            return self._next(error, 0.0)
        except type(error):
            raise Unreachable(self.reach.url, error) from error

    def after_refusal(self, answer: httpx.Response) -> float:
        """Return the seconds to wait after an answer that may be another one later; raises Problem for all others."""
        problem = problem_of(answer)
        if answer.status_code not in AGAIN and problem.slug != AT_WORK:
            raise problem
        return self._next(problem, problem.retry_after or 0.0)

    def _next(self, error: Exception, least: float) -> float:
        wait = max(least, self.delay * random.uniform(0.5, 1.0))  # so that many clients do not come back at once
        if time.monotonic() + wait > self.until:
            raise error
        self.delay = min(2 * self.delay, LONGEST_S)
        return wait

    def is_gone(self, method: str, answer: httpx.Response) -> bool:
        """Return whether an answer to a DELETE says that an earlier one, whose answer was lost, did it."""
        return method == "DELETE" and answer.status_code == 404 and self.failures > 0


class Message(NamedTuple):
    """Holds a message of a stream: its event, its id (empty for none) and its data."""

    event: str
    id: str
    data: str


class Messages:
    """Puts the lines of a stream of Server-Sent Events together."""

    def __init__(self) -> None:
        self._event, self._id, self._data = "message", "", list[str]()

    def take(self, line: str) -> Message | None:
        """Take the next line, and return the message that it ends, if it ends one."""
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id":
            self._id = value
        elif not line and (self._data or self._event != "message"):
            message = Message(self._event, self._id, "\n".join(self._data))
            self._event, self._id, self._data = "message", "", []
            return message
        return None
