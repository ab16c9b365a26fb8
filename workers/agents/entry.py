"""An entry names an agent without importing it: the catalog can be read without loading an agent that thinks.

The entry of an agent is a file of TOML in the package of its game, called as the agent: `heuristic.toml`.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

ANY_RULESET: Final = "*"


@dataclass(frozen=True, slots=True)
class Strength:
    """Says how often an agent won against a table of another one, as `workers.lab.ladder` counted it.

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
        """Say whether the agent can sit at a table of this ruleset."""
        return ANY_RULESET in self.rulesets or ruleset in self.rulesets


def read_entries(folder: Path, ruleset: str) -> list[AgentEntry]:
    """Return the entries of a family's agents, the weakest first, among equals the one that thinks less."""
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
    """Return an entry as it stands in its file; `levels` are the milliseconds of each level, from the first on."""
    return AgentEntry(
        name,
        (ruleset,),
        measured=tuple([Strength(ruleset, **one) for one in measured]),
        tables=tuple(tables),
        levels=tuple([Level(number, typical_ms) for number, typical_ms in enumerate(levels, 1)]),
        **members,
    )
