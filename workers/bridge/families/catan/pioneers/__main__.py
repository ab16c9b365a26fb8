"""Plays games at Debian's Pioneers against its computer players; docs/bridge.md says what is needed.

python -m workers.bridge.families.catan.pioneers --games 100 expectimax
python -m workers.bridge.families.catan.pioneers --port 5556 "exec:python bot.py"
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

from service.problems import Problem
from workers.agents.search.rates import wilson
from workers.bridge.answering import explain
from workers.bridge.entrants import PROGRAM, make_entrant
from workers.bridge.families.catan.pioneers.choosing import Choose, choose_by
from workers.bridge.families.catan.pioneers.guest import Ending, Guest
from workers.bridge.families.catan.pioneers.hosting import HOST, Hosted, read_version
from workers.bridge.families.catan.pioneers.island import Strange
from workers.bridge.families.catan.pioneers.session import Session
from workers.bridge.hosting import Entrant
from workers.bridge.lines import Fault, Partner

ANSWER_S: Final = 5.0
PATIENCE_S: Final = 10.0
"""How long a server may take until it listens."""


def main() -> int:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(prog="workers.bridge.families.catan.pioneers")
    parser.add_argument("entrant", help=f"an agent, or {PROGRAM} and a command")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--algorithm", default="greedy", help="how the computer players play")
    parser.add_argument("--port", type=int, help="join a game at a port that runs, and no other")
    parser.add_argument("--seconds", type=float, default=ANSWER_S, help="the most that an answer may take")
    parser.add_argument("--transcripts", type=Path, help="a folder for what both sides said, a file for each game")
    wish = parser.parse_args()
    try:
        entrant = make_entrant(wish.entrant, "catan", wish.seconds)
    except ValueError as error:
        parser.error(str(error))
    with ExitStack() as stack:
        if isinstance(entrant.player, Partner):
            stack.enter_context(entrant.player)
        lines = [play_game(entrant, number, wish) for number in range(wish.first, wish.first + wish.games)]
    won, played = sum(line.get("won", False) for line in lines), len(lines)
    name = entrant.player.name if isinstance(entrant.player, Partner) else entrant.name
    interval = [round(bound, 4) for bound in wilson(won, played)]
    faults = sum("fault" in line for line in lines)
    server = "" if wish.port else read_version()
    _say({"name": name, "server": server, "games": played, "wins": won, "interval": interval, "faults": faults})
    return 0


def play_game(entrant: Entrant, number: int, wish: argparse.Namespace) -> dict[str, Any]:
    """Return how a game went, and write it as a line; a game that could not be played to its end counts as lost."""
    line: dict[str, Any] = {"game": number}
    with _open_transcript(wish.transcripts, number) as note, ExitStack() as stack:
        try:
            if isinstance(entrant.player, Partner):
                entrant.player.greet({"ruleset": "catan", "seats": 4})
            hosted = None if wish.port else stack.enter_context(Hosted(wish.algorithm))
            session = stack.enter_context(Session(HOST, hosted.port if hosted else wish.port, PATIENCE_S, note))
            if hosted:
                hosted.invite()
            choose = note_choices(choose_by(entrant.player, f"pioneers-{number}"), note)
            ending: Ending = Guest(session, choose, "Longroad").play()
            line |= {**ending._asdict(), "won": ending.winner == ending.seat}
        except (Strange, Fault, Problem, OSError) as error:
            line["fault"] = explain(error)
            if isinstance(entrant.player, Partner):
                entrant.player.stop()
    _say(line)
    return line


def note_choices(choose: Choose, note: Callable[[str], None]) -> Choose:
    """Return what chooses, and notes what it chose."""

    def choose_and_note(table: Any) -> Any:
        found = choose(table)
        note(f"! {json.dumps(found)}")
        return found

    return choose_and_note


@contextmanager
def _open_transcript(folder: Path | None, number: int) -> Iterator[Callable[[str], None]]:
    """Yield what keeps the lines of a game in a file of a folder; without one they are dropped."""
    if folder is None:
        yield lambda text: None
        return
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{number}.txt").open("w") as file:
        yield lambda text: print(text, file=file, flush=True)


def _say(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
