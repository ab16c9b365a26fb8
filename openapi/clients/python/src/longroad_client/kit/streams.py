"""Divides a stream into its messages, and makes of them what a bad network or a later server would."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

NDJSON: Final = "application/x-ndjson"
NEW: Final = "of_tomorrow"
"""Names what a later version of the API might add."""
ROWS: Final = ("seats", "actions", "templates", "pending", "events", "games")


class Part(NamedTuple):
    """Is a message of a stream as it is written; `id` is its cursor, and comments are no news."""

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
            yield _line(line)
        elif not line.strip():
            yield _message(held)
        if is_ndjson or not line.strip():
            held = []


def _line(line: bytes) -> Part:
    told = json.loads(line) if line.strip() else {}
    return Part(line, str(told.get("cursor", "")), bool(told), told == {"type": "end"})


def _message(lines: list[bytes]) -> Part:
    ids = [line[3:].strip().decode() for line in lines if line.startswith(b"id:")]
    is_news = any(line.startswith(b"data:") for line in lines)
    return Part(b"".join(lines), ids[-1] if ids else "", is_news, b"event: end\n" in lines)


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
