"""Evolves offers and trades, and what seats believe: a seat holds what it offers or agrees to give."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.trading import messages as e
from domain.catan.hands import gain, part_with
from domain.catan.state import Offer, State
from domain.core.decider import Evolvers


def trade_offered(s: State, event: e.TradeOffered) -> None:
    """Add the offer to those that are open."""
    s.offers = (*s.offers, Offer(event.offer, event.seat, event.give, event.take, event.to))
    s.next_offer = event.offer + 1


def _answer(s: State, number: int, seat: int, accepted: bool) -> None:
    bit = 1 << seat
    answered = []
    for offer in s.offers:
        if offer.id == number and accepted:
            answered.append(offer._replace(accepted=offer.accepted | bit, declined=offer.declined & ~bit))
        elif offer.id == number:
            answered.append(offer._replace(accepted=offer.accepted & ~bit, declined=offer.declined | bit))
        else:
            answered.append(offer)
    s.offers = tuple(answered)


def offer_accepted(s: State, event: e.OfferAccepted) -> None:
    """Mark the offer as accepted by the seat."""
    _answer(s, event.offer, event.seat, True)


def offer_declined(s: State, event: e.OfferDeclined) -> None:
    """Mark the offer as declined by the seat."""
    _answer(s, event.offer, event.seat, False)


def _close(s: State, number: int) -> None:
    s.offers = tuple([offer for offer in s.offers if offer.id != number])


def offer_withdrawn(s: State, event: e.OfferWithdrawn) -> None:
    """Remove the offer."""
    _close(s, event.offer)


def offers_lapsed(s: State, event: e.OffersLapsed) -> None:
    """Remove all offers."""
    s.offers = ()


def trade_made(s: State, event: e.TradeMade) -> None:
    """Exchange the cards of both seats, and close the offer."""
    part_with(s, event.seat, event.give)
    part_with(s, event.partner, event.take)
    gain(s, event.seat, event.take)
    gain(s, event.partner, event.give)
    _close(s, event.offer)


EVOLVERS: Final[Evolvers[State]] = {
    e.TradeOffered: trade_offered,
    e.OfferAccepted: offer_accepted,
    e.OfferDeclined: offer_declined,
    e.OfferWithdrawn: offer_withdrawn,
    e.OffersLapsed: offers_lapsed,
    e.TradeMade: trade_made,
}


def learn_trade_offered(b: Belief, event: e.TradeOffered) -> None:
    """The seat holds what it offers."""
    b.hands.hold(event.seat, event.give)
    b.asked = {**b.asked, event.offer: event.take}


def learn_offer_accepted(b: Belief, event: e.OfferAccepted) -> None:
    """The seat holds what it agrees to give."""
    b.hands.hold(event.seat, b.asked[event.offer])


def learn_offers_lapsed(b: Belief, event: e.OffersLapsed) -> None:
    """All offers are over."""
    b.asked = {}


def learn_trade_made(b: Belief, event: e.TradeMade) -> None:
    """All players see what the two exchange."""
    b.hands.lose(event.seat, event.give)
    b.hands.lose(event.partner, event.take)
    b.hands.gain(event.seat, event.take)
    b.hands.gain(event.partner, event.give)


EVIDENCE: Final[Evidence] = {
    e.TradeOffered: learn_trade_offered,
    e.OfferAccepted: learn_offer_accepted,
    e.OffersLapsed: learn_offers_lapsed,
    e.TradeMade: learn_trade_made,
}
