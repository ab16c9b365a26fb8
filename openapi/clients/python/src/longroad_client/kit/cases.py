"""Holds what the checks judge: a scenario that was played, with all that the client sent and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from longroad_client.kit.exchanges import Exchange, Log
from longroad_client.kit.scenarios import Scenario

SOON_S: Final = 0.05
"""Sets for how long (s) after an answer a request may ignore it: both may have been on their way at once."""


@dataclass(frozen=True)
class Case:
    """Represents a scenario that was played.

    `code` is the exit code of the client, None if the kit had to end it; `token` is the one that the kit gave to it.
    """

    scenario: Scenario
    log: Log
    code: int | None = 0
    token: str = ""
    seconds: float = 0.0
    idle_s: float = 0.0
    limit_s: float = 0.0
    games: dict[str, Any] = field(default_factory=dict)

    def next_same(self, first: Exchange) -> Exchange | None:
        """Return the next request that is the same, if there is one."""
        return next((each for each in self.log.exchanges[first.number :] if each.is_same(first)), None)

    def pairs(self) -> Iterator[tuple[Exchange, Exchange]]:
        """Yield every POST with the next one that is the same, if there is one."""
        for first in self.log.exchanges:
            if first.method == "POST" and (again := self.next_same(first)):
                yield first, again

    @property
    def faulty(self) -> list[Exchange]:
        """Return the requests that met the fault."""
        return [each for each in self.log.exchanges if each.fault]

    @property
    def before(self) -> str:
        """Return the rest of a sentence about the end of a client: which request met the fault last, if any did."""
        return f"; the last request that met the fault was {self.faulty[-1].name}" if self.faulty else ""
