"""Measures what advice costs: a request for a position, as the API answers it, for each agent, on one core.

GAMES (default 2) games of each ruleset, every fifth position of which is asked about as a document.
"""

import os
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from domain.core.chance import SeededChance
from service.catalog import RULESETS
from tests.benchmarks.report import report
from workers.advising import advise
from workers.agents.agent import load_agent
from workers.agents.catalog import default_agent
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision

EVERY: Final = 5
ASKED: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "planner": ("catan", {"agent": "planner"}),
    "level_3": ("catan", {"agent": "graded", "level": 3}),
    "level_5": ("catan", {"agent": "graded", "level": 5}),
    "level_8": ("catan", {"agent": "graded", "level": 8}),
    "elasund": ("elasund", {"agent": "elasund_planner"}),
    "dice": ("catan-dice", {"agent": "dice_competitor"}),
}


def documents(name: str, seed: str) -> Iterator[dict[str, Any]]:
    """Yield some positions of a game of the default agent as documents of the seat that decides there."""
    rules, chance, rng = RULESETS[name], SeededChance(seed.encode()), Random(1)
    config, player = rules.configure(2 if name == "catan-dice" else 4, None, (), {}), load_agent(default_agent(name))
    state = open_position(rules, config, chance)

    def ask(seat: int) -> Decision:
        return decide(rules, state, seat, player, 1.0, rng)

    number = 0
    while (decision := first_decision(rules.awaiting(state), ask)) is not None:
        if number % EVERY == 0:
            layout = rules.layout(state)
            yield {
                "edition": 1,
                "ruleset": name,
                "map": config.map,
                "options": config.options,
                "seat": decision.seat,
                "state": rules.render(rules.observe(state, decision.seat)),
                **({"layout": layout} if layout else {}),
            }
        state, number = rules.decide(state, decision.seat, decision.command, chance).state, number + 1


def run() -> None:
    """Print for each agent: answers for a second of CPU, and the CPU of an answer in ms, p50 and p95."""
    games = int(os.environ.get("GAMES", "2"))
    for asked, (ruleset, wish) in ASKED.items():
        taken = []
        for number in range(games):
            for document in documents(ruleset, f"advice {number}"):
                begun = time.process_time()
                advise(document, **wish)
                taken.append(1000 * (time.process_time() - begun))
        taken.sort()
        report(f"advice_{asked}", 1000 * len(taken) / sum(taken), "answers/s")
        for name, at in (("p50", 0.5), ("p95", 0.95)):
            report(f"advice_{asked}_{name}", taken[int(len(taken) * at)], "ms")
