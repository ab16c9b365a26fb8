"""Provides what a module of Catan adds to the laws of the base game."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.catan.state import State


def no_points(state: State, seat: int) -> int:
    """Return no points, as for most modules."""
    return 0


def nothing(state: State) -> None:
    """Check nothing, for a module that has nothing of its own to conserve."""


@dataclass(frozen=True)
class Part:
    """Represents what one module adds.

    `points` are a seat's open points from it; `invent` makes a command of the right shape, mostly illegal.
    """

    points: Callable[[State, int], int] = no_points
    conserve: Callable[[State], None] = nothing
    invent: Callable[[State, Random], Any] | None = None
