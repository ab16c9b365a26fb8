"""`python -m workers.rate`: let agents and levels meet, and write how strong they are to the ladder that is served.

Games are kept in a file, so that a measurement that was stopped goes on where it was. Progress goes to stderr, one JSON
line a meeting to stdout. A ladder counts the meetings of which all games have been played.
"""

import argparse
import json
import multiprocessing
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from workers.agents.standings import FILE, Ladder
from workers.duels.record import mend
from workers.rating.kept import append_game, read_games
from workers.rating.ladders import ladder_of, summary
from workers.rating.meetings import ORDERS, Game, Meeting, Task, play_task, prepare, tasks
from workers.rating.plan import MEETINGS, YARDSTICKS

RECORD: Final = Path("build/ratings.jsonl")
GAMES: Final = 400
REPORT: Final = 20  # games between two lines of progress


def run(meeting: Meeting, games: int, processes: int, record: Path) -> None:
    """Play what the record lacks of so many games of a meeting."""
    kept = {(game.seed, game.order) for game in _kept(record)[meeting.name]}
    missing = [task for task in tasks(meeting, games) if task[1:] not in kept]
    if missing:
        prepare(meeting)
        _play(missing, processes, record)


def _play(missing: Sequence[Task], processes: int, record: Path) -> None:
    with multiprocessing.Pool(processes) as pool:
        for number, game in enumerate(pool.imap_unordered(play_task, missing), 1):
            append_game(record, game)
            if number % REPORT == 0 or number == len(missing):
                sys.stderr.write(f"{game.meeting}: {number} of {len(missing)} played\n")


def _kept(record: Path) -> Mapping[str, list[Game]]:
    """Return the games that were kept, by meeting; each once."""
    games = {(game.meeting, game.seed, game.order): game for game in read_games(record)}
    found: dict[str, list[Game]] = defaultdict(list)
    for game in games.values():
        found[game.meeting].append(game)
    return found


def written(ladders: Iterable[Ladder]) -> str:
    """Return ladders as the text of their file."""
    return json.dumps([ladder.document for ladder in ladders], indent=2) + "\n"


def ladders(record: Path, games: int) -> list[Ladder]:
    """Make the ladder of every ruleset from the meetings that were played to the end."""
    kept = _kept(record)
    found = []
    for ruleset, yardstick in YARDSTICKS.items():
        names = [meeting.name for meeting in MEETINGS if meeting.ruleset == ruleset]
        played = [game for name in names if len(kept[name]) >= games for game in kept[name]]
        if any(yardstick in group for game in played for group in game.ranks):
            found.append(ladder_of(ruleset, yardstick, len(ORDERS[0]), played))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the chosen meetings, and write the ladders; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.rate", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games a meeting")
    parser.add_argument("--only", help="play the meetings of this agent alone, such as graded@3")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--record", type=Path, default=RECORD, help="where games are kept")
    parser.add_argument("--output", type=Path, default=FILE, help="where the ladders are written")
    options = parser.parse_args(arguments)
    options.record.parent.mkdir(parents=True, exist_ok=True)
    mend(options.record)
    for meeting in MEETINGS:
        if options.only in (None, meeting.one, meeting.other):
            run(meeting, options.games, options.processes, options.record)
            _show(summary(meeting, _kept(options.record)[meeting.name]))
    options.output.write_text(written(ladders(options.record, options.games)))
    return 0


def _show(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
