"""Defines the exceptions that the client raises because of a server; `problems` adds one for each type of problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MOST_FAULTS = 3
"""Limits how many faults the text of an exception tells."""


class LongroadError(Exception):
    """Covers all that the client raises because of a server: Problem, Unreachable, SeatGone, SeekEnded, Forged."""


class Unreachable(LongroadError):
    """The server gave no whole answer for as long as the client is patient; `__cause__` is the last failure."""

    def __init__(self, url: str, failure: Exception) -> None:
        from httpx import UnsupportedProtocol

        if isinstance(failure, UnsupportedProtocol):
            super().__init__(f"{url!r} is no address of a server: it must begin with http:// or https://")
        else:
            super().__init__(f"no answer from {url}: {failure or type(failure).__name__}")
        self.url = url


class Problem(LongroadError):
    """Reports a problem that a server answered (RFC 9457); `slug` is the last word of its type.

    Its text says what was wrong, where, and the `request_id` under which the server's log has the request.
    """

    def __init__(
        self, document: Mapping[str, Any], retry_after: float | None = None, request_id: str | None = None
    ) -> None:
        super().__init__(_text(document, request_id))
        self.document = document
        self.slug = str(document.get("type", "")).rpartition("/")[2]
        self.status = int(document.get("status", 0))
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        self.rule: str | None = document.get("rule")
        self.version: int | None = document.get("version")
        self.index: int | None = document.get("index")
        self.missing: Mapping[str, int] = document.get("missing", {})
        self.errors: list[Mapping[str, Any]] = document.get("errors", [])
        self.retry_after = retry_after
        self.request_id = request_id


def _text(document: Mapping[str, Any], request_id: str | None) -> str:
    """Return title and detail, the first faults with their places, the rule and the id of the request."""
    said = ": ".join(str(document[name]) for name in ("title", "detail") if document.get(name))
    faults = list(map(fault_text, document.get("errors", [])))
    more = len(faults) - MOST_FAULTS + int(document.get("more", 0))
    told = "; ".join(faults[:MOST_FAULTS]) + (f"; and {more} more" if more > 0 else "")
    notes = {"rule": document.get("rule"), "request": request_id}
    noted = ", ".join(f"{name} {value}" for name, value in notes.items() if value)
    return " ".join(filter(None, (said, told, noted and f"({noted})")))


def fault_text(fault: Mapping[str, Any]) -> str:
    """Return where a fault is, what is wrong there, and the nearest of what is allowed."""
    header, parameter = fault.get("header"), fault.get("parameter")
    place = f"header {header}" if header else f"parameter {parameter}" if parameter else fault.get("pointer")
    detail, near = str(fault.get("detail", "")), [each for each in fault.get("nearest", ()) if isinstance(each, str)]
    is_told = all(each in detail.partition("nearest: ")[2] for each in near)
    return " ".join(filter(None, (place or "the body", detail, "" if is_told else f"(nearest: {', '.join(near)})")))


class SeatGone(LongroadError):
    """The token of a stream no longer belongs to its seat: it was renewed, or the seat was left or handed on."""


class SeekEnded(LongroadError):
    """A seek ended without a game: `seek` says how by its `status`, and by its `reason` if the game was refused."""

    def __init__(self, seek: Mapping[str, Any]) -> None:
        reason = f" ({seek['reason']})" if "reason" in seek else ""
        super().__init__(f"the seek ended without a game: it is {seek['status']}{reason}")
        self.seek = seek
