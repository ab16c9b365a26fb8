"""Defines the messages of buildings."""

from dataclasses import dataclass

from domain.elasund.terms import NO_COLOR


@dataclass(frozen=True, slots=True)
class BuildTile:
    """Build a building with its upper left square on `square`; `color` pays for covering one of equal size."""

    building: int
    square: int
    color: int = NO_COLOR


@dataclass(slots=True)
class BuildingPlaced:
    """A building stands with its upper left square there; `cubes` of its flags are filled, from the top."""

    seat: int
    building: int
    square: int
    cubes: int


@dataclass(slots=True)
class CompensationPaid:
    """A seat paid another for a permit that it removed."""

    seat: int
    to: int
    gold: int
