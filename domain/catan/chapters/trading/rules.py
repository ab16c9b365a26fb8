"""Trades with the active player, in phase 2a (rulebook 003, Trade a; component facts A.5)."""

from collections.abc import Sequence
from typing import Final

from domain.catan.chapters.trading import messages
from domain.catan.state import Offer, Public, State
from domain.catan.terms import KINDS
from domain.catan.wares import Goods, holds_wares, most_asked, most_held, name_goods, trim
from domain.core.agenda import Agenda
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.masks import bits

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


def offer_trade(draft: Draft[State], seat: int, command: messages.OfferTrade) -> Agenda | None:
    """Announce an offer: the active player's to all or some, anybody else's to the active player.

    A counter-offer goes to the maker of the offer that it answers, and declines that one.
    """
    state = draft.state
    answered = _offer_to(state, command.answers, seat) if command.answers else None
    asked = partners(state, seat) if answered is None else 1 << answered.seat
    to = command.to or asked
    if to & ~partners(state, seat):
        raise IllegalCommand(_partner_rule(state, seat, to), partners=bits(partners(state, seat)))
    if answered is not None and to != asked:
        raise IllegalCommand("catan.trade.domestic.answers", offer=answered.id, maker=answered.seat)
    give, take = trim(command.give), trim(command.take)
    others = tuple([trim(goods) for goods in command.or_take])
    _check_goods(state, give, take)
    for goods in others:
        _check_goods(state, give, goods)
    if not holds(state, seat, give):
        raise IllegalCommand("catan.trade.domestic.must_own", missing=lacking(state, seat, give))
    most = askable(state)
    for goods in (take, *others):
        if any(count > highest for count, highest in zip(goods, most, strict=False)):
            raise IllegalCommand("catan.trade.domestic.most_asked", most=name_goods(state.setting.rules.wares, most))
    if len({take, *others}) <= len(others):
        raise IllegalCommand("catan.trade.domestic.any_of", case="twice")
    if not may_offer(state, seat):
        raise IllegalCommand("catan.trade.domestic.most_offers", most=MOST_OFFERS)
    if answered is not None and not answered.declined >> seat & 1:
        draft.emit(messages.OfferDeclined(answered.id, seat))
    number = max(state.next_offer, draft.numbered + 1)
    ends = draft.now + 1000 * command.expires_after_s if draft.now and command.expires_after_s else 0
    draft.emit(messages.TradeOffered(number, seat, give, take, to, others, command.answers, ends))
    return None


def _check_goods(state: Public, give: Goods, take: Goods) -> None:
    """Refuse an exchange that is none: of nothing, of a kind for itself, or of what is no goods in this game."""
    if not sum(give) or not sum(take):
        raise IllegalCommand("catan.trade.domestic.no_gift")
    if any(a and b for a, b in zip(give, take, strict=False)):
        raise IllegalCommand("catan.trade.domestic.no_like_for_like")
    if max(len(give), len(take)) > len(askable(state)):
        raise IllegalCommand("catan.trade.domestic.resources_only")


def _partner_rule(state: Public, seat: int, to: int) -> str:
    """Return the rule against an offer to some seats: to its maker, to a seat that is none, or past the active one."""
    if to >> seat & 1:
        return "catan.trade.domestic.two_parties"
    return "catan.trade.domestic.offers" if seat == state.active else "catan.trade.domestic.with_active"


def askable(state: Public) -> Goods:
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
    gives = trim(command.give) if command.give else offer.take
    if command.give and gives not in offer.or_take:
        wares = state.setting.rules.wares
        asked = [name_goods(wares, goods) for goods in (offer.take, *offer.or_take)]
        case = {"case": "first"} if gives == offer.take else {}
        raise IllegalCommand("catan.trade.domestic.any_of", offer=offer.id, asked_goods=asked, **case)
    if offer.accepted >> seat & 1 and offer.agreed(seat) == gives:
        raise IllegalCommand("catan.trade.domestic.one_answer", offer=offer.id, seat=seat, case="accepted")
    if not holds(state, seat, gives):
        missing = lacking(state, seat, gives)
        raise IllegalCommand("catan.trade.domestic.must_own", offer=offer.id, missing=missing)
    if seat == state.active:
        _trade(draft, offer, seat, gives)
    else:
        draft.emit(messages.OfferAccepted(offer.id, seat, () if gives == offer.take else gives))
    return None


def _trade(draft: Draft[State], offer: Offer, partner: int, take: Goods) -> None:
    """Exchange the cards of an offer; what it answers is settled by that, and ends with it."""
    draft.emit(messages.TradeMade(offer.id, offer.seat, partner, offer.give, take))
    number = offer.answers
    while number:
        answered = find_offer(draft.state, number)
        draft.emit(messages.OfferWithdrawn(number, answered.seat))
        number = answered.answers


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
    take = offer.agreed(command.partner)
    if named(offer, take) != trim(command.take):
        gives, case = name_goods(state.setting.rules.wares, take), "first" if take == offer.take else "other"
        raise IllegalCommand(
            "catan.trade.domestic.consent", offer=offer.id, partner=command.partner, gives=gives, case=case
        )
    _trade(draft, offer, command.partner, take)
    return None


def named(offer: Offer, goods: Goods) -> Goods:
    """Return what commands call things that an offer wants; what it wants first needs no name."""
    return () if goods == offer.take else goods
