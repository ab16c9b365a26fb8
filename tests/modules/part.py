"""Says what tests may know of a module of Catan; each member may be left out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domain.catan.state import State
from domain.core.number_rows import Row
from tests.laws.refused import Means


def no_notes(noted: Row, state: State) -> None:
    """Check that nothing is noted, as by most modules."""
    assert noted == ()


def packed(part: Any) -> dict[str, Any]:
    """Return the packed values of a slice."""
    return {"packed": part.pack()}


@dataclass(frozen=True, kw_only=True)
class Part:
    """Represents what tests know of one module."""

    invent: Callable[[State, Random], Any] | None = None
    """Makes a command of the right shape, mostly illegal."""
    is_noted: Callable[[Row, State], None] = no_notes
    """Checks what a belief has noted for the module."""
    means: Means = field(default_factory=dict)
    """Says what each rule of the module means when it refuses a command."""
    by_seat: tuple[str, ...] = ()
    """The attributes of its slice that are flat by seat, for what belongs to each."""
    facts: Callable[[Any], Mapping[str, Any]] = packed
    """Reads what golden records keep of its slice."""
