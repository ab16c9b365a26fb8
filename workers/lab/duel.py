"""`python -m workers.lab.duel`: measure a small difference between two agents, with the same seeds in every seat.

One seat of an agent plays against a table of another, the yardstick. A seed is played in every seat. A table that holds
only the yardstick plays the same game each time and has one winner in it, so that the yardstick wins exactly one of the
seats: the difference in a seed is the agent's wins less one, with nothing of the luck of boards and seats left in the
comparison. Games are kept in a file, so that a duel that was stopped goes on where it was; progress goes to stderr, one
JSON line a duel to stdout.
"""

import argparse
import json
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from domain.core.config import Config
from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Result
from service.catalog import RULESETS
from workers.agents import play
from workers.agents.catalog import default_agent
from workers.agents.search.rates import Z_95, wilson
from workers.agents.timing import Timed, milliseconds
from workers.lab.contenders import USUAL, contender, prepare
from workers.lab.running import Record, add_processes, add_record, complete, show


class Duel(NamedTuple):
    """Sets one agent against a table of another, by their names, in a kind of game; seeds begin with the `series`."""

    agent: str
    against: str
    ruleset: str
    seats: int
    map: str | None = None
    modules: tuple[str, ...] = ()
    first_seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    series: str = "duel"

    @property
    def name(self) -> str:
        """Say what is played; games under one name may be counted together."""
        game = "+".join((self.ruleset, *filter(None, (self.map,)), *self.modules, *map("=".join, self.options)))
        return f"{game}: {self.agent} against {self.seats - 1} {self.against}"

    def config(self) -> Config:
        """Return the configuration of its games."""
        return RULESETS[self.ruleset].configure(
            self.seats, self.map, self.modules, {name: _value(text) for name, text in self.options}
        )


def _value(text: str) -> Any:
    """Return the value of an option: a number or true and false as JSON has them, anything else as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


Task = tuple[Duel, int, int]
"""A duel, the seed of a game, and the agent's seat in it."""


class Game(NamedTuple):
    """Holds a game that was played: its seed and the agent's seat, who won, how long it was and how long they thought.

    `times` and `their_times` count the decisions of the agent and of the others, as `Timed` does. `lead` is how many
    points the agent had more than the mean of the others; 0 if the game did not end.
    """

    duel: str
    seed: int
    seat: int
    has_won: bool
    is_finished: bool
    commands: int
    seconds: float
    times: dict[int, int]
    their_times: dict[int, int]
    lead: float = 0.0

    @property
    def key(self) -> Hashable:
        """Say which game of which duel this is."""
        return self.duel, self.seed, self.seat

    @property
    def place(self) -> tuple[int, int]:
        """Return the seed and the seat, which games of different agents may have in common."""
        return self.seed, self.seat


def read_game(**members: Any) -> Game:
    """Make a game of what was kept of it."""
    game = Game(**members)
    return game._replace(times=_count(game.times), their_times=_count(game.their_times))


def _count(times: dict[int, int]) -> dict[int, int]:
    return {int(step): count for step, count in times.items()}


