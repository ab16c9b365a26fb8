"""Joins agents of the catalog and other programs' bots, line by line; docs/bridge.md says how.

python -m workers.bridge answer planner
python -m workers.bridge play --games 8 "exec:python bot.py" planner uniform
"""

import argparse
import json
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any, Final

from domain.core.errors import InvalidConfiguration
from service.catalog import RULESETS
from workers.agents.catalog import entry_named
from workers.bridge.answering import Answering, serve
from workers.bridge.entrants import PROGRAM, make_entrant
from workers.bridge.hosting import play_games
from workers.bridge.lines import Partner

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
    playing.add_argument("--ruleset", default=next(iter(RULESETS)), choices=sorted(RULESETS))
    playing.add_argument("--options", type=_object, default={}, help="options of the games, an object of JSON")
    playing.add_argument("--games", type=int, default=4)
    playing.add_argument("--seed", default="bridge")
    playing.add_argument("--seconds", type=float, default=ANSWER_S, help="the most that an answer may take")
    wish = parser.parse_args()
    if wish.do == "answer":
        if entry_named(wish.agent) is None:
            parser.error(f"there is no agent {wish.agent}")
        return serve(Answering(wish.agent, wish.seed), sys.stdin.buffer, sys.stdout.buffer)
    ruleset = RULESETS[wish.ruleset]
    try:
        config = ruleset.configure(len(wish.entrants), None, (), wish.options)
        entrants = [make_entrant(name, wish.ruleset, wish.seconds) for name in wish.entrants]
    except (ValueError, InvalidConfiguration) as error:
        parser.error(str(error))
    with ExitStack() as stack:
        for entrant in entrants:
            if isinstance(entrant.player, Partner):
                stack.enter_context(entrant.player)
        for one in play_games(ruleset, config, entrants, wish.games, wish.seed, _say):
            _say(one)
    return 0


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError(text)
    return found


def _say(line: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
