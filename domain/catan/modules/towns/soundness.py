"""Checks that tokens leave the board for a point, and that settlements stand in towns alone."""

from domain.catan.modules.towns.holdings import NAME, towns_of
from domain.catan.state import State
from domain.core.errors import Unsound


def check_towns(state: State) -> None:
    """Raise Unsound unless each token lies on the board or was taken, and every building stands in a town."""
    towns = towns_of(state)
    is_whole = towns.tokens.bit_count() + sum(towns.taken) == towns.ground.laid_tokens(state.seats).bit_count()
    are_in_towns = not any(state.buildings(seat) & ~towns.sites for seat in range(state.seats))
    if not (is_whole and are_in_towns):
        raise Unsound("module", module=NAME)


def tokens_taken(state: State, seat: int) -> int:
    """Return the points of a seat: one for each token that it has taken."""
    return towns_of(state).taken[seat]
