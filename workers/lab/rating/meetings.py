"""Two agents meet at a table with equally many seats each; every seed is played in all orders before the next.

With two seats each and strengths by which the chance to come first is the own share, the odds of the two agents are
those of two players alone, so that ratings of tables and of pairs are on one scale.
"""

from collections.abc import Hashable
from functools import cache
from typing import Final, NamedTuple

from service.catalog import RULESETS
from workers.agents import play
from workers.lab.experiments.contenders import contender, prepare
from workers.lab.experiments.families import MEASURES
from workers.rating.ranks import Ranks, ranks_of

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
