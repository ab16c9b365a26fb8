"""`python -m workers.lab.training.selfplay`: agents play games, kept as Parquet, a shard of games each.

A run that was stopped goes on where it was: games that are there are not played again, and figures are worked out
again where the code has others today. Progress goes to stderr.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from service.catalog import RULESETS
from workers.agents.catalog import BY_ID
from workers.lab.contenders import MEASURES, USUAL, lesson_of
from workers.lab.running import add_processes, spread
from workers.lab.training.games import SEATS, plan_of, play_game
from workers.lab.training.records import is_current, read_games, write_features, write_games

SHARD: Final = 100
"""How many games are kept in one file."""


def games_path(folder: Path, shard: int) -> Path:
    """Return where the games of a shard are kept."""
    return folder / f"games-{shard:05}.parquet"


def features_path(folder: Path, shard: int) -> Path:
    """Return where the figures of a shard are kept."""
    return folder / f"features-{shard:05}.parquet"


class Kind(NamedTuple):
    """Says of a series of games its seed, who plays them, who leads each, whether weights vary, and how many play."""

    seed: str
    strong: str
    lead: str | None
    varies: bool
    seats: int = SEATS


def make_shard(folder: Path, name: str, kind: Kind, shard: int) -> None:
    """Write the games of a shard, unless its file exists, and their figures."""
    ruleset, path = RULESETS[name], games_path(folder, shard)
    if not path.exists():
        numbers = range(shard * SHARD, (shard + 1) * SHARD)
        plans = [
            plan_of(kind.seed, number, kind.strong, kind.lead, varies=kind.varies, seats=kind.seats)
            for number in numbers
        ]
        write_games(path, ruleset, [play_game(ruleset, plan) for plan in plans])
    write_features(features_path(folder, shard), lesson_of(name), ruleset, read_games(path, ruleset))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is missing; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.training.selfplay", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="how many, rounded up to whole shards")
    parser.add_argument("--folder", type=Path, default=Path("build/selfplay"))
    parser.add_argument("--ruleset", default=USUAL, choices=[name for name in MEASURES if MEASURES[name].lesson])
    parser.add_argument("--seed", default="selfplay", help="the same seed plays the same games")
    parser.add_argument("--agent", help="who plays (the yardstick); of several with commas one is drawn by seat")
    parser.add_argument("--varied", action="store_true", help="change the weights of the agent in each seat at random")
    parser.add_argument("--seats", type=int, default=SEATS, help="how many seats a game has")
    parser.add_argument("--lead", choices=sorted(BY_ID), help="an agent that has one seat of every game")
    add_processes(parser)
    options = parser.parse_args(arguments)
    folder, lesson, shards = options.folder, lesson_of(options.ruleset), range(-(-options.games // SHARD))
    missing = [
        shard
        for shard in shards
        if not (games_path(folder, shard).exists() and is_current(features_path(folder, shard), lesson))
    ]
    strong = options.agent or MEASURES[options.ruleset].yardstick
    make = partial(
        make_shard, folder, options.ruleset, Kind(options.seed, strong, options.lead, options.varied, options.seats)
    )
    name, before = f"shards of {SHARD} games", len(shards) - len(missing)
    for _ in spread(make, missing, options.processes, name, before):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
