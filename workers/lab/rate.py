"""`python -m workers.lab.rate`: let agents and levels meet, and write how strong they are to the ladder that is served.

Two agents meet at a table with equally many seats each; every seed is played in all orders before the next. With two
seats each and strengths by which the chance to come first is the own share, the odds of the two agents are those of two
players alone, so that ratings of tables and of pairs are on one scale.

Games are kept in a file, so that a measurement that was stopped goes on where it was. Progress goes to stderr, one JSON
line a meeting to stdout. A ladder counts the meetings of which all games have been played; that of a ruleset without
such meetings stays as it is.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.agents.catalog import entry_named, split_name, without_version
from workers.agents.standings import FILE, Ladder, Standing
from workers.lab.contenders import MEASURES, prepare
from workers.lab.duel import load_contender
from workers.lab.running import Record, add_processes, add_record, complete, show
from workers.rating import Choice, Ranks, Strengths, choices, ranks_of

ORDERS: Final = ((0, 1, 1, 0), (1, 0, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0))
"""Who sits where in the four games of a seed: each agent once in each seat of a pair of them."""
WINNERS: Final = 1
SET: Final = 1500  # the rating of the yardstick


class Meeting(NamedTuple):
    """Names two agents and the game that they play."""

    ruleset: str
    one: str
    other: str

    @property
    def name(self) -> str:
        """Say who meets; games under one name may be counted together."""
        return f"{self.ruleset}: {self.one} and {self.other}"


class Game(NamedTuple):
    """Holds a game that was played: its seed, the order of seats, and who came where; no ranks if it did not end."""

    meeting: str
    seed: int
    order: int
    ranks: Ranks
    commands: int

    @property
    def key(self) -> Hashable:
        """Say which game of which meeting this is."""
        return self.meeting, self.seed, self.order


Task = tuple[Meeting, int, int]
"""A game to be played: who meets, the seed, and the order of seats."""


def meetings(ruleset: str) -> list[Meeting]:
    """List who meets whom for the ladder of a ruleset."""
    return [Meeting(ruleset, *pair) for pair in MEASURES[ruleset].meetings]


def tasks(meeting: Meeting, games: int, first_seed: int = 0) -> dict[Hashable, Task]:
    """List so many games of a meeting by their keys, from a seed on."""
    begin = first_seed * len(ORDERS)
    places = [divmod(number, len(ORDERS)) for number in range(begin, begin + games)]
    return {(meeting.name, *place): (meeting, *place) for place in places}


def play_task(task: Task) -> Game:
    """Play a game; the same task comes out the same."""
    meeting, seed, order = task
    names = [(meeting.one, meeting.other)[place] for place in ORDERS[order]]
    match = play(RULESETS[meeting.ruleset], [load_contender(name) for name in names], f"rating {seed}")
    ranks = ranks_of(match.result, names) if match.result else ()
    return Game(meeting.name, seed, order, ranks, match.commands)


def fit(games: Iterable[Game]) -> Strengths:
    """Fit strengths to who won; games of one seed share their board, and count as one cluster.

    Lower ranks are left out: players who are about to lose end by chance rather than by strength, and would draw the
    ratings together.
    """
    clusters: dict[int, list[Choice]] = defaultdict(list)
    for game in games:
        clusters[game.seed] += choices(game.ranks, WINNERS)
    return Strengths(clusters.values())


def ladder_of(ruleset: str, yardstick: str, seats: int, games: Sequence[Game]) -> Ladder:
    """Return the ladder of a ruleset, the strongest first; a level that does not surely beat the one below is left out.

    Above a level that is left out there is none.
    """
    strengths = fit(games)
    counted = Counter(entrant for game in games for entrant in {name for group in game.ranks for name in group})
    standings = []
    for name in strengths.entrants:
        if _is_proven(strengths, name):
            rated, low, high = (SET + round(value) for value in strengths.above(name, yardstick))
            entry = entry_named(name)
            version = 1 if entry is None else entry.version
            standings.append(Standing(without_version(name)[0], rated, low, high, counted[name], version))
    standings.sort(key=lambda standing: (-standing.rating, standing.name))
    return Ladder(ruleset, seats, len(games), yardstick, tuple(standings))


def _is_proven(strengths: Strengths, name: str) -> bool:
    found = split_name(name)
    if found.level is None or found.level == 1:
        return True
    below = str(found._replace(level=found.level - 1))
    return below in strengths.entrants and strengths.above(name, below).low > 0 and _is_proven(strengths, below)


def summary(meeting: Meeting, games: Sequence[Game]) -> dict[str, Any]:
    """Sum up the games of a meeting: the share won by its first agent, and how far it is above the other."""
    ended = [game for game in games if game.ranks]
    won = sum(game.ranks[0].count(meeting.one) / len(game.ranks[0]) for game in ended)
    elo = fit(ended).above(meeting.one, meeting.other)
    return {
        "name": meeting.name,
        "games": len(games),
        "finished": len(ended),
        "won": round(won / max(1, len(ended)), 4),
        "elo": round(elo.elo),
        "interval_95": [round(elo.low), round(elo.high)],
        "commands_per_game": round(sum(game.commands for game in games) / max(1, len(games)), 1),
    }


def run(meeting: Meeting, games: int, processes: int, record: Record[Game], first_seed: int = 0) -> None:
    """Play what the record lacks of so many games of a meeting, from a seed on."""
    prepare((meeting.one, meeting.other), RULESETS[meeting.ruleset].configure(len(ORDERS[0]), None, (), {}))
    complete(record, tasks(meeting, games, first_seed), play_task, processes, meeting.name)


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
    """Return what a file of ladders shall hold: those that were found, and those of other rulesets that it has.

    Older versions that are still served keep the ratings that they have, on the scale of the same yardstick.
    """
    before = map(Ladder.read, json.loads(path.read_text())) if path.exists() else ()
    by_ruleset = {ladder.ruleset: ladder for ladder in before}
    by_ruleset |= {ladder.ruleset: _keep_older(ladder, by_ruleset.get(ladder.ruleset)) for ladder in found}
    return [by_ruleset[name] for name in MEASURES if name in by_ruleset]


def _keep_older(ladder: Ladder, before: Ladder | None) -> Ladder:
    """Return a ladder with the standings of older versions from the one before, if the yardstick is the same."""
    if before is None or before.yardstick != ladder.yardstick:
        return ladder
    older = [one for one in before.standings if _is_older(one)]
    standings = sorted([*ladder.standings, *older], key=lambda one: (-one.rating, one.name))
    return ladder._replace(standings=tuple(standings))


def _is_older(standing: Standing) -> bool:
    entry = entry_named(standing.name)
    return entry is not None and standing.version < entry.version and entry.serves(standing.version)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the chosen meetings, and write the ladders; 0 unless an argument is wrong."""
    parser = argparse.ArgumentParser(prog="python -m workers.lab.rate", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games a meeting")
    parser.add_argument("--only", help="play the meetings of this agent alone, such as graded@3")
    parser.add_argument(
        "--first-seed", type=int, default=0, help="the first seed; take one by which nothing was chosen"
    )
    add_processes(parser)
    add_record(parser, "ratings.jsonl")
    parser.add_argument("--output", type=Path, default=FILE, help="where the ladders are written")
    options = parser.parse_args(arguments)
    record = Record(options.record, Game)
    record.mend()
    for meeting in [meeting for ruleset in MEASURES for meeting in meetings(ruleset)]:
        if options.only in (None, meeting.one, meeting.other):
            run(meeting, options.games, options.processes, record, options.first_seed)
            show(summary(meeting, _load_games(record)[meeting.name]))
    options.output.write_text(render_ladders(merge_ladders(options.output, ladders(record, options.games))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
