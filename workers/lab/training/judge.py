"""`python -m workers.lab.training.judge`: say how well a fitted value foretells games that it was not fitted on.

It prints a JSON line for each folder of games: the scores of `train` on every tenth game, which no fit learns from, or
on all games with `--all`.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from workers.lab.contenders import MEASURES, USUAL, lesson_of
from workers.lab.training.fitting import calibration
from workers.lab.training.records import read_features
from workers.lab.training.train import HELD_OUT_EVERY, logit_chances, paths_of, show_scores


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the weights in each folder; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.training.judge", description=__doc__)
    parser.add_argument("--folders", type=Path, nargs="+", required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--ruleset", default=USUAL, choices=[name for name in MEASURES if MEASURES[name].lesson])
    parser.add_argument("--all", action="store_true", help="judge by all games, of which the fit saw none")
    options = parser.parse_args(arguments)
    lesson, weights = lesson_of(options.ruleset), np.array(json.loads(options.weights.read_text())["weights"])
    for folder in options.folders:
        samples = read_features(paths_of(folder), lesson)
        chosen = samples.is_fair & ((samples.game % HELD_OUT_EVERY == 0) | options.all)
        chances = logit_chances(samples.figures[chosen], weights, lesson.points)
        show_scores(str(folder), calibration(chances, samples.winner[chosen]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
