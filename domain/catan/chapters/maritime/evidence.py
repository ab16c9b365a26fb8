"""Updates beliefs by trades with the bank."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.maritime import messages as e


def maritime_trade_made(b: Belief, event: e.MaritimeTradeMade) -> None:
    """All players see what the seat gives and takes."""
    b.hands.lose(event.seat, event.give)
    b.hands.gain(event.seat, event.take)


EVIDENCE: Final[Evidence] = {e.MaritimeTradeMade: maritime_trade_made}
