"""Plays two games with the same seed and seat, in which an agent's weights differ in opposite ways."""

from collections.abc import Hashable, Iterable
from functools import cache
from typing import Any, Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.agents.agent import Agent
from workers.lab.experiments.contenders import contender
from workers.lab.tuning.drawing import changed, drawn, names_of

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
    units = drawn(list(names_of(agent.weights)), seed)
    changes = [type(agent)(weights=changed(agent.weights, units, sign)) for sign in (1, -1)]
    up, down = (_played(ruleset, one, against, seed) for one in changes)
    return Pair(name, against, seed, units, (up[0], down[0]), (up[1], down[1]))


def _played(ruleset: str, agent: Agent, against: str, seed: int) -> tuple[int, float]:
    """Return whether the agent won, and by how many points it led the mean of the others."""
    seat = seed % SEATS
    agents = [agent if s == seat else _made(against) for s in range(SEATS)]
    result = play(RULESETS[ruleset], agents, f"tune {seed}").result
    if result is None:
        return 0, 0.0
    others = [points for s, points in enumerate(result.points) if s != seat]
    return int(seat in result.winners), result.points[seat] - sum(others) / len(others)


_made = cache(contender)
