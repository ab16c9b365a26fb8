"""Takes requests through the proxy, and says what it does to those that were chosen to meet a fault.

A `Passage` is one request on its way, and a fault is a function of it; streams are divided into their messages.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from longroad_client.kit.exchanges import Exchange, Log, content
from longroad_client.kit.passing import Answer, Line, Proxy

PROMISED_S: Final = 2.0
"""Says within which time a server answers, as the guide has it; a slow answer takes less."""
SLOW_S: Final = 1.5
LONG_S, SHORT_S = 2, 1
"""Say for how long a client is asked to wait, in whole seconds."""
CUT_AFTER: Final = 3
PROBLEM: Final = "application/problem+json"
NDJSON: Final = "application/x-ndjson"
NEW: Final = "of_tomorrow"
"""Names what a later version of the API might add."""
ROWS: Final = ("seats", "actions", "templates", "pending", "events", "games")
OWN: Final = ("if-match", "idempotency-key")
"""Names the headers of a command that another one does not share."""


class Part(NamedTuple):
    """Represents a message of a stream as it is written; `id` is its cursor, and only comments are not `is_news`."""

    text: bytes
    id: str
    is_news: bool
    is_end: bool = False


Change = Callable[[Iterator[Part]], Iterator[Part]]


def parts(lines: Iterator[bytes], is_ndjson: bool) -> Iterator[Part]:
    """Yield the messages of a stream; what stands after the last whole one is left out."""
    held: list[bytes] = []
    for line in lines:
        held.append(line)
        if is_ndjson:
            told = json.loads(line) if line.strip() else {}
            yield Part(line, str(told.get("cursor", "")), bool(told), told == {"type": "end"})
        elif not line.strip():
            ids = [one[3:].strip().decode() for one in held if one.startswith(b"id:")]
            is_news = any(one.startswith(b"data:") for one in held)
            yield Part(b"".join(held), ids[-1] if ids else "", is_news, b"event: end\n" in held)
            held = []


@dataclass(frozen=True)
class Passage:
    """Represents a request that reached the proxy; a fault passes it on, answers it, does both or neither."""

    proxy: Proxy
    log: Log
    exchange: Exchange
    line: Line
    elsewhere: str

    @property
    def is_ndjson(self) -> bool:
        """Return whether the client wants a stream of lines of JSON."""
        return self.exchange.request.header("Accept").startswith(NDJSON)

    def serve(self) -> Answer:
        """Let the server carry the request out, and return its answer."""
        answer = self.proxy.forward(self.exchange.request)
        self.log.serve(self.exchange, answer)
        return answer

    def give(self, answer: Answer) -> None:
        """Give the client an answer."""
        self.log.give(self.exchange, answer)
        self.line.give(answer)

    def stream(self, change: Change = iter) -> None:
        """Pass a stream on as `change` makes it; an answer that is none is given as it is."""

        def lines(came: Iterator[bytes]) -> Iterator[bytes]:
            self.exchange.given = Answer(200, {}, b"")
            for part in change(parts(came, self.is_ndjson)):
                if part.is_news:
                    self.log.say(self.exchange, part.id, part.is_end)
                yield part.text
            self.exchange.ended = self.log.now()

        if refused := self.proxy.relay(self.exchange.request, self.line, lines):
            self.give(refused)

    def plainly(self) -> None:
        """Let the server answer the request."""
        if self.exchange.request.is_stream:
            self.stream()
        else:
            self.give(self.serve())


Fault = Callable[[Passage], object]


def repeat(passage: Passage) -> None:
    """Let the request reach the server twice, as some networks do, and give the second answer."""
    passage.serve()
    passage.give(passage.serve())


def slow(passage: Passage) -> None:
    """Give the answer late, though within the time in which a server answers."""
    answer = passage.serve()
    time.sleep(SLOW_S)
    passage.give(answer)


def not_json(passage: Passage) -> None:
    """Give the page that another proxy on the way would show."""
    passage.give(Answer(502, {"Content-Type": "text/html"}, b"<html><h1>502 Bad Gateway</h1></html>"))


def later(status: int, slug: str, seconds: int, *, is_served: bool = False) -> Fault:
    """Return a fault that gives a problem with Retry-After; the request may be carried out nevertheless."""

    def fault(passage: Passage) -> None:
        if is_served:
            passage.serve()
        known = {"type": f"/problems/{slug}", "title": "Later", "status": status, "detail": "Send it again later."}
        body = json.dumps({**known, "instance": passage.exchange.path}).encode()
        passage.give(Answer(status, {"Content-Type": PROBLEM, "Retry-After": str(seconds)}, body))

    return fault


def at_work(passage: Passage) -> None:
    """Carry the request out, and say that the first one with its key has not finished."""
    passage.serve()
    known = {"type": "/problems/idempotency_key_at_work", "title": "At work", "status": 409, "detail": "Not finished."}
    passage.give(Answer(409, {"Content-Type": PROBLEM}, json.dumps({**known, "instance": ""}).encode()))


def overtake(passage: Passage) -> None:
    """Carry the same command out before this one, as if its player had sent both; no fault if the rules allow both."""
    request = passage.exchange.request
    headers = {name: value for name, value in request.headers.items() if name.lower() not in OWN}
    passage.proxy.forward(request._replace(headers={**headers, "Idempotency-Key": uuid.uuid4().hex}))
    answer = passage.serve()
    if answer.status not in (409, 412):
        passage.exchange.fault = ""
    passage.give(answer)


def lagging(passage: Passage) -> None:
    """End a stream as the server does for a client that reads too slowly."""
    last = b'{"type": "lagging"}\n' if passage.is_ndjson else b"event: lagging\ndata: {}\n\n"
    passage.stream(cut_after(CUT_AFTER, last))


def of_tomorrow(passage: Passage) -> None:
    """Add members, events and messages that a later version might have."""
    if passage.exchange.request.is_stream:
        passage.stream(with_news_of_tomorrow(passage.is_ndjson))
        return
    answer = passage.serve()
    body = content(answer.body)
    passage.give(answer if body is None else answer._replace(body=json.dumps(extend(body)).encode()))


def redirect(passage: Passage) -> None:
    """Send the client to another host, which no server of this API ever does."""
    where = f"{passage.elsewhere}{passage.exchange.request.target}"
    passage.give(Answer(307, {"Location": where}, b""))


def cut_after(count: int, last: bytes = b"") -> Change:
    """Return a change that ends a stream after so many pieces of news, and says something last."""

    def change(came: Iterator[Part]) -> Iterator[Part]:
        seen = 0
        for part in came:
            yield part
            seen += part.is_news
            if seen == count:
                break
        if seen == count and last:
            yield Part(last, "", False)

    return change


def with_news_of_tomorrow(is_ndjson: bool) -> Change:
    """Return a change that adds unknown members, and messages and events of unknown types."""

    def change(came: Iterator[Part]) -> Iterator[Part]:
        for part in came:
            yield part._replace(text=b"".join(map(_extend_line, part.text.splitlines(keepends=True))))
            if part.is_news:
                yield Part(_make_unknown_event(part.id, is_ndjson), "", False)

    return change


def _extend_line(line: bytes) -> bytes:
    head, brace, rest = line.partition(b"{")
    if not brace or head not in (b"", b"data: "):
        return line
    return head + json.dumps(extend(json.loads(brace + rest))).encode() + b"\n"


def _make_unknown_event(cursor: str, is_ndjson: bool) -> bytes:
    version = int(cursor.partition("-")[0].partition(".")[0] or 1)
    event = json.dumps({"type": "MadeTomorrow", "version": version, "index": 0, NEW: True})
    if is_ndjson:
        return f"{event}\n".encode()
    return f"data: {event}\n\nevent: {NEW}\ndata: {{}}\n\n".encode()


def extend(body: Any) -> Any:
    """Return a body with members that no client knows, and with an event of an unknown type among others."""
    if not isinstance(body, dict):
        return body
    wider = {**body, NEW: {"value": [1, None]}}
    for name in ROWS:
        if isinstance(body.get(name), list):
            wider[name] = [extend(row) for row in body[name]]
    for name in ("legal", "turn"):
        if isinstance(body.get(name), dict):
            wider[name] = extend(body[name])
    if body.get("events") and "version" in body["events"][-1]:
        wider["events"].append({**body["events"][-1], "type": "MadeTomorrow"})
    return wider
