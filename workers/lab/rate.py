"""`python -m workers.lab.rate`: let agents and levels meet, and write how strong they are to the ladder that is served.

Games are kept in a file, so that a measurement that was stopped goes on where it was. Progress goes to stderr, one JSON
line a meeting to stdout. A ladder counts the meetings of which all games have been played; that of a ruleset without
such meetings stays as it is.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from workers.agents.standings import FILE, Ladder
from workers.lab.experiments.command import add_processes, add_record, show
from workers.lab.experiments.families import MEASURES
from workers.lab.experiments.record import Record
from workers.lab.experiments.spreading import complete
from workers.lab.meetings import ORDERS, Game, Meeting, ladder_of, meetings, play_task, prepare_meeting, summary, tasks

RECORD: Final = Path("build/ratings.jsonl")
GAMES: Final = 400


def run(meeting: Meeting, games: int, processes: int, record: Record[Game]) -> None:
    """Play what the record lacks of so many games of a meeting."""
    prepare_meeting(meeting)
    complete(record, tasks(meeting, games), play_task, processes, meeting.name)


def _load_games(record: Record[Game]) -> Mapping[str, list[Game]]:
    """Return the games that were kept, by meeting; each once."""
    found: dict[str, list[Game]] = defaultdict(list)
    for game in {game.key: game for game in record.rows()}.values():
        found[game.meeting].append(game)
    return found


def render_ladders(ladders: Iterable[Ladder]) -> str:
    """Return ladders as the text of their file."""
    return json.dumps([ladder.document for ladder in ladders], indent=2) + "\n"


def ladders(record: Record[Game], games: int) -> list[Ladder]:
    """Make the ladder of every ruleset from the meetings that were played to the end."""
    kept = _load_games(record)
    found = []
    for ruleset, measures in MEASURES.items():
        names = [meeting.name for meeting in meetings(ruleset)]
        played = [game for name in names if len(kept[name]) >= games for game in kept[name]]
        if any(measures.yardstick in group for game in played for group in game.ranks):
            found.append(ladder_of(ruleset, measures.yardstick, len(ORDERS[0]), played))
    return found


def merge_ladders(path: Path, found: Sequence[Ladder]) -> list[Ladder]:
    """Return what a file of ladders shall hold: those that were found, and those of other rulesets that it has."""
    before = map(Ladder.read, json.loads(path.read_text())) if path.exists() else ()
    by_ruleset = {ladder.ruleset: ladder for ladder in [*before, *found]}
    return [by_ruleset[name] for name in MEASURES if name in by_ruleset]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the chosen meetings, and write the ladders; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.rate", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games a meeting")
    parser.add_argument("--only", help="play the meetings of this agent alone, such as graded@3")
    add_processes(parser)
    add_record(parser, RECORD)
    parser.add_argument("--output", type=Path, default=FILE, help="where the ladders are written")
    options = parser.parse_args(arguments)
    record = Record(options.record, Game)
    record.mend()
    for meeting in [meeting for ruleset in MEASURES for meeting in meetings(ruleset)]:
        if options.only in (None, meeting.one, meeting.other):
            run(meeting, options.games, options.processes, record)
            show(summary(meeting, _load_games(record)[meeting.name]))
    options.output.write_text(render_ladders(merge_ladders(options.output, ladders(record, options.games))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
