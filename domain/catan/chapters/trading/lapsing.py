"""Ends offers that can no longer be kept, whose time is over, or that answer one which has ended."""

from collections.abc import Sequence

from domain.catan.chapters.trading import messages
from domain.catan.state import Public, State
from domain.catan.terms import KINDS
from domain.catan.wares import holds_wares
from domain.core.decider import Draft


def offering_hands(state: State) -> Sequence[int]:
    """Return all hands, where offers are open that may become stale."""
    return state.hands[:] if state.offers else ()


def drop_stale_offers(draft: Draft[State], before: Sequence[int]) -> None:
    """Withdraw the offers and agreements of those who parted with cards that they promised; `before` are all hands.

    Where everybody knows that enough are left they stand. The hands themselves are not asked, so that what lapses and
    what stands reveals nothing of them.
    """
    state = draft.state
    for offer in list(state.offers):
        if _is_doubtful(state, before, offer.seat, offer.give):
            draft.emit(messages.OfferWithdrawn(offer.id, offer.seat))
            continue
        for seat in range(state.seats):
            if offer.accepted >> seat & 1 and _is_doubtful(state, before, seat, offer.agreed(seat)):
                draft.emit(messages.OfferDeclined(offer.id, seat))
    end_orphans(draft)


def end_orphans(draft: Draft[State]) -> None:
    """Withdraw the counter-offers that answer an offer which has ended, and those that answer them."""
    state = draft.state
    while True:
        is_open = {offer.id for offer in state.offers}
        ended = [offer for offer in state.offers if offer.answers and offer.answers not in is_open]
        if not ended:
            return
        for offer in ended:
            draft.emit(messages.OfferWithdrawn(offer.id, offer.seat))


def _is_doubtful(state: State, before: Sequence[int], seat: int, cards: Sequence[int]) -> bool:
    """Return whether a seat parted with promised cards, and it is not public that it can keep the promise."""
    at = seat * KINDS
    for kind in range(KINDS):
        if cards[kind] and state.hands[at + kind] < before[at + kind] and state.known[at + kind] < cards[kind]:
            return True
    return len(cards) > KINDS and not holds_wares(state.setting.rules.wares, state, seat, cards)


def drop_offers_of(draft: Draft[State], seat: int) -> None:
    """Withdraw a seat's offers and agreements, even if it could keep them, so that they never reveal a stolen card."""
    for offer in list(draft.state.offers):
        if offer.seat == seat:
            draft.emit(messages.OfferWithdrawn(offer.id, seat))
        elif offer.accepted >> seat & 1:
            draft.emit(messages.OfferDeclined(offer.id, seat))


def expires_at(state: Public) -> int:
    """Return when the first offer ends by itself, in ms since 1970; 0 if none does."""
    return min([offer.expires_at for offer in state.offers if offer.expires_at], default=0)


def expire(draft: Draft[State]) -> None:
    """End the offers whose time is over, and the counter-offers that answer them."""
    for offer in list(draft.state.offers):
        if 0 < offer.expires_at <= draft.now:
            draft.emit(messages.OfferExpired(offer.id, offer.seat))
    end_orphans(draft)
