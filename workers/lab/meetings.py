"""Two agents meet at a table with equally many seats each; every seed is played in all orders before the next.

With two seats each and strengths by which the chance to come first is the own share, the odds of the two agents are
those of two players alone, so that ratings of tables and of pairs are on one scale.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.agents.catalog import at_level, id_and_level
from workers.agents.standings import Ladder, Standing
from workers.lab.experiments.contenders import contender, prepare
from workers.lab.experiments.families import MEASURES
from workers.rating.ranks import Choice, Ranks, choices, ranks_of
from workers.rating.strengths import Rating, Strengths

ORDERS: Final = ((0, 1, 1, 0), (1, 0, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0))
"""Who sits where in the four games of a seed: each agent once in each seat of a pair of them."""


class Meeting(NamedTuple):
    """Names two agents and the game that they play."""

    ruleset: str
    one: str
    other: str

    @property
    def name(self) -> str:
        """Say who meets; games under one name may be counted together."""
        return f"{self.ruleset}: {self.one} and {self.other}"

    def order_agents(self, order: int) -> list[str]:
        """Return the agents by seat in an order."""
        return [(self.one, self.other)[place] for place in ORDERS[order]]


Key = tuple[str, int, int]


class Game(NamedTuple):
    """Holds a game that was played: its seed, the order of seats, and who came where; no ranks if it did not end."""

    meeting: str
    seed: int
    order: int
    ranks: Ranks
    commands: int

    @property
    def key(self) -> Key:
        """Say which game of which meeting this is."""
        return self.meeting, self.seed, self.order


Task = tuple[Meeting, int, int]
"""A game to be played: who meets, the seed, and the order of seats."""


def meetings(ruleset: str) -> list[Meeting]:
    """List who meets whom for the ladder of a ruleset."""
    return [Meeting(ruleset, *pair) for pair in MEASURES[ruleset].meetings]


def tasks(meeting: Meeting, games: int) -> dict[Hashable, Task]:
    """List so many games of a meeting by their keys."""
    places = [divmod(number, len(ORDERS)) for number in range(games)]
    return {(meeting.name, *place): (meeting, *place) for place in places}


def play_task(task: Task) -> Game:
    """Play a game; the same task comes out the same."""
    meeting, seed, order = task
    names = meeting.order_agents(order)
    match = play(RULESETS[meeting.ruleset], [_made(name) for name in names], f"rating {seed}")
    ranks = ranks_of(match.result, names) if match.result else ()
    return Game(meeting.name, seed, order, ranks, match.commands)


def prepare_meeting(meeting: Meeting) -> None:
    """Build what the agents look up; raises ValueError for one that there is not."""
    prepare((meeting.one, meeting.other), RULESETS[meeting.ruleset].configure(len(ORDERS[0]), None, (), {}))


_made = cache(contender)

WINNERS: Final = 1
SET: Final = 1500  # the rating of the yardstick


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
    standings = [
        _standing(name, strengths.above(name, yardstick), counted[name])
        for name in strengths.entrants
        if _is_proven(strengths, name)
    ]
    standings.sort(key=lambda standing: (-standing.rating, standing.name))
    return Ladder(ruleset, seats, len(games), yardstick, tuple(standings))


def _standing(name: str, rating: Rating, games: int) -> Standing:
    rated, low, high = (SET + round(value) for value in rating)
    return Standing(name, rated, low, high, games)


def _is_proven(strengths: Strengths, name: str) -> bool:
    agent, level = id_and_level(name)
    if level is None or level == 1:
        return True
    below = at_level(agent, level - 1)
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
