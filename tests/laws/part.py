"""Provides what a module of Catan adds to the laws of the base game."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.catan.state import State
from domain.core.rows import Row


def no_points(state: State, seat: int) -> int:
    """Return no points, as for most modules."""
    return 0


def nothing(state: State) -> None:
    """Check nothing, for a module that has nothing of its own to conserve."""


def no_notes(noted: Row, state: State) -> None:
    """Check that nothing is noted, as by most modules."""
    assert noted == ()


@dataclass(frozen=True)
class Part:
    """Represents what one module adds.

    `points` are a seat's open points from it; `invent` makes a command of the right shape, mostly illegal; `is_noted`
    checks what a belief has noted for it.
    """

    points: Callable[[State, int], int] = no_points
    conserve: Callable[[State], None] = nothing
    invent: Callable[[State, Random], Any] | None = None
    is_noted: Callable[[Row, State], None] = no_notes
