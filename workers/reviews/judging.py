"""A judge says how likely each seat is to win at a position, what a decision cost, and what a draw was worth."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from domain.core.ruleset import Ruleset
from workers.reviews.steps import Step


class Verdict(NamedTuple):
    """Says what a decision cost in the probability to win, and what would have been better (None: nothing)."""

    cost: float
    best: Any | None = None


class Fortune(NamedTuple):
    """Says what a draw brought, each by seat: probability to win beyond what was to be expected, cards, and points.

    Beside cards and points stands what was to be expected of them, over all that could have been drawn.
    """

    is_dice: bool
    chances: tuple[float, ...]
    cards: tuple[float, ...]
    expected_cards: tuple[float, ...]
    points: tuple[float, ...]
    expected_points: tuple[float, ...]


class Judge(ABC):
    """Judges one game; the same game is always judged alike."""

    method: str
    ruleset: Ruleset
    trials: int | None = None
    """In how many games each probability was counted; None where it was computed."""

    @abstractmethod
    def chances(self, position: Any, name: str) -> Sequence[float]:
        """Return the probability of each seat to win, from the whole position; `name` seeds what is left to chance."""

    @abstractmethod
    def decision(self, step: Step) -> Verdict | None:
        """Judge a command by what its seat knew; None where there was no choice."""

    def is_telling(self, step: Step) -> bool:
        """Return whether a version changed what the judge goes by; a declined offer, for one, did not."""
        return True

    @abstractmethod
    def fortune(self, step: Step) -> Fortune | None:
        """Weigh the draw of a version against all that could have been drawn; None where that is not known."""


def knowledge_at(ruleset: Ruleset, step: Step) -> Any:
    """Return what the seat that gave the command of a step knew and believed before it."""
    knowledge = ruleset.observe(step.before, step.seat)
    if step.belief is not None:
        ruleset.add_belief(knowledge, step.belief)
    return knowledge
