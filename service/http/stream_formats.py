"""How streams are written: Server-Sent Events, and lines of JSON.

Source of the format: the HTML standard, 9.2.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import orjson

SSE: Final = "text/event-stream"
NDJSON: Final = "application/x-ndjson"
STREAMS_TOLD: Final = {
    "x-streams": {
        SSE: "Everything as it happens, as Server-Sent Events, described in `/asyncapi.yaml`.",
        NDJSON: "The same as lines of JSON.",
    }
}
"""What an operation answers to an `Accept` of these types, told beside its answers: generators give each one type."""
RETRY_MS: Final = 1_000


class Format(NamedTuple):
    """How a stream writes: its opening, an event, a word of its own, a sign of life, a seat's turn."""

    opening: bytes
    event: Callable[[str, dict[str, Any]], bytes]
    word: Callable[[str], bytes]
    quiet: bytes
    turn: Callable[[dict[str, Any]], bytes]


def _sse_event(place: str, event: dict[str, Any]) -> bytes:
    return b"id: %s\ndata: %s\n\n" % (place.encode(), orjson.dumps(event))


def _sse_word(word: str) -> bytes:
    return b"event: %s\ndata: {}\n\n" % word.encode()


def _sse_turn(turn: dict[str, Any]) -> bytes:
    return b"event: turn\ndata: %s\n\n" % orjson.dumps(turn)


def _line(_place: str, event: dict[str, Any]) -> bytes:
    return orjson.dumps(event) + b"\n"


def _line_word(word: str) -> bytes:
    return orjson.dumps({"type": word}) + b"\n"


def _line_turn(turn: dict[str, Any]) -> bytes:
    return orjson.dumps({"turn": turn}) + b"\n"


FORMATS: Final = {
    SSE: Format(b"retry: %d\n: open\n\n" % RETRY_MS, _sse_event, _sse_word, b": quiet\n\n", _sse_turn),
    NDJSON: Format(b"\n", _line, _line_word, b"\n", _line_turn),
}
