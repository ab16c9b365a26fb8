"""Updates beliefs by trade among players: a seat holds what it offers or agrees to give."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.trading import messages as e


def trade_offered(b: Belief, event: e.TradeOffered) -> None:
    """The seat holds what it offers."""
    b.hands.hold(event.seat, event.give)
    b.asked = {**b.asked, event.offer: event.take}


def offer_accepted(b: Belief, event: e.OfferAccepted) -> None:
    """The seat holds what it agrees to give."""
    b.hands.hold(event.seat, b.asked[event.offer])


def offers_lapsed(b: Belief, event: e.OffersLapsed) -> None:
    """All offers are over."""
    b.asked = {}


def trade_made(b: Belief, event: e.TradeMade) -> None:
    """All players see what the two exchange."""
    b.hands.lose(event.seat, event.give)
    b.hands.lose(event.partner, event.take)
    b.hands.gain(event.seat, event.take)
    b.hands.gain(event.partner, event.give)


EVIDENCE: Final[Evidence] = {
    e.TradeOffered: trade_offered,
    e.OfferAccepted: offer_accepted,
    e.OffersLapsed: offers_lapsed,
    e.TradeMade: trade_made,
}
