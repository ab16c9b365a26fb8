"""Offers that can no longer be kept: a seat that lost the cards cannot give them (rulebook 003, Trade a)."""

from collections.abc import Sequence

from domain.catan.events import OfferDeclined, OfferWithdrawn
from domain.catan.state import State
from domain.catan.terms import KINDS
from domain.catan.wares import holds_wares
from domain.core.decider import Draft


def holds(state: State, seat: int, cards: Sequence[int]) -> bool:
    """Whether a seat holds all of the cards, and of the wares that may stand behind them."""
    at = seat * KINDS
    if not all(state.hands[at + kind] >= cards[kind] for kind in range(KINDS)):
        return False
    return len(cards) == KINDS or holds_wares(state.setting.rules.wares, state, seat, cards)


def drop_stale_offers(draft: Draft) -> None:
    """Withdraw the offers whose giver, and the agreements whose partner, no longer holds the cards."""
    state = draft.state
    for offer in list(state.offers):
        if not holds(state, offer.seat, offer.give):
            draft.emit(OfferWithdrawn(offer.id, offer.seat))
            continue
        for seat in range(state.seats):
            if offer.accepted >> seat & 1 and not holds(state, seat, offer.take):
                draft.emit(OfferDeclined(offer.id, seat))


def drop_offers_of(draft: Draft, seat: int) -> None:
    """Withdraw a seat's offers and agreements, whatever it holds, so that nobody learns what was stolen."""
    for offer in list(draft.state.offers):
        if offer.seat == seat:
            draft.emit(OfferWithdrawn(offer.id, seat))
        elif offer.accepted >> seat & 1:
            draft.emit(OfferDeclined(offer.id, seat))
