"""`python -m workers.training.selfplay`: agents play games, kept as Parquet, a shard of games each.

A run that was stopped goes on where it was: games that are there are not played again, and figures are worked out
again where the code has others today. Progress goes to stderr.
"""

import argparse
import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from service.catalog import RULESETS
from workers.agents.catalog import BY_ID
from workers.training.features import is_current, write_features
from workers.training.games import plan_of, play_game
from workers.training.records import read_games, write_games

SHARD: Final = 100
"""How many games are kept in one file."""
RULESET: Final = "catan"

Task = tuple[Path, str, str | None, int]
"""A folder, the seed of the run, who leads, and the number of a shard."""


def games_path(folder: Path, shard: int) -> Path:
    """Return where the games of a shard are kept."""
    return folder / f"games-{shard:05}.parquet"


def features_path(folder: Path, shard: int) -> Path:
    """Return where the figures of a shard are kept."""
    return folder / f"features-{shard:05}.parquet"


def make_shard(task: Task) -> int:
    """Write the games of a shard, unless its file exists, and their figures; return the number of the shard."""
    folder, seed, lead, shard = task
    ruleset, path = RULESETS[RULESET], games_path(folder, shard)
    if not path.exists():
        numbers = range(shard * SHARD, (shard + 1) * SHARD)
        write_games(path, ruleset, [play_game(ruleset, plan_of(seed, number, lead)) for number in numbers])
    write_features(features_path(folder, shard), ruleset, read_games(path, ruleset))
    return shard


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.training.selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="how many, rounded up to whole shards")
    parser.add_argument("--folder", type=Path, default=Path("build/selfplay"))
    parser.add_argument("--seed", default="selfplay", help="the same seed plays the same games")
    parser.add_argument("--lead", choices=sorted(BY_ID), help="an agent that has one seat of every game")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    shards = range(-(-options.games // SHARD))
    missing = [shard for shard in shards if not _is_there(options.folder, shard)]
    _report(len(shards) - len(missing), len(shards))
    tasks = [(options.folder, options.seed, options.lead, shard) for shard in missing]
    with multiprocessing.Pool(options.processes) as pool:
        for done, _ in enumerate(pool.imap_unordered(make_shard, tasks), len(shards) - len(missing) + 1):
            _report(done, len(shards))
    return 0


def _is_there(folder: Path, shard: int) -> bool:
    return games_path(folder, shard).exists() and is_current(features_path(folder, shard))


def _report(done: int, shards: int) -> None:
    sys.stderr.write(f"{done * SHARD} of {shards * SHARD} games\n")


if __name__ == "__main__":
    sys.exit(main())
