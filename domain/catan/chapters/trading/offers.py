"""Withdraws offers that can no longer be kept: a seat that lost the cards cannot give them (rulebook 003, Trade a)."""

from collections.abc import Sequence

from domain.catan.chapters.trading.messages import OfferDeclined, OfferWithdrawn
from domain.catan.state import State
from domain.catan.terms import KINDS
from domain.catan.wares import holds_wares, most_held, name_goods
from domain.core.decider import Draft


def holds(state: State, seat: int, cards: Sequence[int]) -> bool:
    """Return whether a seat holds all of the cards, and of the wares that may stand behind them."""
    at = seat * KINDS
    if not all(state.hands[at + kind] >= cards[kind] for kind in range(KINDS)):
        return False
    return len(cards) == KINDS or holds_wares(state.setting.rules.wares, state, seat, cards)


def lacking(state: State, seat: int, cards: Sequence[int]) -> dict[str, int]:
    """Return the cards and wares that a seat lacks of some, by word."""
    wares = state.setting.rules.wares
    held = (*state.hand(seat), *most_held(wares, state, seat))
    return name_goods(wares, [max(count - own, 0) for count, own in zip(cards, held, strict=False)])


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
            draft.emit(OfferWithdrawn(offer.id, offer.seat))
            continue
        for seat in range(state.seats):
            if offer.accepted >> seat & 1 and _is_doubtful(state, before, seat, offer.take):
                draft.emit(OfferDeclined(offer.id, seat))


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
            draft.emit(OfferWithdrawn(offer.id, seat))
        elif offer.accepted >> seat & 1:
            draft.emit(OfferDeclined(offer.id, seat))
