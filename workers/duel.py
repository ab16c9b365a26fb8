"""`python -m workers.duel`: measure a small difference between two agents, with the same seeds in every seat.

One seat of an agent plays against a table of another. Games are kept in a file, so that a duel that was stopped goes
on where it was; progress goes to stderr, one JSON line a duel to stdout.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from workers.agents.catalog import default_agent
from workers.duels.figures import difference, summary
from workers.duels.games import Duel, Game, places, play_game
from workers.duels.record import append_game, mend, read_games
from workers.experiments.contenders import contender
from workers.tables import ensure_all

RECORD: Final = Path("build/duels.jsonl")
REPORT_S: Final = 20.0  # seconds between two lines of progress


def run(duel: Duel, games: int, processes: int, record: Path) -> list[Game]:
    """Play what the record lacks of so many games of a duel, and return all of them."""
    mend(record)
    wanted = places(duel, games)
    kept = {(game.seed, game.seat): game for game in read_games(record, duel.name)}
    found = [kept[place] for place in wanted if place in kept]
    tasks = [(duel, *place) for place in wanted if place not in kept]
    for name in (duel.agent, duel.against):
        ensure_all(contender(name), duel.config())
    with multiprocessing.Pool(processes) as pool:
        reported = time.monotonic()
        for game in pool.imap_unordered(play_game, tasks):
            append_game(record, game)
            found.append(game)
            if time.monotonic() > reported + REPORT_S or len(found) == len(wanted):
                reported = time.monotonic()
                _report(duel, found, games)
    return found


def _report(duel: Duel, found: Sequence[Game], games: int) -> None:
    wins = sum(game.has_won for game in found)
    sys.stderr.write(f"{duel.name}: {len(found)} of {games} played, {wins} won\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one duel, or two that are compared; 0 unless an argument is wrong."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        duel = _duel(options, options.agent)
        other = _duel(options, options.than) if options.than else None
    except ValueError as error:
        parser.error(str(error))
    options.record.parent.mkdir(parents=True, exist_ok=True)
    games = _played(duel, options)
    if other is not None:
        others = _played(other, options)
        _show({"name": f"{duel.agent} less {other.agent}", **difference(duel, games, others)})
    return 0


def _played(duel: Duel, options: argparse.Namespace) -> list[Game]:
    games = run(duel, options.games, options.processes, options.record)
    _show(summary(duel, games))
    return games


def _duel(options: argparse.Namespace, agent: str) -> Duel:
    """Make a duel of the arguments; raises ValueError for an agent or a game that there is not."""
    modules, choices = _listed(options.modules), tuple(map(_option, _listed(options.options)))
    against = options.against or default_agent(options.ruleset)
    duel = Duel(agent, against, options.ruleset, options.seats, options.map, modules, options.first_seed, choices)
    duel.config()
    for name in (agent, against):
        contender(name)
    return duel


def _listed(names: str) -> tuple[str, ...]:
    return tuple(filter(None, names.split(",")))


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m workers.duel", description=__doc__)
    parser.add_argument(
        "--agent", required=True, help="an id, module:Class, or either with weights: heuristic,pip=0.13"
    )
    parser.add_argument("--against", help="the agent in all other seats (the default agent)")
    parser.add_argument("--than", help="another agent that plays the same games, to be compared with the first")
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--ruleset", default="catan")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--map")
    parser.add_argument("--modules", default="", help="names with commas between them")
    parser.add_argument("--options", default="", help="of the game, with commas between them: edition=german")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--record", type=Path, default=RECORD, help="where games are kept; one file a state of the code"
    )
    return parser


def _show(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
