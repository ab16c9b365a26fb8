"""Lists the agents that a seat of kind `ai` may name, for the API and the workers.

Agents are named, not imported, so that the service reads the list without loading their code. The entry of an agent is
a file of TOML in the package of its game, named after the agent: `heuristic.toml`.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.families import FAMILIES

ANY_RULESET: Final = "*"


@dataclass(frozen=True, slots=True)
class Strength:
    """Holds how often an agent won against a table of another one, as measured by `workers.lab.ladder`.

    `low` and `high` bound the rate with 95 % confidence.
    """

    ruleset: str
    against: str
    seats: int
    games: int
    wins: int
    low: float
    high: float


class Level(NamedTuple):
    """Names a level at which an agent plays, and the processor time of a typical decision there."""

    number: int
    typical_ms: float


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """Lists an agent in the catalog: which rulesets it plays, how well, how long it thinks, and where its class is.

    `level` grows with strength from 1; `seconds` is the most it is given for one decision; `typical_ms` is the
    processor time of one, the rules' part included, by which analyses count. `measured` holds what `make ladder`
    or `workers.lab.duel` printed for this version of the agent, at `tables` of so many seats. An agent with `levels`
    plays at `usual` where none is named; its class is called with the level.
    """

    id: str
    rulesets: tuple[str, ...]
    level: int
    seconds: float
    typical_ms: float
    source: str
    measured: tuple[Strength, ...] = ()
    tables: tuple[int, ...] = (4,)
    levels: tuple[Level, ...] = ()
    usual: int = 0

    def plays(self, ruleset: str) -> bool:
        """Return whether the agent plays this ruleset."""
        return ANY_RULESET in self.rulesets or ruleset in self.rulesets


def read_entries(folder: Path, ruleset: str) -> list[AgentEntry]:
    """Return the entries of a family's agents, the weakest first, among equals the faster one."""
    found = [
        _entry(path.stem, ruleset, **tomllib.loads(path.read_text(encoding="utf-8"))) for path in folder.glob("*.toml")
    ]
    return sorted(found, key=lambda entry: (entry.level, entry.typical_ms, entry.seconds, entry.id))


def _entry(
    name: str,
    ruleset: str,
    measured: Sequence[dict[str, Any]] = (),
    tables: Sequence[int] = (4,),
    levels: Sequence[float] = (),
    **members: Any,
) -> AgentEntry:
    """Return an entry from its file; `levels` are the milliseconds of each level, from the first on."""
    return AgentEntry(
        name,
        (ruleset,),
        measured=tuple([Strength(ruleset, **one) for one in measured]),
        tables=tuple(tables),
        levels=tuple([Level(number, typical_ms) for number, typical_ms in enumerate(levels, 1)]),
        **members,
    )


IDLE: Final = "idle"
"""Takes the seat of a player who left a game in which the others need no opponent."""

AT_ONCE_MS: Final = 1.0
"""Limits the typical cost of a decision, in ms, of the default agent for seats, time-outs and analyses."""

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
    """Return the name of an agent at a level, such as `graded@3`, as seats and logs hold it."""
    return f"{agent}{_AT}{level}"


def id_and_level(name: str) -> tuple[str, int | None]:
    """Split a name such as `graded@3` into id and level; the level is None if the name has none."""
    agent, _, level = name.partition(_AT)
    return (agent, int(level)) if level.isascii() and level.isdecimal() else (name, None)


def entry_named(name: str) -> AgentEntry | None:
    """Return the entry of an agent by its name, with the cost of a decision at that level; None if there is none."""
    agent, number = id_and_level(name)
    entry = BY_ID.get(agent)
    if entry is None or number is None:
        return entry
    level = next((level for level in entry.levels if at_level(agent, level.number) == name), None)
    return replace(entry, typical_ms=level.typical_ms) if level else None


def default_agent(ruleset: str) -> str:
    """Return the id of the strongest fast agent for a ruleset, for AI seats that name none."""
    quick = [entry for entry in AGENTS if entry.plays(ruleset) and entry.typical_ms <= AT_ONCE_MS]
    return max(quick, key=lambda entry: entry.level).id
