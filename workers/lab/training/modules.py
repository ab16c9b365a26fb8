"""`python -m workers.lab.training.modules`: fit what modules add to the value of a position.

Agents play games with modules. As each turn begins, the score of every seat by the value of plain games is taken, with
the figures of the modules; a conditional logit over both says what each figure adds to the score. It prints the
weights as shares of that of the score, and how well who wins is foretold without the figures and with them, each tenth
of the games by a fit to the others.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from domain.core.config import Config
from domain.core.ruleset import Ruleset
from service.catalog import RULESETS
from workers.lab.contenders import MEASURES, USUAL, additions_of
from workers.lab.running import show
from workers.lab.training.fitting import calibration, fit_logit, softmax
from workers.lab.training.games import Plan, play_game, turns_of
from workers.lab.training.train import show_scores

ANY_PHASE: Final = (1.0,)
FOLDS: Final = 10
"""Into so many parts games are split; each is foretold by a fit to the others."""


def samples_of(ruleset: Ruleset, config: Config, plan: Plan) -> list[tuple[Any, int]]:
    """Play a game; return for each turn the score and figures of every seat, and who won in the end."""
    game, figures = play_game(ruleset, plan, config), additions_of(ruleset.name).figures
    if game.result is None:
        return []
    winner = game.result.winners[0]
    return [(np.array(figures(position)), winner) for position in turns_of(ruleset, plan, game.moves, config)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, fit and print; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.training.modules", description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--ruleset", default=USUAL, choices=[name for name in MEASURES if MEASURES[name].additions])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--map")
    parser.add_argument("--modules", default="", help="names with commas between them")
    parser.add_argument("--agent", default="planner@@1")
    parser.add_argument("--seed", default="modules")
    options = parser.parse_args(arguments)
    modules = tuple(filter(None, options.modules.split(",")))
    config = RULESETS[options.ruleset].configure(options.seats, options.map, modules, {})
    x, winner, game = _play(config, options)
    weights, chances = fit_logit(x, winner, 0, ANY_PHASE)[0], np.empty(x.shape[:2])
    for fold in range(FOLDS):
        held = game % FOLDS == fold
        chances[held] = softmax(x[held] @ fit_logit(x[~held], winner[~held], 0, ANY_PHASE)[0])
    shares = [round(float(share), 3) for share in weights / weights[0]]
    named = dict(zip(additions_of(options.ruleset).names(config.modules), shares, strict=True))
    show({"modules": config.modules, "games": options.games, "scale": round(float(weights[0]), 3), "weights": named})
    show_scores("plain value", calibration(softmax(x[:, :, 0]), winner))
    show_scores("with figures", calibration(chances, winner))
    return 0


def _play(config: Config, options: argparse.Namespace) -> tuple[Any, Any, Any]:
    x, winner, game = [], [], []
    ruleset, agents = RULESETS[options.ruleset], (options.agent,) * config.seats
    for number in range(options.games):
        plan = Plan(number, f"{options.seed}:{number}", agents, has_random_opening=False, varies=True)
        for rows, won in samples_of(ruleset, config, plan):
            x.append(rows)
            winner.append(won)
            game.append(number)
    return np.array(x), np.array(winner), np.array(game)


if __name__ == "__main__":
    sys.exit(main())
