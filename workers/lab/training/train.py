"""`python -m workers.lab.training.train`: fit the value of a game to games of `make selfplay`, and say how good it is.

The same games give the same weights. Every tenth game is held out: the printed figures are of those, and only of games
in which all seats have the same agent. Both models are fitted; the weights of the logit are written, as agents need no
more than Python to use them.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from workers.agents.measures import Lesson
from workers.lab.contenders import MEASURES, USUAL, lesson_of
from workers.lab.running import replace_between, show
from workers.lab.training.fitting import (
    CHUNK,
    Calibration,
    Network,
    by_phase,
    calibration,
    fit_logit,
    lambda_returns,
    softmax,
)
from workers.lab.training.records import Samples, checksum, is_current, read_features

KNOTS: Final = (0.3, 0.5, 0.7, 0.9)
"""The points of the leader, as a share of the target, at which a phase of the game has weights of its own."""
HELD_OUT_EVERY: Final = 10
ROUNDS: Final = 2
"""How often the logit is fitted anew to what its own chances make of later positions."""
ROUND_STEPS: Final = 2
DIGITS: Final = 5
APART: Final = 10_000_000
BEGIN: Final = "<!-- value: written by make train -->\n"
END: Final = "<!-- end of value -->\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and write; 0 unless an argument is wrong or there are no games."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.training.train", description=__doc__)
    parser.add_argument("--folders", type=Path, nargs="+", default=[Path("build/selfplay")])
    parser.add_argument("--ruleset", default=USUAL, choices=[name for name in MEASURES if MEASURES[name].lesson])
    parser.add_argument("--weights", type=Path, help="the file that is written (that of the agents)")
    parser.add_argument("--decay", type=float, default=1.0, help="lambda: 1 learns from the winners alone")
    parser.add_argument("--network", action="store_true", help="fit the network too, to compare")
    parser.add_argument("--page", type=Path, help="a page whose tables of the value are written again")
    options = parser.parse_args(arguments)
    paths = [path for folder in options.folders for path in paths_of(folder)]
    lesson = lesson_of(options.ruleset)
    stale = [path.name for path in paths if not is_current(path, lesson)]
    if stale or not paths:
        parser.error(f"run `make selfplay` first: {len(paths)} files, {len(stale)} of them with other figures")
    begun = time.process_time()
    samples = _read_samples(options.folders, lesson)
    learned, held = split(samples)
    weights = _fit(learned, lesson.points, options.decay)[:, : len(lesson.names)]
    found = {"logit by phase": calibration(logit_chances(held.figures, weights, lesson.points), held.winner)}
    if options.network:
        network = Network(len(lesson.names))
        network.fit(learned.figures, learned.winner)
        found["network of 32 units"] = calibration(softmax(network.scores(held.figures)), held.winner)
    found["points alone"] = calibration(points_alone(learned, held, lesson.points), held.winner)
    for model, scores in found.items():
        show_scores(model, scores)
    _write(options.weights, lesson, samples, weights, checksum(paths), parser.prog)
    if options.page:
        options.page.write_text(replace_between(options.page, BEGIN, END, _tables(found)))
    sys.stderr.write(f"{time.process_time() - begun:.0f} s of a processor\n")
    return 0


def _fit(learned: Samples, points: int, decay: float) -> Any:
    """Fit the weights, and those of the lead, to the winners, then to lambda-returns where the decay is below 1."""
    x = with_lead(learned)
    weights = fit_logit(x, learned.winner, points, KNOTS)
    for _ in range(ROUNDS if decay < 1 else 0):
        came_to = lambda_returns(logit_chances(x, weights, points), learned.winner, learned.game, decay)
        weights = fit_logit(x, came_to, points, KNOTS, weights, ROUND_STEPS)
    return weights


def _read_samples(folders: Sequence[Path], lesson: Lesson) -> Samples:
    """Return the samples of all folders; their games get numbers that differ and keep their last digits."""
    parts = [read_features(paths_of(folder), lesson) for folder in folders]
    apart = [part._replace(game=part.game + APART * number) for number, part in enumerate(parts)]
    return Samples(*[np.concatenate(columns) for columns in zip(*apart, strict=True)])


def paths_of(folder: Path) -> list[Path]:
    """Return the files of figures in a folder, in order."""
    return sorted(folder.glob("features-*.parquet"))


def split(samples: Samples) -> tuple[Samples, Samples]:
    """Part what is learned from what is held out: all positions of a game stay together."""
    is_held = samples.game % HELD_OUT_EVERY == 0
    is_even = samples.is_fair & (samples.lead < 0)
    return _choose(samples, ~is_held & samples.is_fair), _choose(samples, is_held & is_even)


def with_lead(samples: Samples) -> Any:
    """Return the figures with one more: whether the seat is the lead's.

    A stronger agent wins more often in every position. Without this figure its strength would be credited to
    whatever it tends to have: the weights would praise its habits.
    """
    is_lead = samples.lead[:, None] == np.arange(samples.figures.shape[1])
    return np.concatenate([samples.figures, is_lead[..., None].astype(np.float32)], axis=2)


def _choose(samples: Samples, which: Any) -> Samples:
    return Samples(*[column[which] for column in samples])


def logit_chances(figures: Any, weights: Any, points: int) -> Any:
    """Return the probabilities of positions by the weights of each phase."""
    parts = [figures[at : at + CHUNK].astype(np.float64) for at in range(0, len(figures), CHUNK)]
    return np.concatenate([softmax(by_phase(part, points, KNOTS) @ weights.ravel()) for part in parts])


def points_alone(learned: Samples, held: Samples, points: int) -> Any:
    """Return the probabilities that follow from the points of the seats and nothing else, as a measure."""
    weights = fit_logit(learned.figures[..., points : points + 1], learned.winner, 0, KNOTS[:1])
    return softmax(held.figures[..., points] * weights[0, 0])


def show_scores(model: str, scores: Calibration) -> None:
    """Print the scores of a model as a line of JSON."""
    line = {**scores._asdict(), "bins": [[round(value, 4) for value in row] for row in scores.bins]}
    rounded = {name: round(value, 4) if isinstance(value, float) else value for name, value in line.items()}
    show({"model": model, **rounded})


def _write(path: Path | None, lesson: Lesson, samples: Samples, weights: Any, data: str, command: str) -> None:
    document = {
        "made_by": f"{command} (make train)",
        "data_sha256": data,
        "games": len(np.unique(samples.game)),
        "positions": len(samples.game),
        "figures": lesson.names,
        "knots": KNOTS,
        "weights": [[round(float(weight), DIGITS) for weight in row] for row in weights],
    }
    (path or lesson.weights).write_text(json.dumps(document, indent=1) + "\n")


def _tables(found: Mapping[str, Calibration]) -> str:
    """Return the scores of all models as one table, and the reliability of the first as another."""
    scores = [
        f"| {model} | {c.positions:,} | {c.brier:.4f} | {c.log_loss:.4f} | {c.error:.4f} |"
        for model, c in found.items()
    ]
    bins = [
        f"| {b.low:.1f}-{b.low + 0.1:.1f} | {b.forecasts:,} | {b.foretold:.3f} | {b.happened:.3f} |"
        for b in next(iter(found.values())).bins
    ]
    return "\n".join(
        [
            "| model | positions | Brier | log loss | calibration error |",
            "|---|---|---|---|---|",
            *scores,
            "",
            "| foretold | forecasts | mean | happened |",
            "|---|---|---|---|",
            *bins,
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
