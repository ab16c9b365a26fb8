"""Formats streams as Server-Sent Events, or as JSON lines.

Source of the format: the HTML standard, 9.2.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import orjson

SSE: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
STREAM_DOCS: Final = {
    "x-streams": {
        SSE: "Everything as it happens, as Server-Sent Events, described in `/asyncapi.yaml`.",
        NDJSON: "The same as lines of JSON.",
    }
}
"""Documents an operation's stream types as an extension, since generators expect one type per answer."""
RETRY_MS: Final = 1_000


class Format(NamedTuple):
    """Describes how a stream is written: its opening, an event, a signal, a heartbeat, a seat's turn."""

    opening: bytes
    event: Callable[[str, dict[str, Any]], bytes]
    word: Callable[[str], bytes]
    quiet: bytes
    turn: Callable[[dict[str, Any]], bytes]


FORMATS: Final = {
    SSE: Format(
        opening=b"retry: %d\n: open\n\n" % RETRY_MS,
        event=lambda place, event: b"id: %s\ndata: %s\n\n" % (place.encode(), orjson.dumps(event)),
        word=lambda word: b"event: %s\ndata: {}\n\n" % word.encode(),
        quiet=b": quiet\n\n",
        turn=lambda turn: b"event: turn\ndata: %s\n\n" % orjson.dumps(turn),
    ),
    NDJSON: Format(
        opening=b"\n",
        event=lambda place, event: orjson.dumps(event | {"cursor": place}) + b"\n",
        word=lambda word: orjson.dumps({"type": word}) + b"\n",
        quiet=b"\n",
        turn=lambda turn: orjson.dumps({"turn": turn}) + b"\n",
    ),
}
