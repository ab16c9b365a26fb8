"""Measures what a decision of each agent costs: `python -m workers.lab.costs`, or `--only graded@3`.

It lets agents play whole games against their like and counts the processor time of each decision, the rules' part
included: what the seat may do, what it knows, the agent's choice, and the command that is played. A line for each agent
and level has the mean, median, 95th percentile and maximum in ms; the entries of `workers.agents.catalog` want two.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any, Final

from domain.core.chance import SeededChance
from domain.core.ruleset import Ruleset
from domain.families import FAMILIES
from service.catalog import RULESETS
from workers.agents.agent import load_agent
from workers.agents.catalog import AGENTS, AgentName
from workers.agents.entries import ANY_RULESET, AgentEntry
from workers.agents.following import Follower
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision
from workers.lab.running import show

DECISIONS: Final = 3_000
"""Counts the decisions of one agent; with fewer the 95th percentile is not sure."""
MOST_COMMANDS: Final = 5_000


def names_of(entry: AgentEntry) -> list[str]:
    """List the names of a version, one for each of its levels."""
    names = [AgentName(entry.id, level.number, entry.version) for level in entry.levels]
    return list(map(str, names or [AgentName(entry.id, None, entry.version)]))


def times_of(ruleset: Ruleset, name: str, seats: int, seed: str) -> Iterator[float]:
    """Yield the milliseconds of each decision of a game between agents of one name."""
    agent, rng = load_agent(name), Random(seed)
    chance = SeededChance(seed.encode())
    state = open_position(ruleset, ruleset.configure(seats, None, (), {}), chance)
    follower = Follower(ruleset, state, list(range(seats)) if agent.believes else [])
    took: list[float] = []

    def ask(seat: int) -> Decision:
        belief, begun = follower.belief(seat), time.process_time_ns()
        decision = decide(ruleset, state, seat, agent, math.inf, rng, belief)
        took.append((time.process_time_ns() - begun) / 1e6)
        return decision

    for _ in range(MOST_COMMANDS):
        decision = first_decision(ruleset.awaiting(state), ask)
        if decision is None:
            return
        begun = time.process_time_ns()
        draft = ruleset.draft(state, chance)
        ruleset.play(draft, decision.seat, decision.command)
        state = draft.state
        follower.follow(draft.events)
        took[-1] += (time.process_time_ns() - begun) / 1e6
        yield from took
        took.clear()


def cost_of(entry: AgentEntry, name: str, decisions: int) -> dict[str, Any]:
    """Return the line of an agent at a level."""
    ruleset = RULESETS[next(iter(FAMILIES)) if ANY_RULESET in entry.rulesets else entry.rulesets[0]]
    times: list[float] = []
    for game in count():
        times += times_of(ruleset, name, entry.tables[-1], f"costs {game}")
        if len(times) >= decisions:
            break
    times.sort()
    mean, median = sum(times) / len(times), times[len(times) // 2]
    p95 = times[math.ceil(0.95 * len(times)) - 1]
    return {"agent": name, "decisions": len(times)} | {
        kind: round(value, 3)
        for kind, value in (("mean_ms", mean), ("median_ms", median), ("p95_ms", p95), ("max_ms", times[-1]))
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure all versions, or one name; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.costs", description=__doc__)
    parser.add_argument("--only", help="measure this agent alone, such as planner@@1 or graded@3@1")
    parser.add_argument("--decisions", type=int, default=DECISIONS, help="decisions of each agent")
    options = parser.parse_args(arguments)
    for entry in [version for agent in AGENTS for version in agent.served()]:
        for name in names_of(entry):
            if options.only in (None, name):
                show(cost_of(entry, name, options.decisions))
    return 0


if __name__ == "__main__":
    sys.exit(main())
