"""Defines what a key may use, and what is left of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

MOST_CPU_S: Final = 86_400 * 64
"""Limits the seconds of a budget: all of a day on as many processors as a host can use."""
MOST_GAMES: Final = 100_000
MOST_AGENTS: Final = 32
TOLD: Final = (80, 100)
"""Lists the percentages of a budget at which webhooks hear that it was used."""
S: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits a key: processor seconds a day (by UTC), games at once, agents that it may name; None limits nothing."""

    cpu_seconds: int | None = None
    games: int | None = None
    agents: tuple[str, ...] | None = None

    @property
    def document(self) -> dict[str, Any]:
        """Return the limits that there are, as they are stored and shown."""
        named = {"cpu_seconds": self.cpu_seconds, "games": self.games}
        agents = {} if self.agents is None else {"agents": list(self.agents)}
        return {name: value for name, value in named.items() if value is not None} | agents

    def allows(self, agent: str) -> bool:
        """Return whether a key may name an agent; levels and versions of an allowed one are allowed too."""
        agent_id, _, numbers = agent.partition("@")
        level = numbers.partition("@")[0]
        return self.agents is None or not {agent, agent_id, f"{agent_id}@{level}"}.isdisjoint(self.agents)


NO_BUDGET: Final = Budget()


def read_budget(document: Mapping[str, Any] | None) -> Budget | None:
    """Return a budget from its document; None if it limits nothing."""
    if not document:
        return None
    agents = document.get("agents")
    return Budget(document.get("cpu_seconds"), document.get("games"), None if agents is None else tuple(agents))


@dataclass(frozen=True, slots=True)
class Left:
    """Holds what is left of a budget today: microseconds that were used, and when (ms) it renews."""

    budget: Budget
    used_us: int
    renews_ms: int

    @property
    def is_used_up(self) -> bool:
        """Return whether no processor time is left today."""
        return self.budget.cpu_seconds is not None and self.used_us >= self.budget.cpu_seconds * S

    @property
    def seconds(self) -> int | None:
        """Return the processor seconds that are left today, rounded down; None without a limit."""
        if self.budget.cpu_seconds is None:
            return None
        return max(0, (self.budget.cpu_seconds * S - self.used_us) // S)

    @property
    def percent(self) -> int:
        """Return how many hundredths of the processor time were used, rounded down; 0 without a limit."""
        if self.budget.cpu_seconds is None:
            return 0
        return 100 if not self.budget.cpu_seconds else self.used_us // (self.budget.cpu_seconds * S // 100)