def tasks(duel: Duel, games: int) -> dict[Hashable, Task]:
    """List so many games by their keys: each seed is played in every seat before the next."""
    places = [(duel.first_seed + number // duel.seats, number % duel.seats) for number in range(games)]
    return {(duel.name, *place): (duel, *place) for place in places}


def play_game(task: Task) -> Game:
    """Play a game with a seed and the agent in a seat; the same task comes out the same, but for its times."""
    duel, seed, seat = task
    agent, other = Timed(load_contender(duel.agent)), Timed(load_contender(duel.against))
    agents = [agent if s == seat else other for s in range(duel.seats)]
    begun = time.process_time()
    match = play(RULESETS[duel.ruleset], agents, f"{duel.series} {seed}", duel.config())
    seconds = round(time.process_time() - begun, 4)
    winners = match.result.winners if match.result else ()
    times, lead = (agent.times, other.times), round(lead_of(match.result, seat), 3)
    return Game(duel.name, seed, seat, seat in winners, bool(winners), match.commands, seconds, *times, lead)


load_contender = lru_cache(maxsize=64)(contender)
"""Makes a contender once for many games."""


def lead_of(result: Result | None, seat: int) -> float:
    """Return by how many points a seat led the mean of the others; 0 if the game did not end, or had one seat."""
    others = [points for s, points in enumerate(result.points) if s != seat] if result else []
    return result.points[seat] - sum(others) / len(others) if result and others else 0.0


def summary(duel: Duel, games: Sequence[Game]) -> dict[str, Any]:
    """Sum up the games of a duel: the rate with its interval, the gain over the yardstick in pairs, the times."""
    wins = sum(game.has_won for game in games)
    by_seat = Counter(game.seat for game in games if game.has_won)
    rates = _by_seed(duel, games)
    return {
        "name": duel.name,
        "first_seed": duel.first_seed,
        "games": len(games),
        "finished": sum(game.is_finished for game in games),
        "wins": wins,
        "rate": round(wins / max(1, len(games)), 4),
        "interval_95": _round(wilson(wins, len(games))),
        "wins_by_seat": [by_seat[seat] for seat in range(duel.seats)],
        "gain": gain(rates, dict.fromkeys(rates, 1 / duel.seats)),
        "commands_per_game": round(sum(game.commands for game in games) / max(1, len(games)), 1),
        "agent_ms": milliseconds(sum((Counter(game.times) for game in games), Counter())),
        "against_ms": milliseconds(sum((Counter(game.their_times) for game in games), Counter())),
        "cpu_seconds": round(sum(game.seconds for game in games), 1),
    }


def difference(duel: Duel, games: Sequence[Game], others: Sequence[Game]) -> dict[str, Any]:
    """Compare two agents that played the same seeds in the same seats against the same table."""
    return gain(_by_seed(duel, games), _by_seed(duel, others))


def gain(rates: Mapping[int, float], base: Mapping[int, float]) -> dict[str, Any]:
    """Return the mean difference of rates by seed, over the seeds that both have, with its 95 % interval."""
    pairs = [rate - base[seed] for seed, rate in rates.items() if seed in base]
    if len(pairs) < 2:
        return {"seeds": len(pairs), "mean": None, "interval_95": None}
    mean = sum(pairs) / len(pairs)
    spread = Z_95 * math.sqrt(sum((d - mean) ** 2 for d in pairs) / (len(pairs) - 1) / len(pairs))
    return {"seeds": len(pairs), "mean": round(mean, 4), "interval_95": _round((mean - spread, mean + spread))}


def _by_seed(duel: Duel, games: Iterable[Game]) -> dict[int, float]:
    """Return the share of seats won by seed, for the seeds that were played in all of them."""
    won: dict[int, list[bool]] = defaultdict(list)
    for game in games:
        won[game.seed].append(game.has_won)
    return {seed: sum(wins) / duel.seats for seed, wins in won.items() if len(wins) == duel.seats}


def _round(interval: tuple[float, float]) -> list[float]:
    return [round(bound, 4) for bound in interval]


def run(duel: Duel, games: int, processes: int, record: Path) -> list[Game]:
    """Play what the record lacks of so many games of a duel, and return all of them."""
    prepare((duel.agent, duel.against), duel.config())
    return complete(Record(record, read_game), tasks(duel, games), play_game, processes, duel.name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one duel, or two that are compared; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.duel", description=__doc__)
    parser.add_argument(
        "--agent", required=True, help="an id, module:Class, or either with weights: heuristic,pip=0.13"
    )
    parser.add_argument("--against", help="the agent in all other seats (the default agent)")
    parser.add_argument("--than", help="another agent that plays the same games, to be compared with the first")
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--ruleset", default=USUAL, choices=sorted(RULESETS))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--map")
    parser.add_argument("--modules", default="", help="names with commas between them")
    parser.add_argument("--options", default="", help="of the game, with commas between them: edition=german")
    add_processes(parser)
    add_record(parser, "duels.jsonl")
    options = parser.parse_args(arguments)
    try:
        duels = [_duel(options, agent) for agent in (options.agent, options.than) if agent]
    except (ValueError, InvalidConfiguration) as error:
        parser.error(str(error))
    played = []
    for duel in duels:
        played.append(run(duel, options.games, options.processes, options.record))
        show(summary(duel, played[-1]))
    if options.than:
        show({"name": f"{options.agent} less {options.than}", **difference(duels[0], *played)})
    return 0


def _duel(options: argparse.Namespace, agent: str) -> Duel:
    """Make a duel of the arguments; raises ValueError for an unknown agent, InvalidConfiguration for a wrong game."""
    modules, choices = (tuple(filter(None, names.split(","))) for names in (options.modules, options.options))
    pairs = tuple((name, value) for name, _, value in (choice.partition("=") for choice in choices))
    against = options.against or default_agent(options.ruleset)
    duel = Duel(agent, against, options.ruleset, options.seats, options.map, modules, options.first_seed, pairs)
    duel.config()
    for name in (agent, against):
        contender(name)
    return duel


if __name__ == "__main__":
    sys.exit(main())
