"""Holds what is judged: the log of a scenario, how the client ended, and how its games stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from longroad_client.kit.exchanges import Exchange, Log
from longroad_client.kit.scenarios import Scenario


@dataclass(frozen=True)
class Case:
    """Is a scenario that was played; `code` is None if the client was ended, and `token` what the kit gave to it."""

    scenario: Scenario
    log: Log
    code: int | None = 0
    token: str = ""
    seconds: float = 0.0
    idle_s: float = 0.0
    limit_s: float = 0.0
    games: dict[str, Any] = field(default_factory=dict)

    def pairs(self) -> Iterator[tuple[Exchange, Exchange]]:
        """Yield every POST with the next one that is the same, if there is one."""
        posts = [each for each in self.log.exchanges if each.method == "POST"]
        for place, first in enumerate(posts):
            again = next((each for each in posts[place + 1 :] if each.is_same(first)), None)
            if again:
                yield first, again

    @property
    def faulty(self) -> list[Exchange]:
        """Return the requests that met the fault."""
        return [each for each in self.log.exchanges if each.fault]

    @property
    def is_finished(self) -> bool:
        """Return whether the client has a game, and all of its games are over."""
        return bool(self.games) and all(game["status"] == "finished" for game in self.games.values())

    @property
    def before(self) -> str:
        """Return what the proxy did last, to say what the end of a client followed."""
        return f"; the last request that met the fault was {self.faulty[-1].name}" if self.faulty else ""
