"""Defines goals, which are things to build, and prospects, which are how near they are."""

from typing import Final, NamedTuple

SETTLE: Final = 0
UPGRADE: Final = 1
CARD: Final = 2
ROUTE: Final = 3
PLACE: Final = 4  # roads to a node where the first road to arrive earns something


class Goal(NamedTuple):
    """Represents something to build: its whole cost with the roads to it, its gain in points, and the roads in order.

    `gain` includes income and chances, in points; `points` are only the certain ones.
    """

    kind: int
    cost: tuple[int, ...]
    gain: float
    node: int = -1
    roads: tuple[int, ...] = ()
    points: int = 0


class Prospect(NamedTuple):
    """Represents a goal with the rounds until it can be paid, and its gain per round."""

    goal: Goal
    wait: float
    promise: float


def with_roads(cost: tuple[int, ...], roads: int) -> tuple[int, ...]:
    """Add the cost of some roads to a cost."""
    return (cost[0] + roads, cost[1] + roads, *cost[2:])
