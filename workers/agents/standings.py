"""Reads the standings of agents, as last measured by `python -m workers.lab.rate`, from a file beside this one."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from workers.agents.catalog import BY_ID, split_name

FILE: Final = Path(__file__).with_name("standings.json")


class Standing(NamedTuple):
    """Holds the measured rating of an agent, which lies between `low` and `high` with 95 % confidence.

    `name` is the agent's id, with its level if it has one; `version` is the agent's that was measured.
    """

    name: str
    rating: int
    low: int
    high: int
    games: int
    version: int = 1


class Ladder(NamedTuple):
    """Holds the standings of a ruleset, the strongest first, at tables with a number of seats.

    The rating of the yardstick is set; all others are measured against it.
    """

    ruleset: str
    seats: int
    games: int
    yardstick: str
    standings: tuple[Standing, ...]

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> "Ladder":
        """Read a ladder from its JSON."""
        standings = tuple(Standing(**standing) for standing in document["standings"])
        return cls(**{**document, "standings": standings})

    @property
    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        return self._asdict() | {"standings": [standing._asdict() for standing in self.standings]}


@cache
def ladders() -> tuple[Ladder, ...]:
    """Return the ladders of all rulesets that were measured."""
    return tuple(map(Ladder.read, orjson.loads(FILE.read_bytes())))


@cache
def standings_of(agent: str, version: int) -> Sequence[tuple[str, int | None, Standing]]:
    """List the standings of a version of an agent, each with the ruleset and the level, if it has levels."""
    named = [(ladder.ruleset, split_name(one.name), one) for ladder in ladders() for one in ladder.standings]
    return [(ruleset, name.level, one) for ruleset, name, one in named if (name.id, one.version) == (agent, version)]


def published_levels(agent: str, version: int | None = None) -> Mapping[int, Standing]:
    """Return the measured levels of a version of an agent, by default of the newest; seats may name any of them."""
    entry = BY_ID.get(agent)
    number = version or (1 if entry is None else entry.version)
    return {level: standing for _, level, standing in standings_of(agent, number) if level is not None}
