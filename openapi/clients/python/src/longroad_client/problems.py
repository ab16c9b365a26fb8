"""Has an exception for each problem that a server answers, so that they can be caught by what they are.

All have the members of the answer: `status`, `title`, `detail`, `rule`, `version`, and the others in `document`. They
are LongroadErrors, as is everything that the client raises because of the server: one `except` catches them all.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

MOST_FAULTS = 3
"""Limits how many faults the text of an exception tells."""


class LongroadError(Exception):
    """Is the base of what the client raises because of the server: Problem, Unreachable, SeatGone, Forged."""


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
    """Is a problem as a server answers it (RFC 9457); `slug` is the last word of its type.

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


class BadRequest(Problem):
    """The request is not valid HTTP."""


class BadJson(Problem):
    """The body is not JSON."""


class ApiVersion(Problem):
    """The server does not know this version of the API."""


class Unauthorized(Problem):
    """The request needs a credential that the server knows."""


class Forbidden(Problem):
    """The credential is good, but not for this."""


class NotFound(Problem):
    """It does not exist, or this caller may not see it."""


class UnknownPath(Problem):
    """No resource has this path."""


class MethodNotAllowed(Problem):
    """The resource does not have this method."""


class NotAcceptable(Problem):
    """The answer cannot be given in any of the requested media types."""


class Refused(Problem):
    """The rules do not allow it; see `rule`."""


class IdempotencyKeyAtWork(Problem):
    """The first request with this key has not finished."""


class WrittenByNewerVersion(Problem):
    """This server cannot read the game before it is upgraded."""


class LogDamaged(Problem):
    """The log of the game is damaged."""


class Reset(Problem):
    """Versions were lost: fetch the game again, and its events from the first or the latest."""


class StaleVersion(Problem):
    """The game has gone on: it stands at `version`."""


class TooLarge(Problem):
    """The body is too large."""


class UriTooLong(Problem):
    """The path or the query is too long."""


class UnsupportedMediaType(Problem):
    """The body has to be JSON."""


class Misdirected(Problem):
    """The server does not answer under this name."""


class InvalidBody(Problem):
    """A member of the body or the query is wrong; see `errors`."""


class InvalidConfiguration(Problem):
    """The rules do not provide for such a game; see `errors`."""


class IdempotencyKeyReused(Problem):
    """The key belongs to another request."""


class IdempotencyKeyTooShort(Problem):
    """Without a token, a key needs at least 22 characters."""


class CursorAhead(Problem):
    """The cursor is ahead of the log: start again from `version`."""


class TooManyRequests(Problem):
    """A quota is used up: wait for `retry_after` seconds."""


class TooManyConnections(Problem):
    """This address has too many connections."""


class TooManyStreams(Problem):
    """This token or this address has too many streams."""


class HeadersTooLarge(Problem):
    """The headers are too large."""


class InternalError(Problem):
    """The server made a mistake."""


class JobFailed(Problem):
    """The job ended without a result."""


class Busy(Problem):
    """The game changed too often meanwhile."""


class StoreUnavailable(Problem):
    """A store does not answer, and nothing was written."""


class ArchiveUnavailable(Problem):
    """The archive, in which the game is, cannot be reached."""


class OutcomeUnknown(Problem):
    """A store did not answer in time: the request may have been carried out, or not."""


class StorageFull(Problem):
    """There is no space to write."""


class TooLong(Problem):
    """The request used more processor time than one may; nothing was written."""


class StoreReplaced(Problem):
    """The server's store was emptied or exchanged, and does not hold what it held."""


class SeatGone(LongroadError):
    """The token of a stream no longer belongs to its seat: it was renewed, or the seat was left or handed on."""


CLASSES = {re.sub(r"(?<!^)([A-Z])", r"_\1", each.__name__).lower(): each for each in Problem.__subclasses__()}
"""Maps each slug to its exception."""


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
