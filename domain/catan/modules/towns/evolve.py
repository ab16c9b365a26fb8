"""Evolves the tokens of a map with towns, and the points that seats believe in."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.modules.towns import messages as e
from domain.catan.modules.towns.holdings import towns_of
from domain.catan.modules.towns.messages import MapTokenTaken
from domain.catan.state import State
from domain.core.decider import Evolvers
from domain.core.rows import add

_POINT: Final = 1


def map_token_taken(s: State, event: MapTokenTaken) -> None:
    """The token leaves the board for a point."""
    towns = towns_of(s)
    towns.tokens &= ~(1 << event.node)
    towns.taken = add(towns.taken, event.seat, 1)
    s.points[event.seat] += _POINT


EVOLVERS: Final[Evolvers[State]] = {MapTokenTaken: map_token_taken}


def learn_map_token_taken(b: Belief, event: e.MapTokenTaken) -> None:
    """The token is worth a point."""
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {e.MapTokenTaken: learn_map_token_taken}
