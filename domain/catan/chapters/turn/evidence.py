"""Updates whose turn it is in beliefs, since only the active seat can have won."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.turn import messages as e


def turn_started(b: Belief, event: e.TurnStarted) -> None:
    """The seat has bought none of its cards in this turn."""
    b.end_turn()
    b.active = event.seat
    b.fresh[event.seat] = 0


def turn_ended(b: Belief, event: e.TurnEnded) -> None:
    """No seat is active."""
    b.end_turn()


EVIDENCE: Final[Evidence] = {e.TurnStarted: turn_started, e.TurnEnded: turn_ended}
