"""Defines how building permits move (rulebook, Place a permit; Special action, a to c)."""

from dataclasses import dataclass


@dataclass(slots=True)
class PermitPlaced:
    """A permit stands on a square."""

    seat: int
    value: int
    square: int


@dataclass(slots=True)
class PermitMoved:
    """A permit went to another square."""

    seat: int
    value: int
    square: int


@dataclass(slots=True)
class PermitReturned:
    """A permit went back to its owner."""

    seat: int
    value: int
