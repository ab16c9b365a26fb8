"""Lists what a seat may do about trades now, what others propose to it, and what the offer of a command says."""

from functools import cache
from typing import Final

from domain.catan.chapters.trading import messages
from domain.catan.chapters.trading.rules import askable, holds, may_offer, named, partners
from domain.catan.state import Offer, State
from domain.catan.terms import KINDS
from domain.catan.wares import most_held, name_goods
from domain.core.actions import AnswersBound, CardsBound, NumberBound, OptionalBound, OthersBound, SeatsBound, Template
from domain.core.documents import JsonObject, JsonValue
from domain.core.messages import AnyCommand
from domain.core.proposals import Agreement, Proposal

_OPTIONAL: Final[dict[str, OptionalBound]] = {
    "or_take": OthersBound("take", messages.MOST_OTHERS),
    "answers": AnswersBound("to", {}),
    "expires_after_s": NumberBound(messages.LEAST_S, messages.LONGEST_S),
}
"""The bounds of what an offer may leave out, while none is open."""


def list_answers(state: State, seat: int) -> list[AnyCommand]:
    """Return every answer a seat can give to the open offers."""
    found: list[AnyCommand] = []
    for offer in state.offers:
        if offer.seat == seat:
            found += [
                messages.ConfirmTrade(offer.id, p, named(offer, offer.agreed(p)))
                for p in range(state.seats)
                if offer.accepted >> p & 1
            ]
            found.append(messages.WithdrawOffer(offer.id))
        elif offer.to >> seat & 1:
            given = offer.agreed(seat) if offer.accepted >> seat & 1 else None
            if given != offer.take and holds(state, seat, offer.take):
                found.append(messages.AcceptOffer(offer.id))
            for goods in offer.or_take:
                if given != goods and holds(state, seat, goods):
                    found.append(messages.AcceptOffer(offer.id, goods))
            if not offer.declined >> seat & 1:
                found.append(messages.DeclineOffer(offer.id))
    return found


def list_proposals(state: State, seat: int) -> list[Proposal]:
    """Return the open offers that a seat has not answered, with all that it could give for them."""
    wares = state.setting.rules.wares
    return [
        Proposal(
            offer.seat,
            name_goods(wares, offer.give),
            [
                Agreement(name_goods(wares, goods), messages.AcceptOffer(offer.id, named(offer, goods)))
                for goods in (offer.take, *offer.or_take)
            ],
            messages.DeclineOffer(offer.id),
        )
        for offer in state.offers
        if offer.to & ~offer.accepted & ~offer.declined & 1 << seat
    ]


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
    most = askable(state)
    asked = sum(most) - min([m for m, count in zip(most, held, strict=True) if count])
    bounds: dict[str, CardsBound | SeatsBound] = {
        "give": CardsBound(held, 1, sum(held)),
        "take": CardsBound(most, 1, asked),
        "to": SeatsBound(to, True),
    }
    optional = _optional(state, seat) if state.offers else _OPTIONAL
    return [Template(messages.OfferTrade, bounds, example, ("give", "take"), optional)]


def _optional(state: State, seat: int) -> dict[str, OptionalBound]:
    asking = {offer.id: 1 << offer.seat for offer in state.offers if offer.to >> seat & 1}
    return {**_OPTIONAL, "answers": AnswersBound("to", asking)}


@cache
def _one(kind: int) -> tuple[int, ...]:
    return tuple(int(k == kind) for k in range(max(KINDS, kind + 1)))


def offer_details(
    state: State, command: messages.AcceptOffer | messages.DeclineOffer | messages.WithdrawOffer | messages.ConfirmTrade
) -> JsonObject:
    """Return what the open offer that a command names gives and takes, from the view of its sender."""
    for offer in state.offers:
        if offer.id == command.offer:
            give, take = name_goods(state.setting.rules.wares, offer.give), _name_meant(state, offer, command)
            is_own = isinstance(command, messages.WithdrawOffer | messages.ConfirmTrade)
            return {"mine": give, "theirs": take} if is_own else {"mine": take, "theirs": give, "maker": offer.seat}
    return {}


def _name_meant(
    state: State,
    offer: Offer,
    command: messages.AcceptOffer | messages.DeclineOffer | messages.WithdrawOffer | messages.ConfirmTrade,
) -> JsonValue:
    """Return which of the things that an offer wants a command means; a list where it means them all."""
    wares = state.setting.rules.wares
    if isinstance(command, messages.AcceptOffer):
        return name_goods(wares, command.give or offer.take)
    if isinstance(command, messages.ConfirmTrade):
        return name_goods(wares, command.take or offer.take)
    if offer.or_take:
        return [name_goods(wares, goods) for goods in (offer.take, *offer.or_take)]
    return name_goods(wares, offer.take)


def find_asked(state: State) -> int:
    """Return the seats with an open offer that they may answer, as a mask."""
    frame = state.agenda[-1]
    if not state.setting.rules.others[frame.kind].listers:
        return 0
    asked = 0
    for offer in state.offers:
        asked |= offer.to & ~offer.accepted & ~offer.declined
    return asked & ~frame.seats
