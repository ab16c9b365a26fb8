"""Checks what boards with towns conserve: tokens leave the board for a point, and settlements stand in towns alone."""

from domain.catan.modules.towns.holdings import towns_of
from domain.catan.state import State
from tests.laws.part import Part


def points(state: State, seat: int) -> int:
    """Return the points of a seat: one for each token that it has taken."""
    return towns_of(state).taken[seat]


def conserve(state: State) -> None:
    """No token comes or goes, no road lies on a waterway, and no building stands outside of a town."""
    towns = towns_of(state)
    assert towns.tokens.bit_count() + sum(towns.taken) == towns.ground.laid_tokens(state.seats).bit_count()
    assert not state.road_total >> state.setting.board.topology.edges
    for seat in range(state.seats):
        assert not state.buildings(seat) & ~towns.sites


PART = Part(points, conserve)
