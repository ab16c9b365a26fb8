"""Defines how the church grows (rulebook, Build the church)."""

from dataclasses import dataclass


@dataclass(slots=True)
class ChurchTilesDrawn:
    """The first church builder drew two tiles, which only that seat sees."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(slots=True)
class ChurchTileHidden:
    """The tile not chosen went under the pile; only the seat knows it."""

    seat: int
    tile: int


@dataclass(slots=True)
class ChurchTileBuilt:
    """A church tile stands on a square."""

    seat: int
    tile: int
    square: int
    cube: bool
