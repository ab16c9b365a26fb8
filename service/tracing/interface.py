"""Says what a recorder of spans can do; `recording` is the one there is."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Literal, Protocol

Role = Literal["internal", "server", "client", "producer", "consumer"]
"""Names what a span is to others; OpenTelemetry calls it the kind."""
About = Mapping[str, str | int | None]
"""Holds what a span says, by the names in `recording.ATTRIBUTES`; None is left out."""


class Recorder(Protocol):
    """Records the spans of one process. `carried` is a span of any process, as the header `traceparent` says it."""

    def span(self, name: str, role: Role, about: About) -> AbstractContextManager[None]:
        """Open a span within the one that is open."""

    def resumed(
        self, carried: str | None, name: str, role: Role, began: int | None, is_linked: bool, about: About
    ) -> AbstractContextManager[None]:
        """Open a span below the one that is carried, or linked to it."""

    def note(self, about: About) -> None:
        """Add to what the open span says."""

    def answered(self, method: str, route: str) -> None:
        """Name the open span by what was requested."""

    def link(self, carried: str | None) -> None:
        """Have the open span name another one."""

    def carried(self) -> str | None:
        """Return the open span; None if there is none."""

    def flush(self) -> None:
        """Send what waits, for half a second at most."""
