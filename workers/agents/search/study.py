"""What the agents of a family offer to those who study its games: a value of positions, trials, and reasons.

A family without one is studied by playouts.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from domain.core.actions import Actions
from domain.core.ruleset import Config, Ruleset
from domain.families import doors

PLACES: Final[dict[str, str]] = doors("workers.agents", "STUDY")
"""Where the study of each ruleset is, `module:Class`; empty where there is none."""


class Trial(NamedTuple):
    """Says what a command came to in one dealt world, at the end of the turn.

    `cost` is what it takes in ms, counted by the decisions in it and not by a clock.
    """

    chances: tuple[float, ...]
    points: tuple[int, ...]
    gain: int
    wins: bool
    cost: float


class Trials(ABC):
    """Tries commands of one seat in worlds that fit what it knows: one name brings the same world and luck for all."""

    @abstractmethod
    def play(self, command: Any, world: int) -> Trial:
        """Play a command in the world of a number, and on to the end of the turn."""

    @abstractmethod
    def standing(self, world: int) -> Trial:
        """Play on from the position as it is to the end of the turn, in the world of a number."""

    @abstractmethod
    def worlds(self) -> int:
        """Count the different worlds that were dealt."""


class Study(ABC):
    """Knows how likely each seat is to win, which commands are worth a trial, and why one is good.

    `agents` are the ids of those that it stands for: in questions about other agents, these play on themselves.
    `dice` is the stream of chance from which its dice fall.
    """

    agents: tuple[str, ...]
    dice: str

    @abstractmethod
    def covers(self, config: Config) -> bool:
        """Say whether the value holds for games of this configuration."""

    @abstractmethod
    def chances(self, position: Any) -> tuple[float, ...]:
        """Return the probability of each seat to win, of a position or of a seat's knowledge of one."""

    @abstractmethod
    def cards(self, position: Any) -> tuple[int, ...]:
        """Return how many cards each seat has to pay with."""

    @abstractmethod
    def points(self, position: Any) -> tuple[int, ...]:
        """Return the points of each seat at a position, hidden ones included."""

    @abstractmethod
    def candidates(self, knowledge: Any, actions: Actions, choice: Any, most: int) -> list[Any]:
        """List what is worth a trial for the seat that knows this, the agent's choice first."""

    @abstractmethod
    def trials(self, ruleset: Ruleset, knowledge: Any, seed: str, world: Any = None) -> Trials:
        """Prepare trials of the commands of the seat that knows this; `world` is the position if it is known."""

    @abstractmethod
    def facts(self, ruleset: Ruleset, knowledge: Any, command: Any, seed: str) -> Sequence[dict[str, Any]]:
        """Return what speaks for a command, as facts with the members that the API shows but the command."""


def study_of(ruleset: str, config: Config) -> Study | None:
    """Return the study of a game; None where there is none, or where its value does not hold."""
    place = PLACES.get(ruleset, "")
    if not place:
        return None
    study = _load(place)
    return study if study.covers(config) else None


@cache
def _load(place: str) -> Study:
    module, _, name = place.partition(":")
    study: Study = getattr(import_module(module), name)()
    return study
