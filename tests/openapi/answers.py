"""Finds what the contract does not document in an answer: its status, its headers and the members of its body."""

from collections.abc import Iterable
from typing import Any, Final

from tests.openapi.closed import closed
from tests.openapi.schemas import Judge

OF_HTTP: Final = frozenset(("connection", "content-encoding", "content-length", "content-type", "date", "server")) | {
    "transfer-encoding",
    "vary",
}
"""Headers that carry an answer: RFC 9110 and 9112 define them, and OpenAPI puts the content type beside the headers."""
OF_BROWSERS: Final = frozenset(("x-content-type-options",))
CROSS_ORIGIN: Final = "access-control-"
STREAMS: Final = ("text/event-stream", "application/x-ndjson")
OF_STREAMS: Final = frozenset(("x-accel-buffering",))
"""Headers of streams that are meant for proxies."""


class Answers:
    """Represents the answers that a contract documents."""

    def __init__(self, contract: dict[str, Any]) -> None:
        self.paths = contract["paths"]
        self.responses = contract["components"]["responses"]
        self.judge = Judge(closed(contract))

    def documented(self, method: str, path: str, status: int) -> dict[str, Any] | None:
        """Return what the contract says of a status, or None if nothing; the path is the template with its braces."""
        found = self.paths[path][method.lower()]["responses"].get(str(status))
        name = (found or {}).get("$ref", "").rpartition("/")[2]
        return self.responses[name] if name else found

    def header_faults(self, documented: dict[str, Any], names: Iterable[str], media_type: str = "") -> list[str]:
        """Return the headers of an answer that are not documented."""
        told = {name.lower() for name in documented.get("headers", ())} | OF_HTTP | OF_BROWSERS
        told |= OF_STREAMS if media_type in STREAMS else set()
        unknown = {name.lower() for name in names} - told
        return sorted(f"{name}: not documented" for name in unknown if not name.startswith(CROSS_ORIGIN))

    def body_faults(self, documented: dict[str, Any], media_type: str, body: Any) -> list[str]:
        """Return where a JSON body has another media type, another shape or more members than documented."""
        described = documented.get("content", {}).get(media_type)
        if described is None:
            return [f"{media_type}: not documented"]
        return self.judge.faults(described["schema"]["$ref"].rpartition("/")[2], body)
