"""`python -m workers.lab.tune`: find out which weights of an agent help, all of them at once.

Two games with the same seed and seat differ in opposite changes of every weight. It prints one JSON line a weight: what
a unit of change, a fifth, gains in points of the win rate, and the standard error of that. Pairs are kept in a file.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from service.catalog import RULESETS
from workers.agents.catalog import default_agent
from workers.lab.experiments.command import add_processes, add_record, show
from workers.lab.experiments.families import MEASURES, USUAL
from workers.lab.experiments.record import Record
from workers.lab.experiments.spreading import complete
from workers.lab.weight_trials import Pair, effects, play_pair, tasks

RECORD: Final = Path("build/tuning.jsonl")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what the file lacks, and print the effects; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.tune", description=__doc__)
    parser.add_argument("--ruleset", default=USUAL, choices=sorted(RULESETS))
    parser.add_argument("--agent", help="an agent with weights, named as for workers.lab.duel (the default agent)")
    parser.add_argument("--against", help="the agent in all other seats (the yardstick of the ruleset)")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--first-seed", type=int, default=0)
    add_processes(parser)
    add_record(parser, RECORD)
    options = parser.parse_args(arguments)
    agent = options.agent or default_agent(options.ruleset)
    against = options.against or MEASURES[options.ruleset].yardstick
    seeds = range(options.first_seed, options.first_seed + options.pairs)
    wanted = tasks(options.ruleset, agent, against, seeds)
    record = Record(options.record, Pair)
    for effect in effects(complete(record, wanted, play_pair, options.processes, f"{agent} against {against}")):
        show({"weight": effect.name, "gain": round(effect.gain, 4), "error": round(effect.error, 4)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
