"""Updates beliefs by the end of the game, which reveals everything."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.scoring import messages as e
from domain.catan.joint_hands import certain
from domain.catan.terms import NOBODY


def game_won(b: Belief, event: e.GameWon) -> None:
    """The points of the winner are shown."""
    b.active = NOBODY
    b.points[event.seat] = event.points


def hands_revealed(b: Belief, event: e.HandsRevealed) -> None:
    """All hands and totals are public."""
    b.hands = certain(event.hands)
    b.points = list(event.points)


EVIDENCE: Final[Evidence] = {e.GameWon: game_won, e.HandsRevealed: hands_revealed}
