"""Measures what advice costs: in a process alone, and over HTTP beside hosted play, one by one and in batches.

In the process: GAMES (default 2) games of each ruleset, every fifth position of which is asked about as a document.
Over HTTP each agent plays, and is asked, for SECONDS (default 5) at least, as `capacity` measures it.
"""

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from domain.core.chance import SeededChance
from service.catalog import RULESETS
from tests.benchmarks.capacity import Contender, ask, ask_all, play, questions_of, serving
from tests.benchmarks.hosted import await_rest, cpu_by_part
from tests.benchmarks.report import report
from tests.service.processes import RunningSupervisor
from workers.advising import advise
from workers.agents.agent import load_agent
from workers.agents.catalog import at_level, default_agent
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision

EVERY: Final = 5
BATCH: Final = 100
ASKED: Final[Mapping[str, tuple[str, Mapping[str, Any]]]] = {
    "planner": ("catan", {"agent": "planner"}),
    "level_3": ("catan", {"agent": "graded", "level": 3}),
    "level_5": ("catan", {"agent": "graded", "level": 5}),
    "level_8": ("catan", {"agent": "graded", "level": 8}),
    "elasund": ("elasund", {"agent": "elasund_planner"}),
    "dice": ("catan-dice", {"agent": "dice_optimal"}),
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
    """Print what advice takes in this process, and what it takes over HTTP."""
    _run_here()
    if sys.platform.startswith("linux"):
        with serving(with_tables=True) as server:
            for name, (ruleset, wish) in ASKED.items():
                agent, level = wish["agent"], wish.get("level")
                contender = Contender(ruleset, agent if level is None else at_level(agent, level))
                _run_over_http(server, name, contender, float(os.environ.get("SECONDS", "5")))


def _run_here() -> None:
    """Print for each agent: answers for a second of CPU, and the CPU of an answer in ms, p50 and p95."""
    games = int(os.environ.get("GAMES", "2"))
    for asked, (ruleset, wish) in ASKED.items():
        taken = []
        for number in range(games):
            for document in documents(ruleset, f"advice {number}"):
                begun = time.process_time()
                advise(document, **wish)
                taken.append(1000 * (time.process_time() - begun))
        report(f"advice_{asked}", 1000 * len(taken) / sum(taken), "answers/s")
        _tell_times(f"advice_{asked}", taken)


def _tell_times(name: str, taken_ms: list[float]) -> None:
    taken_ms.sort()
    for at in (50, 95):
        report(f"{name}_p{at}", taken_ms[len(taken_ms) * at // 100], "ms")


def _run_over_http(server: RunningSupervisor, name: str, contender: Contender, seconds: float) -> None:
    """Print what hosted play of an agent and its advice take in the same run, one by one and in a batch.

    `s/core` is a second of processor time of all processes; ms are those that a client waits.
    """
    moves, table = play(server, contender, seconds)
    report(f"advice_{name}_hosted", moves, "moves/s/core")
    questions = questions_of(table, contender)
    found = ask_all(server, table, questions, seconds)
    report(f"advice_{name}_http", found.rate, "answers/s/core")
    _tell_times(f"advice_{name}_http", found.times_ms)
    hundred = [questions[number % len(questions)] for number in range(BATCH)]
    members = [json.loads(question) | {"do": "advice"} for question in hundred]
    batch = json.dumps({"members": members}).encode()
    for kind, send in (
        ("requests", lambda: [ask(table, question) for question in hundred]),
        ("batch", lambda: ask(table, batch, "/v1/positions/batch")),
    ):
        await_rest(server)
        table.connection.close()
        before, begun = cpu_by_part(server).total(), time.perf_counter()
        send()
        waited = time.perf_counter() - begun
        report(f"advice_{name}_{kind}_of_{BATCH}", waited, "s")
        report(f"advice_{name}_{kind}_of_{BATCH}_cpu", cpu_by_part(server).total() - before, "s")
