"""Plays two games with the same seed and seat, in which an agent's weights differ in opposite ways."""

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.agents.agent import Agent
from workers.lab.experiments.contenders import contender

SEATS: Final = 4

Task = tuple[str, str, str, int]
"""A ruleset, an agent, the agent in all other seats, and a seed."""


class Pair(NamedTuple):
    """Holds two games with one seed and seat, and changes of the agent's weights that were opposite in them.

    `wins` are 1 or 0; `leads` are the agent's points less the mean of the others'.
    """

    agent: str
    against: str
    seed: int
    units: dict[str, float]
    wins: tuple[int, int]
    leads: tuple[float, float]

    @property
    def key(self) -> tuple[str, str, int]:
        """Say which pair this is."""
        return self.agent, self.against, self.seed


def tasks(ruleset: str, agent: str, against: str, seeds: Iterable[int]) -> dict[Hashable, Task]:
    """List the pairs of these seeds by their keys."""
    return {(agent, against, seed): (ruleset, agent, against, seed) for seed in seeds}


def play_pair(task: Task) -> Pair:
    """Play the two games of a seed."""
    ruleset, name, against, seed = task
    agent: Any = _made(name)
    units = draw_change(list(names_of(agent.weights)), seed)
    changes = [type(agent)(weights=change_weights(agent.weights, units, sign)) for sign in (1, -1)]
    up, down = (_play(ruleset, one, against, seed) for one in changes)
    return Pair(name, against, seed, units, (up[0], down[0]), (up[1], down[1]))


def _play(ruleset: str, agent: Agent, against: str, seed: int) -> tuple[int, float]:
    """Return whether the agent won, and by how many points it led the mean of the others."""
    seat = seed % SEATS
    agents = [agent if s == seat else _made(against) for s in range(SEATS)]
    result = play(RULESETS[ruleset], agents, f"tune {seed}").result
    if result is None:
        return 0, 0.0
    others = [points for s, points in enumerate(result.points) if s != seat]
    return int(seat in result.winners), result.points[seat] - sum(others) / len(others)


_made = cache(contender)


_STEP: Final = 0.2
"""A weight is multiplied by e to this power for each unit of its change."""
_UNITS: Final = (-1.2, -0.6, 0.6, 1.2)


def names_of(weights: Any) -> Iterator[str]:
    """Yield the names of the weights that can be changed, fractions other than 0: `opening.pair`, `places.wanted.2`."""
    for field in fields(weights):
        value = getattr(weights, field.name)
        if is_dataclass(value):
            yield from (f"{field.name}.{name}" for name in names_of(value))
        elif isinstance(value, tuple):
            yield from (f"{field.name}.{index}" for index in range(len(value)))
        elif isinstance(value, float) and value:
            yield field.name


def draw_change(names: list[str], seed: int) -> dict[str, float]:
    """Draw a change of every weight, in units; the same seed draws the same."""
    rng = Random(f"tune {seed}")
    return {name: rng.choice(_UNITS) for name in names}


def change_weights(weights: Any, units: Mapping[str, float], sign: int) -> Any:
    """Return weights that are changed by so many units each, or by their opposites."""
    for name, unit in units.items():
        weights = _scale(weights, name.split("."), math.exp(sign * _STEP * unit))
    return weights


def _scale(weights: Any, path: list[str], factor: float) -> Any:
    name, *rest = path
    if isinstance(weights, tuple):
        return tuple(value * factor if index == int(name) else value for index, value in enumerate(weights))
    inner = getattr(weights, name)
    return replace(weights, **{name: _scale(inner, rest, factor) if rest else inner * factor})
