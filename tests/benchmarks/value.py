"""Measures what the value of a position costs: microseconds of a processor for the four seats of a game, the best of
several rounds."""

import os
import time
from collections.abc import Callable, Sequence
from functools import partial

from domain.catan import CATAN
from domain.catan.state import Public, State
from tests.benchmarks.report import report
from workers.agents.catan.value import figures
from workers.agents.catan.value.model import fitted_value
from workers.training.games import plan_of, play_game, turns_of

GAMES = int(os.environ.get("GAMES", "4"))
ROUNDS = 9


def best(positions: Sequence[Public], before: Callable[[], object]) -> float:
    """Return the least microseconds a position of some rounds; `before` each of them something is forgotten."""
    chances = fitted_value().chances
    found = []
    for _ in range(ROUNDS):
        before()
        begun = time.process_time()
        for position in positions:
            chances(position)
        found.append(time.process_time() - begun)
    return round(1e6 * min(found) / len(positions), 1)


def forget_hands(positions: Sequence[Public]) -> None:
    """Forget how near the goals of a hand are."""
    for position in positions:
        for land in figures.lands_of(position):
            land.near.clear()


def run() -> None:
    """Measure at the starts of all turns of some games, game by game, as a search meets them."""
    games = [play_game(CATAN, plan_of("value", 4 * number, "heuristic")) for number in range(GAMES)]
    positions: list[list[State]] = [
        [state.copy() for state in turns_of(CATAN, game.plan, game.moves)] for game in games
    ]
    lines: dict[str, list[float]] = {"all seen before": [], "new hands": [], "new pieces": []}
    for game in positions:
        lines["all seen before"].append(best(game, lambda: None))
        lines["new hands"].append(best(game, partial(forget_hands, game)))
        lines["new pieces"].append(best(game, figures.forget_lands))
    for name, us in lines.items():
        report(f"value of a position, {name}", sum(us) / len(us), "us")
