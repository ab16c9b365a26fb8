"""`python -m workers.tune`: find out which weights of an agent help, all of them at once.

Two games with the same seed and seat differ in opposite changes of every weight. It prints one JSON line a weight: what
a unit of change, a fifth, gains in points of the win rate, and the standard error of that. Pairs are kept in a file.
"""

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from service.catalog import RULESETS
from workers.agents import play
from workers.agents.agent import Agent
from workers.duels.record import mend
from workers.experiments.contenders import contender
from workers.tuning.drawing import changed, drawn, names_of
from workers.tuning.effects import Pair, effects

SEATS: Final = 4
RULESET: Final = "catan"
RECORD: Final = Path("build/tuning.jsonl")

Task = tuple[str, str, int]


def play_pair(task: Task) -> Pair:
    """Play the two games of a seed."""
    name, against, seed = task
    agent: Any = _made(name)
    units = drawn(list(names_of(agent.weights)), seed)
    up, down = (_played(type(agent)(weights=changed(agent.weights, units, sign)), against, seed) for sign in (1, -1))
    return Pair(name, against, seed, units, (up[0], down[0]), (up[1], down[1]))


def _played(agent: Agent, against: str, seed: int) -> tuple[int, float]:
    """Return whether the agent won, and by how many points it led the mean of the others."""
    seat = seed % SEATS
    agents = [agent if s == seat else _made(against) for s in range(SEATS)]
    result = play(RULESETS[RULESET], agents, f"tune {seed}").result
    if result is None:
        return 0, 0.0
    others = [points for s, points in enumerate(result.points) if s != seat]
    return int(seat in result.winners), result.points[seat] - sum(others) / len(others)


_made = cache(contender)


def read_pairs(record: Path, agent: str, against: str) -> dict[int, Pair]:
    """Return the pairs that a file holds of an agent against another, by seed."""
    mend(record)
    pairs = (Pair(**json.loads(line)) for line in record.read_text().splitlines())
    return {pair.seed: pair for pair in pairs if (pair.agent, pair.against) == (agent, against)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what the file lacks, and print the effects; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.tune", description=__doc__)
    parser.add_argument("--agent", default="planner", help="an agent with weights, named as for workers.duel")
    parser.add_argument("--against", default="heuristic", help="the agent in all other seats")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--record", type=Path, default=RECORD, help="where pairs are kept; one file a state of the code"
    )
    options = parser.parse_args(arguments)
    options.record.parent.mkdir(parents=True, exist_ok=True)
    kept = read_pairs(options.record, options.agent, options.against)
    seeds = range(options.first_seed, options.first_seed + options.pairs)
    tasks = [(options.agent, options.against, seed) for seed in seeds if seed not in kept]
    with multiprocessing.Pool(options.processes) as pool, options.record.open("a") as file:
        for pair in pool.imap_unordered(play_pair, tasks):
            kept[pair.seed] = pair
            file.write(json.dumps(pair._asdict()) + "\n")
            file.flush()
    for effect in effects([kept[seed] for seed in seeds]):
        line = {"weight": effect.name, "gain": round(effect.gain, 4), "error": round(effect.error, 4)}
        sys.stdout.write(json.dumps(line) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
