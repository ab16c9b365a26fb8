"""Defines how a game ends (rulebook, End of the game)."""

from dataclasses import dataclass


@dataclass(slots=True)
class ElasundGameWon:
    """A seat has all its cubes on the board."""

    seat: int
    points: int


@dataclass(slots=True)
class CityFinished:
    """No seat can ever build again: the seats with the most cubes share the win."""

    winners: tuple[int, ...]
    points: int


@dataclass(slots=True)
class ElasundHandsRevealed:
    """All hands are open after the end, flat by seat and kind of card."""

    hands: tuple[int, ...]
