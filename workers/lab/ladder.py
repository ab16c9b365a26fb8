"""`python -m workers.lab.ladder`: how strong the agents are, in matches with fixed seeds and balanced seats.

One agent plays against a table full of another, or alone, where its mean score is compared with the points that it
expects. Progress goes to stderr, one JSON line a pairing to stdout.
"""

import argparse
import math
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.core.config import Config
from service.catalog import RULESETS
from workers.agents import play
from workers.agents.agent import load_agent
from workers.agents.catalog import AGENTS
from workers.lab.contenders import MEASURES, prepare
from workers.lab.duel import Duel, play_game, summary
from workers.lab.running import add_processes, show, spread

BLIND: Final = "uniform"
"""The agent that the others are measured against."""
ERRORS_ALLOWED: Final = 3  # standard errors between the mean and the promise


def pairings(only: str | None) -> Iterator[Duel]:
    """Pair every agent that knows a ruleset with the one that plays blindly, at its tables."""
    for name in RULESETS:
        for entry in AGENTS:
            if entry.id != BLIND and entry.plays(name) and only in (None, entry.id):
                yield from (Duel(entry.id, BLIND, name, seats, series="ladder") for seats in entry.tables)


class Solo(NamedTuple):
    """Seats an agent alone at a table of a ruleset, by their ids, with options."""

    ruleset: str
    agent: str
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Name the line of the ladder."""
        settings = ", ".join(f"{option} {value}" for option, value in self.options.items())
        return f"{self.ruleset}: {self.agent} alone, {settings}"

    @property
    def config(self) -> Config:
        """Configure the game that is played."""
        return RULESETS[self.ruleset].configure(1, None, (), dict(self.options))


SOLOS: Final = tuple(Solo(ruleset, *one) for ruleset, measures in MEASURES.items() for one in measures.alone)


class Alone(NamedTuple):
    """Holds one game alone: the points made, None when it did not end, and the processor time."""

    points: int | None
    seconds: float


def play_alone(task: tuple[Solo, int]) -> Alone:
    """Play the n-th game of a solo; the seed is the number."""
    solo, number = task
    ruleset, begun = RULESETS[solo.ruleset], time.process_time()
    match = play(ruleset, [solo.agent], f"alone {number}", solo.config)
    return Alone(match.result.points[0] if match.result else None, time.process_time() - begun)


def summary_alone(solo: Solo, played: Sequence[Alone]) -> dict[str, Any]:
    """Sum up the games of a solo, two at least, as one JSON line."""
    points = [game.points for game in played if game.points is not None]
    mean, error = statistics.fmean(points), statistics.stdev(points) / math.sqrt(len(points))
    line: dict[str, Any] = {"name": solo.name, "games": len(played), "finished": len(points)}
    line |= {"mean": round(mean, 3), "standard_error": round(error, 3), "best": max(points)}
    expected = load_agent(solo.agent).expected_points(solo.config)
    if expected is not None:
        line |= {"expected": round(expected, 3), "agrees": abs(mean - expected) <= ERRORS_ALLOWED * error}
    return line | {"cpu_seconds": round(sum(game.seconds for game in played), 1)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every pairing and every solo; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.ladder", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="matches a pairing")
    parser.add_argument("--solo-games", type=int, default=4000, help="games of an agent alone, two at least")
    parser.add_argument("--agent", choices=[entry.id for entry in AGENTS], help="this agent's matches alone")
    add_processes(parser)
    options = parser.parse_args(arguments)
    for pairing in pairings(options.agent):
        prepare([pairing.agent], pairing.config())
        tasks = [(pairing, number, number % pairing.seats) for number in range(options.games)]
        show(summary(pairing, list(spread(play_game, tasks, options.processes, pairing.name))))
    for solo in SOLOS:
        if options.agent in (None, solo.agent):
            prepare([solo.agent], solo.config)
            numbers = [(solo, number) for number in range(max(2, options.solo_games))]
            show(summary_alone(solo, list(spread(play_alone, numbers, options.processes, solo.name))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
