"""Updates beliefs by the founding: points and starting cards."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.setup import messages as e


def settlement_founded(b: Belief, event: e.SettlementFounded) -> None:
    """A settlement is worth a point."""
    b.points[event.seat] += 1


def starting_cards_paid(b: Belief, event: e.StartingCardsPaid) -> None:
    """All players see the first cards."""
    b.hands.gain(event.seat, event.cards)


EVIDENCE: Final[Evidence] = {e.SettlementFounded: settlement_founded, e.StartingCardsPaid: starting_cards_paid}
