"""`python -m workers.lab.training.selfplay`: agents play games, kept as Parquet, a shard of games each.

A run that was stopped goes on where it was: games that are there are not played again, and figures are worked out
again where the code has others today. Progress goes to stderr.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from service.catalog import RULESETS
from workers.agents.catalog import BY_ID
from workers.lab.contenders import MEASURES, USUAL, lesson_of
from workers.lab.running import add_processes, spread
from workers.lab.training.features import is_current, write_features
from workers.lab.training.games import plan_of, play_game
from workers.lab.training.records import read_games, write_games

SHARD: Final = 100
"""How many games are kept in one file."""


class Task(NamedTuple):
    """Names a shard: its folder and number, and how its games are played; a `lead` has one seat of every game."""

    folder: Path
    ruleset: str
    seed: str
    lead: str | None
    shard: int


def games_path(folder: Path, shard: int) -> Path:
    """Return where the games of a shard are kept."""
    return folder / f"games-{shard:05}.parquet"


def features_path(folder: Path, shard: int) -> Path:
    """Return where the figures of a shard are kept."""
    return folder / f"features-{shard:05}.parquet"


def make_shard(task: Task) -> int:
    """Write the games of a shard, unless its file exists, and their figures; return the number of the shard."""
    folder, name, seed, lead, shard = task
    ruleset, path, strong = RULESETS[name], games_path(folder, shard), MEASURES[name].yardstick
    if not path.exists():
        numbers = range(shard * SHARD, (shard + 1) * SHARD)
        write_games(path, ruleset, [play_game(ruleset, plan_of(seed, number, strong, lead)) for number in numbers])
    write_features(features_path(folder, shard), lesson_of(name), ruleset, read_games(path, ruleset))
    return shard


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.training.selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="how many, rounded up to whole shards")
    parser.add_argument("--folder", type=Path, default=Path("build/selfplay"))
    parser.add_argument("--ruleset", default=USUAL, choices=[name for name in MEASURES if MEASURES[name].lesson])
    parser.add_argument("--seed", default="selfplay", help="the same seed plays the same games")
    parser.add_argument("--lead", choices=sorted(BY_ID), help="an agent that has one seat of every game")
    add_processes(parser)
    options = parser.parse_args(arguments)
    shards = range(-(-options.games // SHARD))
    tasks = [
        Task(options.folder, options.ruleset, options.seed, options.lead, shard)
        for shard in shards
        if not _is_there(options.folder, options.ruleset, shard)
    ]
    name = f"shards of {SHARD} games"
    for _ in spread(make_shard, tasks, options.processes, name, before=len(shards) - len(tasks)):
        pass
    return 0


def _is_there(folder: Path, ruleset: str, shard: int) -> bool:
    return games_path(folder, shard).exists() and is_current(features_path(folder, shard), lesson_of(ruleset))


if __name__ == "__main__":
    sys.exit(main())
