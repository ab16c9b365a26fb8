"""`python -m workers.lab.ladder`: how strong the agents are, in matches with fixed seeds and balanced seats.

One agent plays against a table full of another, or alone; progress goes to stderr, one JSON line a pairing to stdout.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.agents.catalog import AGENTS
from workers.agents.search.rates import wilson
from workers.lab.experiments.command import add_processes, show
from workers.lab.experiments.contenders import prepare
from workers.lab.experiments.solo import SOLOS, Solo, play_alone, summary_alone
from workers.lab.experiments.spreading import spread

BLIND: Final = "uniform"
"""The agent that the others are measured against."""


class Pairing(NamedTuple):
    """Sets one agent against a table of another, by their ids."""

    ruleset: str
    agent: str
    against: str
    seats: int

    @property
    def name(self) -> str:
        """Name the line of the ladder."""
        return f"{self.ruleset}: {self.agent} against {self.seats - 1} {self.against}"


class Played(NamedTuple):
    """Holds a match: where the agent sat, whether it won, whether any agent did, how long it was."""

    seat: int
    has_won: bool
    is_finished: bool
    commands: int
    seconds: float


def play_one(task: tuple[Pairing, int]) -> Played:
    """Play the n-th match of a pairing: the seat moves on with every match, the seed is the number."""
    pairing, number = task
    ruleset = RULESETS[pairing.ruleset]
    seat = number % pairing.seats
    agents = [pairing.agent if s == seat else pairing.against for s in range(pairing.seats)]
    begun = time.process_time()
    match = play(ruleset, agents, f"ladder {number}")
    winners = match.result.winners if match.result else ()
    return Played(seat, seat in winners, bool(winners), match.commands, time.process_time() - begun)


def summary(pairing: Pairing, played: Sequence[Played]) -> dict[str, Any]:
    """Sum up the matches of a pairing as one JSON line."""
    games, wins = len(played), sum(match.has_won for match in played)
    low, high = wilson(wins, games)
    by_seat = Counter(match.seat for match in played if match.has_won)
    seconds, commands = sum(match.seconds for match in played), sum(match.commands for match in played)
    return {
        "name": pairing.name,
        "games": games,
        "finished": sum(match.is_finished for match in played),
        "wins": wins,
        "rate": round(wins / games, 4),
        "interval_95": [round(low, 4), round(high, 4)],
        "wins_by_seat": [by_seat[seat] for seat in range(pairing.seats)],
        "commands_per_game": round(commands / games, 1),
        "cpu_ms_per_command": round(1000 * seconds / max(1, commands), 3),
        "cpu_seconds": round(seconds, 1),
    }


def pairings(only: str | None) -> Iterator[Pairing]:
    """Pair every agent that knows a ruleset with the one that plays blindly, at its tables."""
    for name in RULESETS:
        for entry in AGENTS:
            if entry.id != BLIND and entry.plays(name) and only in (None, entry.id):
                yield from (Pairing(name, entry.id, BLIND, seats) for seats in entry.tables)


def run(pairing: Pairing, games: int, processes: int) -> dict[str, Any]:
    """Play the matches of a pairing on several cores, with progress on stderr."""
    prepare([pairing.agent], RULESETS[pairing.ruleset].configure(pairing.seats, None, (), {}))
    tasks = [(pairing, number) for number in range(games)]
    return summary(pairing, list(spread(play_one, tasks, processes, pairing.name)))


def run_alone(solo: Solo, games: int, processes: int) -> dict[str, Any]:
    """Play an agent's games alone on several cores, with progress on stderr."""
    prepare([solo.agent], solo.config)
    tasks = [(solo, number) for number in range(games)]
    return summary_alone(solo, list(spread(play_alone, tasks, processes, solo.name)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every pairing and every solo; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.ladder", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="matches a pairing")
    parser.add_argument("--solo-games", type=int, default=4000, help="games of an agent alone, two at least")
    parser.add_argument("--agent", choices=[entry.id for entry in AGENTS], help="this agent's matches alone")
    add_processes(parser)
    options = parser.parse_args(arguments)
    for pairing in pairings(options.agent):
        show(run(pairing, options.games, options.processes))
    for solo in SOLOS:
        if options.agent in (None, solo.agent):
            show(run_alone(solo, max(2, options.solo_games), options.processes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
