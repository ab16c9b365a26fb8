"""Says what the proxy does to a request that was chosen to meet a fault."""

from __future__ import annotations

import json
import time
from typing import Final

from longroad_client.kit.exchanges import content
from longroad_client.kit.passage import Fault, Passage
from longroad_client.kit.passing import Answer
from longroad_client.kit.streams import cut_after, extend, with_news_of_tomorrow

PROMISED_S: Final = 2.0
"""Says within which time a server answers, as the guide has it; a slow answer takes less."""
SLOW_S: Final = 1.5
LONG_S, SHORT_S = 2, 1
"""Say for how long a client is asked to wait, in whole seconds."""
CUT_AFTER: Final = 3
PROBLEM: Final = "application/problem+json"


def plainly(passage: Passage) -> None:
    """Let the server answer the request."""
    passage.plainly()


def answer_lost(passage: Passage) -> None:
    """Let the server carry the request out, and close the connection without its answer."""
    passage.serve()


def request_lost(_passage: Passage) -> None:
    """Close the connection before the server gets the request."""


def repeat(passage: Passage) -> None:
    """Let the request reach the server twice, as some networks do, and give the second answer."""
    passage.serve()
    passage.give(passage.serve())


def slow(passage: Passage) -> None:
    """Give the answer late, though within the time in which a server answers."""
    answer = passage.serve()
    time.sleep(SLOW_S)
    passage.give(answer)


def half(passage: Passage) -> None:
    """Break the connection in the middle of the answer."""
    passage.give_half(passage.serve())


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
    """Carry the same command out before this one; it was no fault if the rules allow both."""
    passage.overtake()
    answer = passage.serve()
    if answer.status not in (409, 412):
        passage.exchange.fault = ""
    passage.give(answer)


def cut(passage: Passage) -> None:
    """Break a stream off after a few messages."""
    passage.stream(cut_after(CUT_AFTER))


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
