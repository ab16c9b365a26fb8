"""Defines what happens before the first turn (rulebook, Preparation)."""

from dataclasses import dataclass

from domain.core.documents import JsonObject


@dataclass(slots=True)
class CityFounded:
    """The board is laid out: gates by the number of players, the starting huts of the colors in the game."""

    config: JsonObject


@dataclass(slots=True)
class StartRolled:
    """A seat rolled for who starts."""

    seat: int
    dice: tuple[int, ...]
