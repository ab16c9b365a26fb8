"""Evolves trades with the bank."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.maritime import messages as e
from domain.catan.hands import draw_from_bank, gain, pay
from domain.catan.state import State


def maritime_trade_made(s: State, event: e.MaritimeTradeMade) -> None:
    pay(s, event.seat, event.give)
    gain(s, event.seat, event.take)
    draw_from_bank(s, event.take)


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.MaritimeTradeMade: maritime_trade_made,
}
