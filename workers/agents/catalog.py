"""This table lists the agents that a seat of kind `ai` may name; the API and the workers read it.

Agents are named, not imported: the service reads the table without loading one that thinks. Each file of TOML in
the package of a family is the entry of an agent.
"""

from dataclasses import replace
from pathlib import Path
from typing import Final

from domain.families import FAMILIES
from workers.agents.entry import ANY_RULESET, AgentEntry, Level, Strength, read_entries

__all__ = [
    "AGENTS",
    "ANY_RULESET",
    "BY_ID",
    "IDLE",
    "AgentEntry",
    "Level",
    "Strength",
    "at_level",
    "default_agent",
    "entry_named",
    "id_and_level",
]

IDLE: Final = "idle"
"""Sits on the seat of somebody who left a game in which nobody needs an opponent."""

AT_ONCE_MS: Final = 1.0
"""What a decision of an agent may typically cost that plays where none is named: seats, time-outs, analyses."""

_HERE: Final = Path(__file__).parent

AGENTS: Final = (
    AgentEntry(
        id="uniform",
        rulesets=(ANY_RULESET,),
        level=1,
        seconds=0.05,
        typical_ms=0.2,
        source="workers.agents.uniform:Uniform",
    ),
    *(entry for ruleset, package in FAMILIES.items() for entry in read_entries(_HERE / package, ruleset)),
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

_AT: Final = "@"


def at_level(agent: str, level: int) -> str:
    """Name an agent at a level, such as `graded@3`; seats and logs hold this name."""
    return f"{agent}{_AT}{level}"


def id_and_level(name: str) -> tuple[str, int | None]:
    """Take a name such as `graded@3` apart; without a level it is the id alone."""
    agent, _, level = name.partition(_AT)
    return (agent, int(level)) if level.isascii() and level.isdecimal() else (name, None)


def entry_named(name: str) -> AgentEntry | None:
    """Return the entry of an agent by its name, with what a decision costs at that level; None if there is none."""
    agent, number = id_and_level(name)
    entry = BY_ID.get(agent)
    if entry is None or number is None:
        return entry
    level = next((level for level in entry.levels if at_level(agent, level.number) == name), None)
    return replace(entry, typical_ms=level.typical_ms) if level else None


def default_agent(ruleset: str) -> str:
    """Find the strongest agent for a ruleset that answers at once, by id, for an AI seat that names none."""
    quick = [entry for entry in AGENTS if entry.plays(ruleset) and entry.typical_ms <= AT_ONCE_MS]
    return max(quick, key=lambda entry: entry.level).id
