"""Trades with the active player, in phase 2a (rulebook 003, Trade a; component facts A.5).

Offers that can no longer be kept are withdrawn: a seat that lost the cards cannot give them.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from domain.catan.chapters.trading import messages
from domain.catan.state import Offer, Public, State
from domain.catan.terms import KINDS
from domain.catan.wares import Goods, holds_wares, most_asked, most_held, name_goods, trim
from domain.core.actions import CardsBound, SeatsBound, Template
from domain.core.agenda import Agenda
from domain.core.decider import Draft
from domain.core.documents import JsonObject
from domain.core.errors import IllegalCommand
from domain.core.masks import bits
from domain.core.messages import AnyCommand

MOST_OFFERS: Final = 8
MOST_TAKEN: Final = 19
_RESOURCES: Final = (MOST_TAKEN,) * KINDS


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
            draft.emit(messages.OfferWithdrawn(offer.id, offer.seat))
            continue
        for seat in range(state.seats):
            if offer.accepted >> seat & 1 and _is_doubtful(state, before, seat, offer.take):
                draft.emit(messages.OfferDeclined(offer.id, seat))


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


def offer_trade(draft: Draft[State], seat: int, command: messages.OfferTrade) -> Agenda | None:
    """Announce an offer: the active player's to all or some, anybody else's to the active player."""
    state = draft.state
    to = command.to or partners(state, seat)
    if to & ~partners(state, seat):
        raise IllegalCommand(_partner_rule(state, seat, to), partners=bits(partners(state, seat)))
    give, take = trim(command.give), trim(command.take)
    if not sum(give) or not sum(take):
        raise IllegalCommand("catan.trade.domestic.no_gift")
    if any(a and b for a, b in zip(give, take, strict=False)):
        raise IllegalCommand("catan.trade.domestic.no_like_for_like")
    most = _askable(state)
    if max(len(give), len(take)) > len(most):
        raise IllegalCommand("catan.trade.domestic.resources_only")
    if not holds(state, seat, give):
        raise IllegalCommand("catan.trade.domestic.must_own", missing=lacking(state, seat, give))
    if any(count > highest for count, highest in zip(take, most, strict=False)):
        raise IllegalCommand("catan.trade.domestic.most_asked", most=name_goods(state.setting.rules.wares, most))
    if not may_offer(state, seat):
        raise IllegalCommand("catan.trade.domestic.most_offers", most=MOST_OFFERS)
    draft.emit(messages.TradeOffered(max(state.next_offer, draft.numbered + 1), seat, give, take, to))
    return None


def _partner_rule(state: Public, seat: int, to: int) -> str:
    """Return the rule against an offer to some seats: to its maker, to a seat that is none, or past the active one."""
    if to >> seat & 1:
        return "catan.trade.domestic.two_parties"
    return "catan.trade.domestic.offers" if seat == state.active else "catan.trade.domestic.with_active"


def _askable(state: Public) -> Goods:
    """Return how much of everything the game may hold."""
    return (*_RESOURCES, *most_asked(state.setting.rules.wares))


def partners(state: Public, seat: int) -> int:
    """Return the mask of the seats that a seat may trade with: the active player with all, the others with that one."""
    everyone = state.setting.everyone
    return everyone & ~(1 << seat) if seat == state.active else 1 << state.active


def may_offer(state: Public, seat: int) -> bool:
    """Return whether a seat may open one more offer; their number is bounded so that a view stays small."""
    return sum(1 for offer in state.offers if offer.seat == seat) < MOST_OFFERS


def find_offer(state: Public, number: int) -> Offer:
    """Return the open offer of a number; refuses one that lapsed, was withdrawn or never stood."""
    for offer in state.offers:
        if offer.id == number:
            return offer
    raise IllegalCommand("catan.trade.domestic.open_offer", offer=number, open=[offer.id for offer in state.offers])


def _offer_to(state: Public, number: int, seat: int) -> Offer:
    offer = find_offer(state, number)
    if not offer.to >> seat & 1:
        rule = _denial_rule(state, offer, seat)
        raise IllegalCommand(rule, offer=number, seat=seat, maker=offer.seat, asked=bits(offer.to))
    return offer


def _denial_rule(state: Public, offer: Offer, seat: int) -> str:
    """Return the rule that denies a seat an answer: the offer is its own, was made to others, or between others."""
    if seat == offer.seat:
        return "catan.trade.domestic.two_parties"
    return "catan.trade.domestic.asked_only" if offer.seat == state.active else "catan.trade.domestic.with_active"


def accept_offer(draft: Draft[State], seat: int, command: messages.AcceptOffer) -> Agenda | None:
    """Agree; when the active player agrees to another's offer, both sides have and the trade is made."""
    state = draft.state
    offer = _offer_to(state, command.offer, seat)
    if offer.accepted >> seat & 1:
        raise IllegalCommand("catan.trade.domestic.one_answer", offer=offer.id, seat=seat, case="accepted")
    if not holds(state, seat, offer.take):
        missing = lacking(state, seat, offer.take)
        raise IllegalCommand("catan.trade.domestic.must_own", offer=offer.id, missing=missing)
    if seat == state.active:
        draft.emit(messages.TradeMade(offer.id, offer.seat, seat, offer.give, offer.take))
    else:
        draft.emit(messages.OfferAccepted(offer.id, seat))
    return None


