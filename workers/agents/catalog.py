"""This table lists the agents that a seat of kind `ai` may name; the API and the workers read it.

Agents are named, not imported: the service reads the table without loading one that thinks. Each family of games lists
its own agents in its package.
"""

from typing import Final

from domain.families import doors
from workers.agents.entry import ANY_RULESET, AgentEntry, Strength

__all__ = ["AGENTS", "ANY_RULESET", "BY_ID", "IDLE", "AgentEntry", "Strength", "default_agent"]

IDLE: Final = "idle"
"""Sits on the seat of somebody who left a game in which nobody needs an opponent."""

AT_ONCE_MS: Final = 1.0
"""What a decision of an agent may typically cost that plays where none is named: seats, time-outs, analyses."""

_OF_FAMILIES: Final[dict[str, tuple[AgentEntry, ...]]] = doors("workers.agents", "AGENTS")

AGENTS: Final = (
    AgentEntry(
        id="uniform",
        rulesets=(ANY_RULESET,),
        level=1,
        seconds=0.05,
        typical_ms=0.2,
        source="workers.agents.uniform:Uniform",
    ),
    *(entry for entries in _OF_FAMILIES.values() for entry in entries),
    AgentEntry(
        id=IDLE,
        rulesets=(ANY_RULESET,),
        level=0,
        seconds=0.05,
        typical_ms=0.2,
        source="workers.agents.idle:Idle",
    ),
)

BY_ID: Final = {entry.id: entry for entry in AGENTS}


def default_agent(ruleset: str) -> str:
    """Find the strongest agent for a ruleset that answers at once, by id, for an AI seat that names none."""
    quick = [entry for entry in AGENTS if entry.plays(ruleset) and entry.typical_ms <= AT_ONCE_MS]
    return max(quick, key=lambda entry: entry.level).id
