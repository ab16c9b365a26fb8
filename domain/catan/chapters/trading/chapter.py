"""Composes trade among players: what its events write and let seats conclude, and when each command is allowed."""

from collections.abc import Sequence
from typing import Final

from domain.catan.belief import Belief
from domain.catan.chapters.trading import listing, messages, rules
from domain.catan.chapters.trading.lapsing import drop_stale_offers, offering_hands
from domain.catan.hands import gain, part_with
from domain.catan.module import Module
from domain.catan.state import Offer, State
from domain.catan.terms import BUILD, ROLL, TRADE, TRADE_BUILD, TRADE_PHASES
from domain.core.chapter import Chapter, Times, Watch


def trade_offered(s: State, event: messages.TradeOffered) -> None:
    """Add the offer to those that are open."""
    offer = Offer(event.offer, event.seat, event.give, event.take, event.to)
    if event.or_take or event.answers or event.expires_at:
        offer = offer._replace(or_take=event.or_take, answers=event.answers, expires_at=event.expires_at)
    s.offers = (*s.offers, offer)
    s.next_offer = event.offer + 1


def offer_answered(s: State, event: messages.OfferAccepted | messages.OfferDeclined) -> None:
    """Mark the offer as accepted or declined by the seat."""
    s.offers = tuple([_answer(offer, event) if offer.id == event.offer else offer for offer in s.offers])


def _answer(offer: Offer, event: messages.OfferAccepted | messages.OfferDeclined) -> Offer:
    """Return an offer after an answer."""
    bit = 1 << event.seat
    give: Sequence[int] = ()
    if isinstance(event, messages.OfferAccepted):
        accepted, declined, give = offer.accepted | bit, offer.declined & ~bit, event.give
    else:
        accepted, declined = offer.accepted & ~bit, offer.declined | bit
    chosen = _choose(offer, event.seat, give) if offer.or_take else ()
    return offer._replace(accepted=accepted, declined=declined, chosen=chosen)


def _choose(offer: Offer, seat: int, give: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return who agreed to which of the other things of an offer, after a seat agreed to give some, or declined."""
    others = [one for one in offer.chosen if one[0] != seat]
    return tuple(sorted([*others, (seat, offer.or_take.index(tuple(give)) + 1)] if give else others))


def offer_closed(s: State, event: messages.OfferWithdrawn | messages.OfferExpired | messages.TradeMade) -> None:
    """Remove the offer."""
    s.offers = tuple([offer for offer in s.offers if offer.id != event.offer])


def offers_lapsed(s: State, event: messages.OffersLapsed) -> None:
    """Remove all offers."""
    s.offers = ()


def trade_made(s: State, event: messages.TradeMade) -> None:
    """Exchange the cards of both seats, and close the offer."""
    part_with(s, event.seat, event.give)
    part_with(s, event.partner, event.take)
    gain(s, event.seat, event.take)
    gain(s, event.partner, event.give)
    offer_closed(s, event)


def learn_trade_offered(b: Belief, event: messages.TradeOffered) -> None:
    """The seat holds what it offers."""
    b.hands.hold(event.seat, event.give)
    b.asked = {**b.asked, event.offer: event.take}
    if event.seat == b.seat:
        takes = (event.take, *event.or_take)
        b.refusals = b.refusals.offer(event.offer, event.give, takes, event.to, is_counter=event.answers > 0)


def learn_offer_accepted(b: Belief, event: messages.OfferAccepted) -> None:
    """The seat holds what it agrees to give."""
    b.hands.hold(event.seat, event.give or b.asked[event.offer])
    b.refusals = b.refusals.accept(event.offer, event.seat)


def learn_offer_declined(b: Belief, event: messages.OfferDeclined) -> None:
    """The seat does not want the exchange."""
    b.refusals = b.refusals.refuse(event.offer, event.seat)


def learn_offer_withdrawn(b: Belief, event: messages.OfferWithdrawn) -> None:
    """The offer is over, and says nothing of those who had not answered yet."""
    b.refusals = b.refusals.close(event.offer)


def learn_offer_expired(b: Belief, event: messages.OfferExpired) -> None:
    """The time of the offer is over."""
    b.refusals = b.refusals.expire(event.offer)


def learn_offers_lapsed(b: Belief, event: messages.OffersLapsed) -> None:
    """All offers are over."""
    b.asked = {}
    b.refusals = b.refusals.end()


def learn_trade_made(b: Belief, event: messages.TradeMade) -> None:
    """All players see what the two exchange."""
    b.hands.lose(event.seat, event.give)
    b.hands.lose(event.partner, event.take)
    b.hands.gain(event.seat, event.take)
    b.hands.gain(event.partner, event.give)
    b.refusals = b.refusals.close(event.offer)


_DEAL: Final = messages.ANSWER | {messages.ConfirmTrade}
MODULE: Final = Module(
    order=4,
    chapter=Chapter(
        "trading",
        frames={TRADE: "trade", TRADE_BUILD: "trade_build"},
        rules={
            messages.OfferTrade: rules.offer_trade,
            messages.AcceptOffer: rules.accept_offer,
            messages.DeclineOffer: rules.decline_offer,
            messages.WithdrawOffer: rules.withdraw_offer,
            messages.ConfirmTrade: rules.confirm_trade,
        },
        acting=Times(
            allowed=dict.fromkeys(TRADE_PHASES, _DEAL),
            refusals={
                ROLL: dict.fromkeys(_DEAL, "catan.trade.domestic.phase"),
                BUILD: dict.fromkeys(_DEAL, "catan.turn.no_trade_after_build"),
            },
            listers=dict.fromkeys(TRADE_PHASES, listing.list_answers),
            templates=dict.fromkeys(TRADE_PHASES, listing.offer_template),
        ),
        others=Times(
            allowed=dict.fromkeys(TRADE_PHASES, messages.ANSWER),
            refusals={
                ROLL: dict.fromkeys(messages.ANSWER, "catan.trade.domestic.phase"),
                BUILD: dict.fromkeys(messages.ANSWER, "catan.trade.domestic.offers_end"),
            },
            listers=dict.fromkeys(TRADE_PHASES, listing.list_answers),
            templates=dict.fromkeys(TRADE_PHASES, listing.offer_template),
        ),
        out_of_turn={
            **dict.fromkeys(messages.ANSWER, "catan.turn.others_duties"),
            messages.ConfirmTrade: "catan.trade.domestic.active_selects",
        },
        evolvers={
            messages.TradeOffered: trade_offered,
            messages.OfferAccepted: offer_answered,
            messages.OfferDeclined: offer_answered,
            messages.OfferWithdrawn: offer_closed,
            messages.OfferExpired: offer_closed,
            messages.OffersLapsed: offers_lapsed,
            messages.TradeMade: trade_made,
        },
        watch=Watch(offering_hands, drop_stale_offers),
        details=dict.fromkeys(
            (messages.AcceptOffer, messages.DeclineOffer, messages.WithdrawOffer, messages.ConfirmTrade),
            listing.offer_details,
        ),
        open_proposals=listing.list_proposals,
    ),
    commands=messages.COMMANDS,
    events=messages.EVENTS,
    evidence={
        messages.TradeOffered: learn_trade_offered,
        messages.OfferAccepted: learn_offer_accepted,
        messages.OfferDeclined: learn_offer_declined,
        messages.OfferWithdrawn: learn_offer_withdrawn,
        messages.OfferExpired: learn_offer_expired,
        messages.OffersLapsed: learn_offers_lapsed,
        messages.TradeMade: learn_trade_made,
    },
    goods_messages=messages.goods_messages,
)
