"""Evolves the board and its founding."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.building.evolve import place_settlement
from domain.catan.chapters.setup import messages as e
from domain.catan.hands import draw_from_bank, gain
from domain.catan.state import State


def settlement_founded(s: State, event: e.SettlementFounded) -> None:
    place_settlement(s, event.seat, event.node)


def road_founded(s: State, event: e.RoadFounded) -> None:
    s.put_road(event.seat, event.edge)


def starting_cards_paid(s: State, event: e.StartingCardsPaid) -> None:
    gain(s, event.seat, event.cards)
    draw_from_bank(s, event.cards)


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.SettlementFounded: settlement_founded,
    e.RoadFounded: road_founded,
    e.StartingCardsPaid: starting_cards_paid,
}
