"""Defines studies, by which analyses and reviews judge games: a value of positions, trials, and reasons.

A family without a study is analyzed by playouts.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from domain.families import doors
from workers.agents.catalog import known_entry, split_name

PLACES: Final[dict[str, str]] = doors("workers.agents", "STUDY")
"""The path of each ruleset's study, `module:Class`; empty if there is none."""


class Trial(NamedTuple):
    """Holds the outcome of a command in one sampled world, at the end of the turn.

    `cost` is its cost in ms, computed from the decisions in it, not by a clock.
    """

    chances: tuple[float, ...]
    points: tuple[int, ...]
    gain: int
    wins: bool
    cost: float


class Trials(ABC):
    """Tries commands of one seat in worlds that fit its knowledge: a number names a world and its chance."""

    @abstractmethod
    def play(self, command: Any, world: int) -> Trial:
        """Play a command in the world with a number, and on to the end of the turn."""

    @abstractmethod
    def standing(self, world: int) -> Trial:
        """Play on from the current position to the end of the turn, in the world with a number."""

    @abstractmethod
    def worlds(self) -> int:
        """Return the number of different worlds that were sampled."""


class Study(ABC):
    """Estimates how likely each seat is to win, and names commands worth a trial and reasons for a command.

    `agents` are the ids of the agents that it represents; analyses by other agents use playouts. `dice` is the stream
    of chance of the dice.
    """

    agents: tuple[str, ...]
    dice: str

    @abstractmethod
    def covers(self, config: Config) -> bool:
        """Return whether the value holds for games of this configuration."""

    @abstractmethod
    def chances(self, position: Any) -> tuple[float, ...]:
        """Return the probability of each seat to win, for a position or a seat's knowledge of one."""

    @abstractmethod
    def cards(self, position: Any) -> tuple[int, ...]:
        """Return how many cards for payment each seat holds."""

    @abstractmethod
    def points(self, position: Any) -> tuple[int, ...]:
        """Return the points of each seat at a position, hidden ones included."""

    @abstractmethod
    def candidates(self, knowledge: Any, actions: Actions, choice: Any, most: int) -> list[Any]:
        """List the commands worth a trial for the seat with this knowledge, the agent's choice first."""

    @abstractmethod
    def trials(self, ruleset: Ruleset, knowledge: Any, seed: str, world: Any = None) -> Trials:
        """Return trials of the commands of the seat with this knowledge; `world` is the position if it is known."""

    @abstractmethod
    def facts(self, ruleset: Ruleset, knowledge: Any, command: Any, seed: str) -> Sequence[dict[str, Any]]:
        """Return reasons for a command, as facts with all members that the API shows except the command."""


def study_of(ruleset: str, config: Config) -> Study | None:
    """Return the study of a game; None if there is none, or if its value does not hold for the game."""
    place = PLACES.get(ruleset, "")
    if not place:
        return None
    study = _load(place)
    return study if study.covers(config) else None


def is_of_study(study: Study, name: str) -> bool:
    """Return whether a study represents the agent of this name: one of its agents, in the newest version."""
    agent, level, version = split_name(name)
    return agent in study.agents and level is None and version in (None, known_entry(agent).version)


@cache
def _load(place: str) -> Study:
    module, _, name = place.partition(":")
    study: Study = getattr(import_module(module), name)()
    return study
