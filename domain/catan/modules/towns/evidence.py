"""Updates the points of beliefs by the tokens of a map with towns."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.modules.towns import messages as e


def map_token_taken(b: Belief, event: e.MapTokenTaken) -> None:
    """The token is worth a point."""
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {e.MapTokenTaken: map_token_taken}
