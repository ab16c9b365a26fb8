"""Measures what an analysis of plain Catan costs, over every thirteenth decision of games of planners.

GAMES (default 2) games, BUDGET_MS (300) an analysis.
"""

import os
import time
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from domain.catan import CATAN
from domain.core.chance import SeededChance
from tests.benchmarks.report import report
from workers.agents.catan.planner import Planner
from workers.agents.search.match import open_position
from workers.agents.search.study import study_of
from workers.agents.search.value_analysis import ValuedAnalysis, ValuedQuestion
from workers.agents.turns import Decision, decide, first_decision

EVERY = 13


def decisions(seed: str, seats: int = 4) -> Iterator[tuple[Any, int]]:
    """Yield every thirteenth position of a game, with the seat that decides there."""
    chance, rng, player = SeededChance(seed.encode()), Random(1), Planner()
    state = open_position(CATAN, CATAN.configure(seats, None, (), {}), chance)

    def ask(seat: int) -> Decision:
        return decide(CATAN, state, seat, player, 1.0, rng)

    for number in count():
        decision = first_decision(CATAN.awaiting(state), ask)
        if decision is None:
            return
        if number % EVERY == 0:
            yield state, decision.seat
        state = CATAN.decide(state, decision.seat, decision.command, chance).state


def run() -> None:
    """Print the CPU of an analysis in ms: p50, p95 and the longest."""
    budget, games = float(os.environ.get("BUDGET_MS", "300")), int(os.environ.get("GAMES", "2"))
    study = study_of("catan", CATAN.configure(4, None, (), {}))
    assert study is not None
    taken = []
    for game in range(games):
        for state, seat in decisions(f"analyses {game}"):
            begun = time.process_time()
            known = CATAN.observe(state, seat)
            question = ValuedQuestion(CATAN, study, Planner(), 1.0, known, seat, 4, budget, 5, "seed")
            found = ValuedAnalysis(question, lambda fraction: None).run()
            for one in found.ranked[:5]:
                study.facts(CATAN, known, one.command, "seed")
            taken.append(1000 * (time.process_time() - begun))
    taken.sort()
    for name, at in (("p50", 0.5), ("p95", 0.95), ("most", 1.0)):
        report(f"analysis_{name}", taken[min(len(taken) - 1, int(len(taken) * at))], "ms")
