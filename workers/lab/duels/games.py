"""One game of a duel: the agent in one seat, the agent it is measured by in all others."""

import json
import time
from collections.abc import Hashable
from functools import cache
from typing import Any, NamedTuple

from domain.core.ruleset import Config
from service.catalog import RULESETS
from workers.agents import play
from workers.agents.timing import Timed
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


Task = tuple["Duel", int, int]
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
