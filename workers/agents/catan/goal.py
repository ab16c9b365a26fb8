"""What a goal is, how near it is, and the kinds of goals there are."""

from typing import Final, NamedTuple

SETTLE: Final = 0
UPGRADE: Final = 1
CARD: Final = 2
ROUTE: Final = 3
PLACE: Final = 4  # roads to a node where arriving is worth something


class Goal(NamedTuple):
    """Something to build: its whole cost with the roads to it, its gain in points, and the roads in order.

    `gain` weighs everything, income and chances too; `points` are those that it brings for certain.
    """

    kind: int
    cost: tuple[int, ...]
    gain: float
    node: int = -1
    roads: tuple[int, ...] = ()
    points: int = 0


class Prospect(NamedTuple):
    """A goal, the rounds until it can be paid, and the points per round that this makes."""

    goal: Goal
    wait: float
    promise: float


def with_roads(cost: tuple[int, ...], roads: int) -> tuple[int, ...]:
    """A cost with that of so many roads."""
    return (cost[0] + roads, cost[1] + roads, *cost[2:])
