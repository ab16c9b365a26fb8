"""Defines the entries of agents, and reads them from files of TOML, with their older versions."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

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
