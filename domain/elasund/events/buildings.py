"""Defines how buildings and trade points come and go (rulebook, Build; The workers' huts; Trade fields)."""

from dataclasses import dataclass


@dataclass(slots=True)
class BuildingPlaced:
    """A building stands with its upper left square there; `cubes` of its flags are filled, from the top."""

    seat: int
    building: int
    square: int
    cubes: int


@dataclass(slots=True)
class BuildingRemoved:
    """A building left the board, its cubes went back."""

    seat: int
    building: int
    square: int


@dataclass(slots=True)
class HutReplaced:
    """A displaced starting hut stands again."""

    seat: int
    hut: int
    square: int


@dataclass(slots=True)
class HutLost:
    """A displaced starting hut left the game."""

    seat: int
    hut: int


@dataclass(slots=True)
class TradeMoved:
    """A seat's trade points are `total` now, with its cubes on these spaces of the track."""

    seat: int
    total: int
    spaces: tuple[int, ...]
