"""Says what a module of Catan adds to the laws of the base game."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.catan.state import State


def no_points(state: State, seat: int) -> int:
    """Most modules give none."""
    return 0


def nothing(state: State) -> None:
    """Nothing of its own to conserve."""


@dataclass(frozen=True)
class Part:
    """`points` are those that lie open for a seat; `invent` makes a command of the right shape, mostly illegal."""

    points: Callable[[State, int], int] = no_points
    conserve: Callable[[State], None] = nothing
    invent: Callable[[State, Random], Any] | None = None
