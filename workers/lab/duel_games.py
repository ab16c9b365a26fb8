"""Plays the games of a duel and says what they come to.

In a game the agent has one seat, and the agent that it is measured by, the yardstick, has all others. A seed is played
in every seat. A table that holds only the yardstick plays the same game each time and has one winner in it, so that the
yardstick wins exactly one of the seats: the difference in a seed is the agent's wins less one, with nothing of the luck
of boards and seats left in the comparison.
"""

import json
import math
import time
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from domain.core.ruleset import Config
from service.catalog import RULESETS
from workers.agents import play
from workers.agents.search.rates import Z_95, wilson
from workers.agents.timing import Timed, milliseconds
from workers.lab.experiments.contenders import contender


class Duel(NamedTuple):
    """Sets one agent against a table of another, by their names, in a kind of game."""

    agent: str
    against: str
    ruleset: str
    seats: int
    map: str | None = None
    modules: tuple[str, ...] = ()
    first_seed: int = 0
    options: tuple[tuple[str, str], ...] = ()

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
Key = tuple[str, int, int]


class Game(NamedTuple):
    """Holds a game that was played: its seed and the agent's seat, who won, how long it was and how long they thought.

    `times` and `their_times` count the decisions of the agent and of the others, as `Timed` does.
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

    @property
    def key(self) -> Key:
        """Say which game of which duel this is."""
        return self.duel, self.seed, self.seat


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
    agent, other = Timed(_made(duel.agent)), Timed(_made(duel.against))
    agents: list[Any] = [agent if s == seat else other for s in range(duel.seats)]
    begun = time.process_time()
    match = play(RULESETS[duel.ruleset], agents, f"duel {seed}", duel.config())
    seconds = round(time.process_time() - begun, 4)
    winners = match.result.winners if match.result else ()
    has_won = seat in winners
    return Game(duel.name, seed, seat, has_won, bool(winners), match.commands, seconds, agent.times, other.times)


_made = cache(contender)


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
        "agent_ms": milliseconds(_all_times(game.times for game in games)),
        "against_ms": milliseconds(_all_times(game.their_times for game in games)),
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


def _all_times(counted: Iterable[Mapping[int, int]]) -> Counter[int]:
    times: Counter[int] = Counter()
    for game in counted:
        times.update(game)
    return times


def _round(interval: tuple[float, float]) -> list[float]:
    return [round(bound, 4) for bound in interval]
