"""Measures decisions with one process and with two, side by side, and compares the choices.

python -m tests.workers.agents.catan.lookahead.times expectimax --decisions 300

Every position of games of the agent among its like is decided twice, alone and shared, and the other way round at every
second one. `wall` is the time until the choice; `longest` is the processor time of the process that worked longest,
which is what the wall time would be on cores that are free.
"""

import argparse
import math
import resource
import sys
import time
from itertools import count
from random import Random
from typing import Any, NamedTuple

from domain.catan import CATAN
from domain.core.chance import SeededChance
from domain.core.knowledge import Belief
from workers.agents.agent import Agent
from workers.agents.following import Follower
from workers.agents.search.match import open_position
from workers.agents.turns import Decision, decide, first_decision
from workers.lab.contenders import contender
from workers.lab.running import show

SHARED = 2


class Took(NamedTuple):
    """Holds what a decision took, in ms, and what it was."""

    wall: float
    longest: float
    total: float
    decision: Decision


def measure(agent: Agent, state: Any, seat: int, belief: Belief | None, rng: Random) -> Took:
    """Return what a decision took; two processes work at most."""
    begun, own, copies = time.perf_counter(), time.process_time(), copies_time()
    decision = decide(CATAN, state, seat, agent, math.inf, rng, belief)
    wall, own, copies = time.perf_counter() - begun, time.process_time() - own, copies_time() - copies
    return Took(1000 * wall, 1000 * max(own, copies), 1000 * (own + copies), decision)


def copies_time() -> float:
    """Return the processor time of the copies that have ended, in s."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(name: str, decisions: int, seed: str) -> list[tuple[Took, Took]]:
    """Return what decisions took, alone and shared."""
    agents = contender(name), contender(f"{name},processes={SHARED}")
    found: list[tuple[Took, Took]] = []
    for game in count():
        play(agents, f"{seed}:{game}", decisions, found)
        if len(found) >= decisions:
            return found
    raise AssertionError


def play(agents: tuple[Agent, Agent], seed: str, decisions: int, found: list[tuple[Took, Took]]) -> None:
    """Play a game, and add what its decisions took, until there are enough."""
    chance, rng = SeededChance(seed.encode()), Random(seed)
    state = open_position(CATAN, CATAN.configure(4, None, (), {}), chance)
    follower = Follower(CATAN, state, range(4))

    def ask(seat: int) -> Decision:
        luck, belief = rng.getrandbits(64), follower.belief(seat)
        order = (0, 1) if len(found) % 2 else (1, 0)
        took = {one: measure(agents[one], state, seat, belief, Random(luck)) for one in order}
        found.append((took[0], took[1]))
        return took[0].decision

    while len(found) < decisions and (decision := first_decision(CATAN.awaiting(state), ask)):
        draft = CATAN.draft(state, chance)
        CATAN.play(draft, *decision)
        state = draft.state
        follower.follow(draft.events)


def main() -> int:
    """Read the command line, measure, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("agent")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--seed", default="shared")
    wish = parser.parse_args()
    found = compare(wish.agent, wish.decisions, wish.seed)
    differing = sum(alone.decision != shared.decision for alone, shared in found)
    show({"agent": wish.agent, "decisions": len(found), "differ": differing})
    for what in ("wall", "longest", "total"):
        for at in range(SHARED):
            times = sorted(getattr(pair[at], what) for pair in found)
            p50, p95 = (round(times[int(len(times) * part)], 1) for part in (0.5, 0.95))
            mean = round(sum(times) / len(times), 1)
            show({"ms": what, "processes": at + 1, "mean": mean, "p50": p50, "p95": p95, "most": round(times[-1])})
    return 0


if __name__ == "__main__":
    sys.exit(main())
