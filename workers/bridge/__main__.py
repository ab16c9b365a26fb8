"""Joins agents of the catalog and other programs' bots, line by line; docs/bridge.md tells how.

python -m workers.bridge answer planner
python -m workers.bridge play --games 8 "exec:python bot.py" planner uniform
"""

import argparse
import json
import shlex
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, Final

from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Config, Ruleset
from service.catalog import RULESETS
from workers.agents.agent import Agent, load_agent
from workers.bridge.answering import Answering, serve
from workers.bridge.hosting import play_games
from workers.bridge.lines import Partner

PROGRAM: Final = "exec:"
"""Begins the name of an entrant that is a program."""
ANSWER_S: Final = 5.0


def main() -> int:
    """Read the command line, and do what it asks."""
    parser = argparse.ArgumentParser(prog="workers.bridge")
    doing = parser.add_subparsers(dest="do", required=True)
    answering = doing.add_parser("answer", help="answer for an agent of the catalog")
    answering.add_argument("agent")
    answering.add_argument("--seed", default="", help="decides what the agent draws")
    playing = doing.add_parser("play", help="play games in memory")
    playing.add_argument("entrants", nargs="+", help=f"an agent, or {PROGRAM} and a command; one for each seat")
    playing.add_argument("--ruleset", default="catan", choices=sorted(RULESETS))
    playing.add_argument("--options", type=json.loads, default={}, help="options of the games, as JSON")
    playing.add_argument("--games", type=int, default=4)
    playing.add_argument("--seed", default="bridge")
    playing.add_argument("--seconds", type=float, default=ANSWER_S, help="the most that an answer may take")
    wish = parser.parse_args()
    if wish.do == "answer":
        try:
            return serve(Answering(wish.agent, wish.seed), sys.stdin.buffer, sys.stdout.buffer)
        except KeyError:
            parser.error(f"there is no agent {wish.agent}")
    try:
        ruleset = RULESETS[wish.ruleset]
        _play(ruleset, ruleset.configure(len(wish.entrants), None, (), wish.options), wish)
    except KeyError as error:
        parser.error(f"there is no agent {error.args[0]}")
    except (ValueError, InvalidConfiguration) as error:
        parser.error(str(error))
    return 0


def _play(ruleset: Ruleset, config: Config, wish: argparse.Namespace) -> None:
    with ExitStack() as stack:
        entrants: list[Agent | Partner] = []
        for name in wish.entrants:
            if name.startswith(PROGRAM):
                command = shlex.split(name.removeprefix(PROGRAM))
                entrants.append(stack.enter_context(Partner(command, wish.seconds)))
            else:
                entrants.append(load_agent(name))
        for one in play_games(ruleset, config, entrants, wish.games, wish.seed, _say):
            _say(one)


def _say(line: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