def decline_offer(draft: Draft[State], seat: int, command: messages.DeclineOffer) -> Agenda | None:
    """Turn an offer down, or take an agreement back."""
    offer = _offer_to(draft.state, command.offer, seat)
    if offer.declined >> seat & 1:
        raise IllegalCommand("catan.trade.domestic.one_answer", offer=offer.id, seat=seat, case="declined")
    draft.emit(messages.OfferDeclined(offer.id, seat))
    return None


def withdraw_offer(draft: Draft[State], seat: int, command: messages.WithdrawOffer) -> Agenda | None:
    """Take an own offer back."""
    offer = _own_offer(draft.state, command.offer, seat)
    draft.emit(messages.OfferWithdrawn(offer.id, seat))
    return None


def _own_offer(state: Public, number: int, seat: int) -> Offer:
    offer = find_offer(state, number)
    if offer.seat != seat:
        raise IllegalCommand("catan.trade.domestic.own_offer", offer=number, maker=offer.seat)
    return offer


def confirm_trade(draft: Draft[State], seat: int, command: messages.ConfirmTrade) -> Agenda | None:
    """Execute an offer with one of the seats that accepted it, chosen by the active player, as one exchange."""
    state = draft.state
    offer = _own_offer(state, command.offer, seat)
    if not offer.accepted >> command.partner & 1:
        accepted = bits(offer.accepted)
        raise IllegalCommand("catan.trade.domestic.consent", offer=offer.id, partner=command.partner, accepted=accepted)
    draft.emit(messages.TradeMade(offer.id, seat, command.partner, offer.give, offer.take))
    return None


def list_answers(state: State, seat: int) -> list[AnyCommand]:
    """Return every answer a seat can give to the open offers."""
    found: list[AnyCommand] = []
    for offer in state.offers:
        if offer.seat == seat:
            found += [messages.ConfirmTrade(offer.id, p) for p in range(state.seats) if offer.accepted >> p & 1]
            found.append(messages.WithdrawOffer(offer.id))
        elif offer.to >> seat & 1:
            if not offer.accepted >> seat & 1 and holds(state, seat, offer.take):
                found.append(messages.AcceptOffer(offer.id))
            if not offer.declined >> seat & 1:
                found.append(messages.DeclineOffer(offer.id))
    return found


def offer_template(state: State, seat: int) -> list[Template[messages.OfferTrade]]:
    """Return the template of an offer from the own hand, while the seat may open one."""
    hand = state.hand(seat)
    held = (*hand, *most_held(state.setting.rules.wares, state, seat))
    if not any(held) or not may_offer(state, seat):
        return []
    give = held.index(max(held))
    if give < KINDS:
        hand[give] = held[give] + 1  # so that something else is asked for
    to = partners(state, seat)
    example = messages.OfferTrade(_one(give), _one(hand.index(min(hand))), to)
    most = _askable(state)
    asked = sum(most) - min([m for m, count in zip(most, held, strict=True) if count])
    bounds: dict[str, CardsBound | SeatsBound] = {
        "give": CardsBound(held, 1, sum(held)),
        "take": CardsBound(most, 1, asked),
        "to": SeatsBound(to, True),
    }
    return [Template(messages.OfferTrade, bounds, example, ("give", "take"))]


@cache
def _one(kind: int) -> tuple[int, ...]:
    return tuple(int(k == kind) for k in range(max(KINDS, kind + 1)))


def offer_details(
    state: State, command: messages.AcceptOffer | messages.DeclineOffer | messages.WithdrawOffer | messages.ConfirmTrade
) -> JsonObject:
    """Return what the open offer that a command names gives and takes, from the view of its sender."""
    for offer in state.offers:
        if offer.id == command.offer:
            wares = state.setting.rules.wares
            give, take = name_goods(wares, offer.give), name_goods(wares, offer.take)
            is_own = isinstance(command, messages.WithdrawOffer | messages.ConfirmTrade)
            return {"mine": give, "theirs": take} if is_own else {"mine": take, "theirs": give, "maker": offer.seat}
    return {}


def find_asked(state: State) -> int:
    """Return the seats with an open offer that they may answer, as a mask."""
    frame = state.agenda[-1]
    if not state.setting.rules.others[frame.kind].listers:
        return 0
    asked = 0
    for offer in state.offers:
        asked |= offer.to & ~offer.accepted & ~offer.declined
    return asked & ~frame.seats
