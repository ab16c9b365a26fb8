"""Defines how the city wall grows (rulebook, Build the city wall)."""

from dataclasses import dataclass


@dataclass(slots=True)
class WallBuilt:
    """A seat's wall tile of a number stands on a wall space, a tower with a cube or without."""

    seat: int
    space: int
    tile: int
    cube: bool
