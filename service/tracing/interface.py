"""Declares what a recorder of spans does; `service/tracing/recording.py` implements it."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Literal, Protocol

Role = Literal["internal", "server", "client", "producer", "consumer"]
"""Lists the kinds of spans, as OpenTelemetry names them: which side of a call a span is on."""
About = Mapping[str, str | int | None]
"""Holds the attributes of a span, under our names in `recording.ATTRIBUTES`; those that are None are left out."""


class Recorder(Protocol):
    """Records the spans of one process. `carried` is a span of any process, as the value of a header `traceparent`."""

    def span(self, name: str, role: Role, about: About) -> AbstractContextManager[None]:
        """Open a span as a child of the open one."""

    def resume(
        self, carried: str | None, name: str, role: Role, began: int | None, is_linked: bool, about: About
    ) -> AbstractContextManager[None]:
        """Open a span as a child of one from another process, or in a trace of its own with a link to that span."""

    def note(self, about: About) -> None:
        """Add attributes to the open span."""

    def name_request(self, method: str, route: str) -> None:
        """Name the open span after the method and the route of its request."""

    def link(self, carried: str | None) -> None:
        """Link the open span to one of another trace."""

    def carry(self) -> str | None:
        """Return the open span as the value of the header `traceparent`; None if no span is open."""

    def flush(self) -> None:
        """Send the spans that are still queued; give up after half a second."""
