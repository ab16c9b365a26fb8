"""Reads the standings of agents, as last measured by `python -m workers.lab.rate`, from a file beside this one."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import orjson

from workers.agents.catalog import id_and_level

FILE: Final = Path(__file__).with_name("standings.json")


class Standing(NamedTuple):
    """Holds the measured rating of an agent, which lies between `low` and `high` with 95 % confidence.

    `name` is the agent's id, with its level if it has one.
    """

    name: str
    rating: int
    low: int
    high: int
    games: int


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
def published_levels(agent: str) -> Mapping[int, Standing]:
    """Return the measured levels of an agent, each with its standing; seats may name any of them."""
    named = [(id_and_level(standing.name), standing) for ladder in ladders() for standing in ladder.standings]
    return {level: standing for (found, level), standing in named if found == agent and level is not None}
