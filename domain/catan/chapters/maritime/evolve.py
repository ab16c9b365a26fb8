"""Evolves trades with the bank."""

from typing import Final

from domain.catan.chapters.maritime import messages as e
from domain.catan.hands import draw_from_bank, gain, pay
from domain.catan.state import State
from domain.core.decider import Evolvers


def maritime_trade_made(s: State, event: e.MaritimeTradeMade) -> None:
    """Exchange cards with the bank."""
    pay(s, event.seat, event.give)
    gain(s, event.seat, event.take)
    draw_from_bank(s, event.take)


EVOLVERS: Final[Evolvers[State]] = {
    e.MaritimeTradeMade: maritime_trade_made,
}
