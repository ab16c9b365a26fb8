"""`python -m workers.lab.tune`: find out which weights of an agent help, all of them at once.

Two games with the same seed and seat differ in opposite changes of every weight. It prints one JSON line a weight: what
a unit of change, a fifth, gains in points of the win rate, and the standard error of that. Pairs are kept in a file.
"""

import argparse
import math
import sys
from collections.abc import Hashable, Sequence
from typing import Any, Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.agents.agent import Agent
from workers.agents.catalog import default_agent
from workers.lab.changes import change_weights, draw_change, names_of
from workers.lab.contenders import MEASURES, USUAL
from workers.lab.duel import lead_of, load_contender
from workers.lab.running import Record, add_processes, add_record, complete, show

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
    def key(self) -> Hashable:
        """Say which pair this is."""
        return self.agent, self.against, self.seed


def play_pair(task: Task) -> Pair:
    """Play two games from one seed, with the weights changed up in one and down in the other; return both results."""
    ruleset, name, against, seed = task
    agent: Any = load_contender(name)
    units = draw_change(list(names_of(agent.weights)), seed)
    changes = [type(agent)(weights=change_weights(agent.weights, units, sign)) for sign in (1, -1)]
    up, down = (_play(ruleset, one, against, seed) for one in changes)
    return Pair(name, against, seed, units, (up[0], down[0]), (up[1], down[1]))


def _play(ruleset: str, agent: Agent, against: str, seed: int) -> tuple[int, float]:
    """Return whether the agent won, and by how many points it led the mean of the others."""
    seat = seed % SEATS
    agents = [agent if s == seat else load_contender(against) for s in range(SEATS)]
    result = play(RULESETS[ruleset], agents, f"tune {seed}").result
    return int(result is not None and seat in result.winners), lead_of(result, seat)


class Effect(NamedTuple):
    """Says by how much a unit of a weight raises the win rate, with the standard error of that."""

    name: str
    gain: float
    error: float


def effects(pairs: Sequence[Pair]) -> list[Effect]:
    """Estimate the effect of every weight, the surest gain first; leads count beside wins, as they say more."""
    worth = _lead_worth(pairs)
    results = [0.5 * (pair.wins[0] - pair.wins[1]) + 0.5 * worth * (pair.leads[0] - pair.leads[1]) for pair in pairs]
    found = [_effect(name, [pair.units[name] for pair in pairs], results) for name in pairs[0].units]
    return sorted(found, key=lambda effect: effect.gain / max(effect.error, 1e-9), reverse=True)


def _effect(name: str, units: Sequence[float], results: Sequence[float]) -> Effect:
    """Regress the difference of two games on twice the change; the changes of different weights are independent."""
    square = sum(4 * unit * unit for unit in units)
    gain = sum(2 * unit * result for unit, result in zip(units, results, strict=True)) / square
    left = sum((result - 2 * unit * gain) ** 2 for unit, result in zip(units, results, strict=True))
    return Effect(name, gain, math.sqrt(left / max(1, len(units) - 1) / square))


def _lead_worth(pairs: Sequence[Pair]) -> float:
    """Return how much likelier a win is with a point more of lead: the slope of wins on leads over all games."""
    wins = [win for pair in pairs for win in pair.wins]
    leads = [lead for pair in pairs for lead in pair.leads]
    win, lead = sum(wins) / len(wins), sum(leads) / len(leads)
    spread = sum((x - lead) ** 2 for x in leads)
    return sum((w - win) * (x - lead) for w, x in zip(wins, leads, strict=True)) / spread if spread else 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what the file lacks, and print the effects; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.tune", description=__doc__)
    parser.add_argument("--ruleset", default=USUAL, choices=sorted(RULESETS))
    parser.add_argument("--agent", help="an agent with weights, named as for workers.lab.duel (the default agent)")
    parser.add_argument("--against", help="the agent in all other seats (the yardstick of the ruleset)")
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--first-seed", type=int, default=0)
    add_processes(parser)
    add_record(parser, "tuning.jsonl")
    options = parser.parse_args(arguments)
    agent = options.agent or default_agent(options.ruleset)
    against = options.against or MEASURES[options.ruleset].yardstick
    seeds = range(options.first_seed, options.first_seed + options.pairs)
    wanted: dict[Hashable, Task] = {(agent, against, seed): (options.ruleset, agent, against, seed) for seed in seeds}
    record = Record(options.record, Pair)
    for effect in effects(complete(record, wanted, play_pair, options.processes, f"{agent} against {against}")):
        show({"weight": effect.name, "gain": round(effect.gain, 4), "error": round(effect.error, 4)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
