"""Defines what a turn begins with (rulebook, Roll the dice)."""

from dataclasses import dataclass


@dataclass(slots=True)
class TurnStarted:
    """A seat's turn began; turns are counted from 1."""

    seat: int
    turn: int


@dataclass(slots=True)
class DiceRolled:
    """The dice were rolled for the ship."""

    seat: int
    dice: tuple[int, ...]


@dataclass(slots=True)
class ShipMoved:
    """The ship went to a row, named by its dice total."""

    seat: int
    row: int
