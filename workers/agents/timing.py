"""Measures how long an agent thinks, in steps of five per cent, so that a game's times fit on one line."""

import math
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.lookup import LookupTable
from workers.agents.turns import ask

STEP: Final = math.log(1.05)


class Timed(Agent):
    """Wraps an agent and counts its decisions with a choice by CPU time, without that of the rules.

    `times` counts them by the logarithm of their microseconds to the base of 1.05. `decisions` and `nanoseconds` also
    count those without a choice.
    """

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.believes = agent.believes
        self.decisions = 0
        self.nanoseconds = 0
        self._choices: list[int] = []

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Return the agent's choice, and count its time."""
        begun = time.process_time_ns()
        command = ask(self.agent, ruleset, knowledge, actions, budget, rng)
        took = time.process_time_ns() - begun
        self.decisions += 1
        self.nanoseconds += took
        if not actions.must_act or actions.templates or len(actions.commands) > 1:
            self._choices.append(took)
        return command

    @property
    def times(self) -> Counter[int]:
        """Return the counted decisions."""
        return Counter(round(math.log(max(1.0, took / 1000)) / STEP) for took in self._choices)

    def tables(self, config: Config | None = None) -> Sequence[LookupTable]:
        """Return the tables of the agent."""
        return self.agent.tables(config)


def milliseconds(times: Mapping[int, int]) -> dict[str, float]:
    """Return the number of decisions, and the mean, median, 95th percentile and longest time in ms."""
    count = sum(times.values())
    total = sum(_ms(step) * n for step, n in times.items())
    return {
        "decisions": count,
        "mean": round(total / max(1, count), 3),
        "p50": _percentile(times, 0.5 * count),
        "p95": _percentile(times, 0.95 * count),
        "max": round(max(map(_ms, times), default=0.0), 3),
    }


def _percentile(times: Mapping[int, int], rank: float) -> float:
    seen = 0
    for step in sorted(times):
        seen += times[step]
        if seen >= rank:
            return round(_ms(step), 3)
    return 0.0


def _ms(step: int) -> float:
    return math.exp(step * STEP) / 1000
