"""Lets an agent play alone from fixed seeds, and compares its mean score with the points that it expects."""

import math
import statistics
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.core.ruleset import Config
from service.catalog import RULESETS
from workers.agents import play
from workers.agents.agent import load_agent
from workers.lab.experiments.families import MEASURES

ERRORS_ALLOWED: Final = 3  # standard errors between the mean and the promise


class Solo(NamedTuple):
    """Seats an agent alone at a table of a ruleset, by their ids, with options."""

    ruleset: str
    agent: str
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Name the line of the ladder."""
        settings = ", ".join(f"{option} {value}" for option, value in self.options.items())
        return f"{self.ruleset}: {self.agent} alone, {settings}"

    @property
    def config(self) -> Config:
        """Configure the game that is played."""
        return RULESETS[self.ruleset].configure(1, None, (), dict(self.options))


SOLOS: Final = tuple(Solo(ruleset, *one) for ruleset, measures in MEASURES.items() for one in measures.alone)


class Alone(NamedTuple):
    """Holds one game alone: the points made, None when it did not end, and the processor time."""

    points: int | None
    seconds: float


def play_alone(task: tuple[Solo, int]) -> Alone:
    """Play the n-th game of a solo; the seed is the number."""
    solo, number = task
    ruleset, begun = RULESETS[solo.ruleset], time.process_time()
    match = play(ruleset, [solo.agent], f"alone {number}", solo.config)
    return Alone(match.result.points[0] if match.result else None, time.process_time() - begun)


def expect_points(solo: Solo) -> float | None:
    """Return how many points the agent expects to make; None if it expects no number."""
    return load_agent(solo.agent).expected_points(solo.config)


def summary_alone(solo: Solo, played: Sequence[Alone]) -> dict[str, Any]:
    """Sum up the games of a solo, two at least, as one JSON line."""
    points = [game.points for game in played if game.points is not None]
    mean, error = statistics.fmean(points), statistics.stdev(points) / math.sqrt(len(points))
    line: dict[str, Any] = {"name": solo.name, "games": len(played), "finished": len(points)}
    line |= {"mean": round(mean, 3), "standard_error": round(error, 3), "best": max(points)}
    expected = expect_points(solo)
    if expected is not None:
        line |= {"expected": round(expected, 3), "agrees": abs(mean - expected) <= ERRORS_ALLOWED * error}
    return line | {"cpu_seconds": round(sum(game.seconds for game in played), 1)}
