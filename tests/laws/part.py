"""Provides what a module of Catan adds to the laws of the base game."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from domain.catan.state import State
from domain.core.rows import Row


def no_notes(noted: Row, state: State) -> None:
    """Check that nothing is noted, as by most modules."""
    assert noted == ()


@dataclass(frozen=True)
class Part:
    """Represents what one module adds.

    `invent` makes a command of the right shape, mostly illegal; `is_noted` checks what a belief has noted for it.
    """

    invent: Callable[[State, Random], Any] | None = None
    is_noted: Callable[[Row, State], None] = no_notes
