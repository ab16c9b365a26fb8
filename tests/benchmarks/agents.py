"""Measures how long an agent thinks: CPU time of every decision of whole games, and the decisions of playouts."""

import time
from random import Random
from typing import Any

from domain.catan import CATAN
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from domain.elasund import ELASUND
from tests.benchmarks.playout import plain
from tests.benchmarks.playout import play as random_play
from tests.benchmarks.report import report
from workers.agents import play
from workers.agents.agent import Agent, load_agent
from workers.agents.search.analysis import HORIZON
from workers.agents.search.playouts import Players, play_on

GAMES = 3
PLAYOUTS = 20
AT = 100
"""A playout begins after this many commands of a random game."""


class Timed(Agent):
    """Wraps an agent, and keeps the CPU seconds of each of its decisions."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.seconds: list[float] = []

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Return what the agent chooses, and note the CPU time that it took."""
        start = time.process_time()
        chosen = self.agent.choose(ruleset, knowledge, actions, budget, rng)
        self.seconds.append(time.process_time() - start)
        return chosen


def run() -> None:
    """Measure the heuristic agent of Catan, and playouts as an analysis begins them."""
    agent = Timed(load_agent("heuristic"))
    for game in range(GAMES):
        play(CATAN, [agent] * 4, f"benchmark {game}")
    agent.seconds.sort()
    count = len(agent.seconds)
    report("heuristic_decision_mean", sum(agent.seconds) / count * 1e3, "ms")
    report("heuristic_decision_p99", agent.seconds[count * 99 // 100] * 1e3, "ms")
    for ruleset in (CATAN, ELASUND):
        report(f"{ruleset.name}_playout_decisions", playout_decisions(ruleset), "decisions/cpu_s")


def playout_decisions(ruleset: Ruleset) -> float:
    """Return how many decisions heuristic agents make in a CPU second, in playouts from positions of random games."""
    agents = [load_agent("heuristic" if ruleset is CATAN else "elasund_heuristic")] * 4
    players = Players(ruleset, agents, 1.0)
    positions = [random_play(ruleset, plain(ruleset, 4), seed, AT)[0] for seed in range(PLAYOUTS)]
    start = time.process_time()
    decisions = sum(play_on(players, state, str(seed), HORIZON).decisions for seed, state in enumerate(positions))
    return decisions / (time.process_time() - start)
