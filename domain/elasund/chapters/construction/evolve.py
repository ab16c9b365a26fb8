"""Evolves buildings and the compensation paid for permits."""

from typing import Final

from domain.core.decider import Evolvers
from domain.elasund.chapters.construction.messages import BuildingPlaced, CompensationPaid
from domain.elasund.state import State


def building_placed(s: State, event: BuildingPlaced) -> None:
    """The building stands; one more tile is built this turn."""
    s.put_piece(s.free_piece(event.seat, event.building), event.seat, event.square, event.cubes)
    s.builds += 1


def compensation_paid(s: State, event: CompensationPaid) -> None:
    """A seat pays another."""
    s.gold[event.seat] -= event.gold
    s.gold[event.to] += event.gold


EVOLVERS: Final[Evolvers[State]] = {BuildingPlaced: building_placed, CompensationPaid: compensation_paid}
