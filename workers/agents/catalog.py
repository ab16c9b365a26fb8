"""Lists the agents that a seat of kind `ai` may name, for the API and the workers.

Agents are named, not imported, so that the service reads the list without loading their code. The entry of an agent is
a file of TOML in the package of its game, named after the agent: `heuristic.toml`.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from domain.families import FAMILIES
from workers.agents.installed import find_installed

ANY_RULESET: Final = "*"

MOST_VERSIONS: Final = 3
"""Limits how many versions of an agent are served."""

NOTICE: Final = timedelta(days=90)
"""Sets how long before its end a version is announced as ending."""

FIRST_DAY: Final = date(2026, 11, 27)
"""The day from which agents have versions."""


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
    """Names a level at which an agent plays, and what decisions cost there, as `AgentEntry` does."""

    number: int
    typical_ms: float
    p50_ms: float = 0.0
    p95_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """Lists a version of an agent: which rulesets it plays, how well, how long it thinks, and where its class is.

    `level` grows with strength from 1; `seconds` is the most it is given for one decision; `typical_ms` is the
    processor time of one, the rules' part included, by which analyses count. Half of its decisions take at most
    `p50_ms`, 95 of 100 at most `p95_ms`, as `workers.lab.costs` measured (0: not measured). `measured` holds what `make
    ladder` or `workers.lab.duel` printed for this version of the agent, at `tables` of so many seats. An agent with
    `levels` plays at `usual` where none is named; its class is called with the level.

    At a table of people the agent plays within `company`, a class that is made with it, if there is one.

    An agent of an installed package names it in `package`, and what it does in `about`, by language.

    `version` is served from the day `since` on. An entry in `older` has the same id and a smaller version; it is served
    until the day `ends`, which was made known on the day `announced`. The newest version has no end.
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
    p50_ms: float = 0.0
    p95_ms: float = 0.0
    version: int = 1
    since: date = FIRST_DAY
    announced: date | None = None
    ends: date | None = None
    older: tuple["AgentEntry", ...] = ()
    company: str = ""
    package: str = ""
    about: Mapping[str, str] = field(default_factory=dict)

    def plays(self, ruleset: str) -> bool:
        """Return whether the agent plays this ruleset."""
        return ANY_RULESET in self.rulesets or ruleset in self.rulesets

    def of_version(self, version: int) -> "AgentEntry | None":
        """Return a version of the agent, which may have ended; None if its code is not there."""
        return next((entry for entry in (self, *self.older) if entry.version == version), None)

    def serves(self, version: int) -> bool:
        """Return whether a version is served today."""
        if version == self.version:
            return True
        entry = self.of_version(version)
        return entry is not None and (entry.ends is None or today() < entry.ends)

    def served(self) -> "list[AgentEntry]":
        """List the versions that are served today, the newest first."""
        return [entry for entry in (self, *self.older) if self.serves(entry.version)]


def today() -> date:
    """Return the date by UTC, by which versions end."""
    return datetime.now(UTC).date()


def read_entries(folder: Path, ruleset: str) -> list[AgentEntry]:
    """Return the entries of a family's agents, the weakest first, among equals the faster one."""
    found = [
        read_entry(path.stem, ruleset, tomllib.loads(path.read_text(encoding="utf-8")))
        for path in folder.glob("*.toml")
    ]
    return sorted(found, key=lambda entry: (entry.level, entry.typical_ms, entry.seconds, entry.id))


def read_entry(name: str, ruleset: str, members: Mapping[str, Any]) -> AgentEntry:
    """Return an entry from its file.

    Each table in `older` says what is different in an older version. Raises ValueError if versions are out of order or
    too many, or if one ends that nothing replaces or that was not announced in time.
    """
    newest = {member: value for member, value in members.items() if member != "older"}
    shared = newest | {"measured": (), "p50_ms": 0.0, "p95_ms": 0.0}
    older = tuple([_version(name, ruleset, **shared | one) for one in members.get("older", ())])
    if any(not {"version", "since", "source"} <= one.keys() for one in members.get("older", ())):
        raise ValueError(f"{name}: an older version has a class and a day of its own")
    entry = replace(_version(name, ruleset, **newest), older=older)
    _check_versions(entry)
    return entry


def _version(
    name: str,
    ruleset: str,
    measured: Sequence[dict[str, Any]] = (),
    tables: Sequence[int] = (4,),
    levels: Sequence[Sequence[float]] = (),
    **members: Any,
) -> AgentEntry:
    """Return a version; `levels` holds what `Level` says of each, from the first on."""
    return AgentEntry(
        name,
        (ruleset,),
        measured=tuple([Strength(ruleset, **one) for one in measured]),
        tables=tuple(tables),
        levels=tuple([Level(number, *costs) for number, costs in enumerate(levels, 1)]),
        **members,
    )


def _check_versions(entry: AgentEntry) -> None:
    numbers = [one.version for one in (entry, *entry.older)]
    if entry.ends is not None or numbers != sorted(set(numbers), reverse=True) or numbers[-1] < 1:
        raise ValueError(f"{entry.id}: the newest version comes first and does not end")
    if len(numbers) > MOST_VERSIONS:
        raise ValueError(f"{entry.id}: at most {MOST_VERSIONS} versions are served")
    for one in entry.older:
        if (one.announced is None) != (one.ends is None):
            raise ValueError(
                f"{entry.id}: version {one.version} says when it ends and when that was announced, or neither"
            )
        if one.announced is not None and one.ends is not None and one.ends - one.announced < NOTICE:
            raise ValueError(f"{entry.id}: the end of version {one.version} is announced {NOTICE.days} days before")


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
