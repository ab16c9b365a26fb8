"""`python -m workers.lab.duel`: measure a small difference between two agents, with the same seeds in every seat.

One seat of an agent plays against a table of another. Games are kept in a file, so that a duel that was stopped goes
on where it was; progress goes to stderr, one JSON line a duel to stdout.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from domain.core.errors import InvalidConfiguration
from service.catalog import RULESETS
from workers.agents.catalog import default_agent
from workers.lab.duel_games import Duel, Game, difference, play_game, read_game, summary, tasks
from workers.lab.experiments.command import add_processes, add_record, show
from workers.lab.experiments.contenders import contender, prepare
from workers.lab.experiments.families import USUAL
from workers.lab.experiments.record import Record
from workers.lab.experiments.spreading import complete

RECORD: Final = Path("build/duels.jsonl")


def run(duel: Duel, games: int, processes: int, record: Path) -> list[Game]:
    """Play what the record lacks of so many games of a duel, and return all of them."""
    prepare((duel.agent, duel.against), duel.config())
    return complete(Record(record, read_game), tasks(duel, games), play_game, processes, duel.name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one duel, or two that are compared; 0 unless an argument is wrong."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        duel = _duel(options, options.agent)
        other = _duel(options, options.than) if options.than else None
    except (ValueError, InvalidConfiguration) as error:
        parser.error(str(error))
    games = _play(duel, options)
    if other is not None:
        others = _play(other, options)
        show({"name": f"{duel.agent} less {other.agent}", **difference(duel, games, others)})
    return 0


def _play(duel: Duel, options: argparse.Namespace) -> list[Game]:
    games = run(duel, options.games, options.processes, options.record)
    show(summary(duel, games))
    return games


def _duel(options: argparse.Namespace, agent: str) -> Duel:
    """Make a duel of the arguments; raises ValueError for an unknown agent, InvalidConfiguration for a wrong game."""
    modules, choices = _split(options.modules), tuple(map(_option, _split(options.options)))
    against = options.against or default_agent(options.ruleset)
    duel = Duel(agent, against, options.ruleset, options.seats, options.map, modules, options.first_seed, choices)
    duel.config()
    for name in (agent, against):
        contender(name)
    return duel


def _split(names: str) -> tuple[str, ...]:
    return tuple(filter(None, names.split(",")))


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m workers.lab.duel", description=__doc__)
    parser.add_argument(
        "--agent", required=True, help="an id, module:Class, or either with weights: heuristic,pip=0.13"
    )
    parser.add_argument("--against", help="the agent in all other seats (the default agent)")
    parser.add_argument("--than", help="another agent that plays the same games, to be compared with the first")
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--ruleset", default=USUAL, choices=sorted(RULESETS))
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--map")
    parser.add_argument("--modules", default="", help="names with commas between them")
    parser.add_argument("--options", default="", help="of the game, with commas between them: edition=german")
    add_processes(parser)
    add_record(parser, RECORD)
    return parser


if __name__ == "__main__":
    sys.exit(main())
