"""Lists the agents that a seat of kind `ai` may name, for the API and the workers.

Agents are named, not imported, so that the service reads the list without loading their code. The entry of an agent is
a file of TOML in the package of its game, named after the agent: `heuristic.toml`.
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from domain.families import FAMILIES
from workers.agents.entries import ANY_RULESET, AgentEntry, read_entries
from workers.agents.installed import find_installed

IDLE: Final = "idle"
"""Takes the seat of a player who left a game in which the others need no opponent."""

AT_ONCE_MS: Final = 1.0
"""Limits the typical cost of a decision, in ms, of the default agent for time-outs, stand-ins, advice and analyses."""
SEATED_MS: Final = 20.0
"""Limits the typical cost of a decision, in ms, of the agent on an AI seat that names none."""

_HERE: Final = Path(__file__).parent

_OWN: Final = (
    AgentEntry(
        id="uniform",
        rulesets=(ANY_RULESET,),
        level=1,
        seconds=0.05,
        typical_ms=0.2,
        p50_ms=0.025,
        p95_ms=0.048,
        source="workers.agents.uniform:Uniform",
    ),
    *(entry for ruleset, package in FAMILIES.items() for entry in read_entries(_HERE / package, ruleset)),
    AgentEntry(
        id=IDLE,
        rulesets=(ANY_RULESET,),
        level=0,
        seconds=0.05,
        typical_ms=0.2,
        p50_ms=0.025,
        p95_ms=0.036,
        source="workers.agents.idle:Idle",
    ),
)

AGENTS: Final = (
    *_OWN,
    *[AgentEntry(**members) for members in find_installed({entry.id for entry in _OWN}, (ANY_RULESET, *FAMILIES))],
)
"""Lists the agents of this project, and those of installed packages."""

BY_ID: Final = {entry.id: entry for entry in AGENTS}

_AT: Final = "@"


class AgentName(NamedTuple):
    """Holds the parts of an agent's name; level and version are None where the name has none.

    The whole form is `id@level@version`, with nothing between the two `@` where there is no level: `graded@3@2`,
    `planner@@2`. A single number is the level of an agent that has levels (`graded@3`), the version of one that has
    none (`planner@2`).
    """

    id: str
    level: int | None = None
    version: int | None = None

    def __str__(self) -> str:
        """Return the name in its whole form, or without a version."""
        bare = at_level(self.id, self.level)
        return bare if self.version is None else with_version(bare, self.version)


def at_level(agent: str, level: int | None) -> str:
    """Return the name of an agent at a level, such as `graded@3`, as logs hold it; without a level its id."""
    return agent if level is None else f"{agent}{_AT}{level}"


def with_version(name: str, version: int) -> str:
    """Return the name of a version of an agent, whose `name` may have a level; 0 for a version that is not known."""
    return f"{name}{_AT}{version}" if version and _AT in name else f"{name}{_AT * 2}{version}" if version else name


def without_version(name: str) -> tuple[str, int]:
    """Return a name without its version, and the version, 0 if it has none: what `with_version` takes."""
    agent, level, version = split_name(name)
    return at_level(agent, level), version or 0


def split_name(name: str) -> AgentName:
    """Return the parts of a name; what is not of one of the forms has the whole name as its id."""
    found = _split(name)
    if found.level is None or found.version is not None:
        return found
    entry = BY_ID.get(found.id)
    return found if entry is None or entry.levels else AgentName(found.id, None, found.level)


@lru_cache(maxsize=1024)
def _split(name: str) -> AgentName:
    """Return the parts of a name, with a single number as its level."""
    agent, *numbers = name.split(_AT)
    whole = len(numbers) == 2
    if len(numbers) > 2 or not all(map(_is_number, numbers[1:] if whole and not numbers[0] else numbers)):
        return AgentName(name)
    level, version = [int(number) if number else None for number in (*numbers, "", "")][:2]
    return AgentName(agent, level, version)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and text[0] != "0"


def entry_named(name: str) -> AgentEntry | None:
    """Return the entry of an agent by its name, with the cost of a decision at that level; None if there is none.

    It is of the version in the name, which may have ended, or of the newest.
    """
    agent, number, version = split_name(name)
    entry = BY_ID.get(agent)
    if entry is not None and version is not None and version != entry.version:
        entry = entry.of_version(version)
    if entry is None or number is None:
        return entry
    whole, leveled = _AT_LEVELS.get(name, (None, None))
    if whole is entry:
        return leveled
    level = next((level for level in entry.levels if level.number == number), None)
    if level is None:
        return None
    leveled = replace(entry, typical_ms=level.typical_ms, p50_ms=level.p50_ms, p95_ms=level.p95_ms)
    _AT_LEVELS[name] = (entry, leveled)
    return leveled


_AT_LEVELS: Final[dict[str, tuple[AgentEntry, AgentEntry]]] = {}
"""Keeps the entries at levels by name, each with the entry that it was made of."""


def known_entry(name: str) -> AgentEntry:
    """Return the entry of an agent by its name; raises KeyError if there is none."""
    entry = entry_named(name)
    if entry is None:
        raise KeyError(name)
    return entry


def newest(name: str) -> str:
    """Return the name of an agent's newest version, at the level of the name; raises KeyError for an unknown agent."""
    agent, level, _ = split_name(name)
    entry = BY_ID[agent]
    known = level if any(one.number == level for one in entry.levels) else None
    return str(AgentName(agent, known, entry.version))


def successor(name: str, ruleset: str) -> str | None:
    """Return who plays on in place of a version that is not served any more; None if that is not so.

    It is the newest version of the agent; if the whole agent is gone, the default one.
    """
    agent, _, version = split_name(name)
    if version is None:
        return None
    entry = BY_ID.get(agent)
    if entry is not None and version == entry.version:
        return None
    if entry is None or not entry.plays(ruleset):
        return newest(default_agent(ruleset))
    return None if entry.serves(version) else newest(name)


def default_agent(ruleset: str) -> str:
    """Return the id of the strongest fast agent of this project for a ruleset, which stands in and answers at once."""
    return _strongest(ruleset, AT_ONCE_MS)


def seat_agent(ruleset: str) -> str:
    """Return the id of the strongest agent of this project for a ruleset, for AI seats that name none."""
    return _strongest(ruleset, SEATED_MS)


def _strongest(ruleset: str, most_ms: float) -> str:
    quick = [entry for entry in _OWN if entry.plays(ruleset) and entry.typical_ms <= most_ms]
    return max(quick, key=lambda entry: entry.level).id
