"""One game of a duel: the agent in one seat, the agent it is measured by in all others."""

import time
from functools import cache
from typing import Any, NamedTuple

from domain.core.ruleset import Config
from service.catalog import RULESETS
from workers.agents import play
from workers.experiments.contenders import contender
from workers.experiments.timing import Timed


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
        return RULESETS[self.ruleset].configure(self.seats, self.map, self.modules, dict(self.options))


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


def places(duel: Duel, games: int) -> list[tuple[int, int]]:
    """List seeds and seats of so many games: each seed is played in every seat before the next."""
    return [(duel.first_seed + number // duel.seats, number % duel.seats) for number in range(games)]


def play_game(task: tuple[Duel, int, int]) -> Game:
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
