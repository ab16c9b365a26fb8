"""Measures what the value of a position costs: microseconds of a processor for the four seats of a game, the best of
several rounds; and what it costs in the trials of a search, each time that these ask for it."""

import os
import time
from collections.abc import Callable, Sequence
from functools import partial

from domain.catan import CATAN
from domain.catan.state import Public, State
from tests.benchmarks.report import report
from workers.agents import play
from workers.agents.catan.lookahead.agent import Lookahead
from workers.agents.catan.value import figures
from workers.agents.catan.value.model import Value, load_value
from workers.lab.training.games import plan_of, play_game, turns_of

GAMES = int(os.environ.get("GAMES", "4"))
ROUNDS = 9


class Timed(Value):
    """Counts the processor time of each answer, in nanoseconds; a look at the clock itself is in it."""

    def __init__(self) -> None:
        super().__init__(load_value().phases)
        self.took: list[int] = []

    def chances(self, position: Public) -> list[float]:
        """Return the probability of each seat to win, and note what that took."""
        begun = time.process_time_ns()
        found = super().chances(position)
        self.took.append(time.process_time_ns() - begun)
        return found


def best(positions: Sequence[Public], before: Callable[[], object]) -> float:
    """Return the least microseconds a position of some rounds; `before` each of them something is forgotten."""
    chances = load_value().chances
    found = []
    for _ in range(ROUNDS):
        before()
        begun = time.process_time()
        for position in positions:
            chances(position)
        found.append(time.process_time() - begun)
    return round(1e6 * min(found) / len(positions), 1)


def forget_hands(positions: Sequence[Public]) -> None:
    """Forget all that was worked out for hands."""
    for position in positions:
        for land in figures.lands_of(position):
            land.near.clear()
            land.routes.clear()
            land.scores.clear()


def asked() -> list[float]:
    """Return the microseconds of all values that four searching seats ask for in some games, ascending."""
    value, clock = Timed(), min(_clock() for _ in range(1000))
    for number in range(GAMES):
        play(CATAN, [Lookahead(value=value)] * 4, f"value {number}")
    return sorted((took - clock) / 1000 for took in value.took)


def _clock() -> int:
    begun = time.process_time_ns()
    return time.process_time_ns() - begun


def run() -> None:
    """Measure at the starts of all turns of some games, game by game, and as a search asks."""
    games = [play_game(CATAN, plan_of("value", 4 * number, "heuristic")) for number in range(GAMES)]
    positions: list[list[State]] = [
        [state.copy() for state in turns_of(CATAN, game.plan, game.moves)] for game in games
    ]
    lines: dict[str, list[float]] = {"all seen before": [], "new hands": [], "new pieces": []}
    for game in positions:
        lines["all seen before"].append(best(game, lambda: None))
        lines["new hands"].append(best(game, partial(forget_hands, game)))
        lines["new pieces"].append(best(game, figures.forget_pieces))
    for name, us in lines.items():
        report(f"value of a position, {name}", sum(us) / len(us), "us")
    us = asked()
    report("value of a position, as a search asks it", sum(us) / len(us), "us")
    report("value of a position, as a search asks it, p50", us[len(us) // 2], "us")
    report("value of a position, as a search asks it, p95", us[len(us) * 95 // 100], "us")
