"""Defines what a module of Catan adds to a picture, and to a board in plain text."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from domain.catan.knowledge import Knowledge
from domain.catan.state import Public
from service.pictures.catan.ground import Ground
from service.pictures.shapes import Said, Shape


class Scenery(NamedTuple):
    """Holds what lies under the pieces, and what is written over them."""

    under: list[Shape]
    over: list[Shape]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleArt:
    """Holds the parts that one module draws; a part that it does not name adds nothing."""

    legend: Callable[[Public], list[str]] = lambda state: []
    """Returns lines under the board in plain text."""
    scenery: Callable[[Knowledge, Ground], Scenery] = lambda k, ground: Scenery([], [])
    """Draws what lies on the board."""
    seat_notes: Callable[[Knowledge, int], list[Said]] = lambda k, seat: []
    """Returns lines about a player."""
    table_notes: Callable[[Knowledge], list[Said]] = lambda k: []
    """Returns lines beside the bank."""
