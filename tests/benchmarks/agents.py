"""How long an agent thinks: CPU time of every decision of whole games between four of them."""

import time
from random import Random
from typing import Any

from domain.catan import CATAN
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.benchmarks.report import report
from workers.agents import play
from workers.agents.agent import Agent, load_agent

GAMES = 3


class Timed(Agent):
    """Another agent, and the CPU seconds of its decisions."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.seconds: list[float] = []

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """What the agent chooses."""
        start = time.process_time()
        chosen = self.agent.choose(ruleset, knowledge, actions, budget, rng)
        self.seconds.append(time.process_time() - start)
        return chosen


def run() -> None:
    """The heuristic agent of Catan."""
    agent = Timed(load_agent("heuristic"))
    for game in range(GAMES):
        play(CATAN, [agent] * 4, f"benchmark {game}")
    agent.seconds.sort()
    count = len(agent.seconds)
    report("heuristic_decision_mean", sum(agent.seconds) / count * 1e3, "ms")
    report("heuristic_decision_p99", agent.seconds[count * 99 // 100] * 1e3, "ms")
