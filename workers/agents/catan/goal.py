"""A goal is something to build; a prospect says how near it is."""

from typing import Final, NamedTuple

SETTLE: Final = 0
UPGRADE: Final = 1
CARD: Final = 2
ROUTE: Final = 3
PLACE: Final = 4  # roads to a node where arriving is worth something


class Goal(NamedTuple):
    """Represents something to build: its whole cost with the roads to it, its gain in points, and the roads in order.

    `gain` weighs everything, income and chances too; `points` are those that it brings for certain.
    """

    kind: int
    cost: tuple[int, ...]
    gain: float
    node: int = -1
    roads: tuple[int, ...] = ()
    points: int = 0


class Prospect(NamedTuple):
    """Represents a goal with the rounds until it can be paid, and the points per round that this makes."""

    goal: Goal
    wait: float
    promise: float


def with_roads(cost: tuple[int, ...], roads: int) -> tuple[int, ...]:
    """Add the cost of so many roads to a cost."""
    return (cost[0] + roads, cost[1] + roads, *cost[2:])
