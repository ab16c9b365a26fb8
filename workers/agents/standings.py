"""The standings are what `python -m workers.lab.rate` measured last; they are read from a file beside this one."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from workers.agents.catalog import id_and_level

FILE: Final = Path(__file__).with_name("standings.json")


class Standing(NamedTuple):
    """Holds what an agent was measured to be: its rating, which lies between `low` and `high` with 95 % confidence.

    `name` is the agent's id, with its level if it has one.
    """

    name: str
    rating: int
    low: int
    high: int
    games: int


class Ladder(NamedTuple):
    """Holds the standings of a ruleset, the strongest first, at tables of so many seats.

    The yardstick has the rating that was set, all others are measured against it.
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
    """Return the ladders of all rulesets that have one."""
    return tuple(map(Ladder.read, orjson.loads(FILE.read_bytes())))


@cache
def published_levels(agent: str) -> Mapping[int, Standing]:
    """Return the levels of an agent that were measured, each with its standing; a seat may have any of them."""
    named = [(id_and_level(standing.name), standing) for ladder in ladders() for standing in ladder.standings]
    return {level: standing for (found, level), standing in named if found == agent and level is not None}
