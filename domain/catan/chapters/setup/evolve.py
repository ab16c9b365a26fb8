"""Evolves the board and its founding, and the hands that seats believe in."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.building.evolve import place_settlement
from domain.catan.chapters.setup import messages as e
from domain.catan.hands import draw_from_bank, gain
from domain.catan.state import State
from domain.core.decider import Evolvers


def settlement_founded(s: State, event: e.SettlementFounded) -> None:
    """Put the first or second settlement on its node."""
    place_settlement(s, event.seat, event.node)


def road_founded(s: State, event: e.RoadFounded) -> None:
    """Put the first or second road on its edge."""
    s.put_road(event.seat, event.edge)


def starting_cards_paid(s: State, event: e.StartingCardsPaid) -> None:
    """Take the first resources from the bank."""
    gain(s, event.seat, event.cards)
    draw_from_bank(s, event.cards)


EVOLVERS: Final[Evolvers[State]] = {
    e.SettlementFounded: settlement_founded,
    e.RoadFounded: road_founded,
    e.StartingCardsPaid: starting_cards_paid,
}


def learn_settlement_founded(b: Belief, event: e.SettlementFounded) -> None:
    """A settlement is worth a point."""
    b.points[event.seat] += 1


def learn_starting_cards_paid(b: Belief, event: e.StartingCardsPaid) -> None:
    """All players see the first cards."""
    b.hands.gain(event.seat, event.cards)


EVIDENCE: Final[Evidence] = {
    e.SettlementFounded: learn_settlement_founded,
    e.StartingCardsPaid: learn_starting_cards_paid,
}
