"""Draws favor tokens blind from the face-down supply, while it lasts."""

from domain.catan.modules.favors.events import FavorDrawn
from domain.catan.modules.favors.holdings import favors_of
from domain.catan.modules.favors.terms import STREAM
from domain.catan.state import State
from domain.core.decider import Draft


def draw_tokens(draft: Draft[State], seat: int, count: int, deed: int) -> None:
    """Let a seat draw tokens for a deed; what an empty supply cannot give is not owed."""
    for _ in range(count):
        part = favors_of(draft.state)
        if not part.size:
            return
        draft.emit(FavorDrawn(seat, deed, draft.draw(STREAM, part.supply)))
