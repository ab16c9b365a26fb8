"""Defines the messages of trade among players."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import OF_SEAT, OFFER, SEAT, SEATS, Cards
from domain.core.kinds import Kind
from domain.core.messages import AnyCommand, AnyEvent, Field, Message, everybody, name_seats


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer a domestic trade; `to` is a mask of seats, 0 for all who may trade."""

    give: Cards
    take: Cards
    to: int = 0


@dataclass(frozen=True, slots=True)
class AcceptOffer:
    """Agree to an offer; the active player's agreement to another's offer executes it."""

    offer: int


@dataclass(frozen=True, slots=True)
class DeclineOffer:
    """Turn an offer down, or take an agreement back."""

    offer: int


@dataclass(frozen=True, slots=True)
class WithdrawOffer:
    """Take back an own offer."""

    offer: int


@dataclass(frozen=True, slots=True)
class ConfirmTrade:
    """Execute an own offer with one of those who accepted it."""

    offer: int
    partner: int


@dataclass(slots=True)
class TradeOffered:
    """An offer stands open to the seats of the mask `to`."""

    offer: int
    seat: int
    give: Cards
    take: Cards
    to: int


@dataclass(slots=True)
class OfferAccepted:
    """A seat agreed to an offer."""

    offer: int
    seat: int


@dataclass(slots=True)
class OfferDeclined:
    """A seat turned an offer down or took its agreement back."""

    offer: int
    seat: int


@dataclass(slots=True)
class OfferWithdrawn:
    """An offer was taken back."""

    offer: int
    seat: int


@dataclass(slots=True)
class OffersLapsed:
    """All open offers ended with the trade phase."""


@dataclass(slots=True)
class TradeMade:
    """Two seats exchanged cards: `seat` gave `give` and took `take`."""

    offer: int
    seat: int
    partner: int
    give: Cards
    take: Cards


ANSWER: Final = frozenset({OfferTrade, AcceptOffer, DeclineOffer, WithdrawOffer})
"""What any seat may say to the offers of a turn, with one of its own as a counter-offer."""

_OFFER: Final = Field("offer", OFFER)

COMMANDS: Final = (
    Message(AcceptOffer, (_OFFER,)),
    Message(DeclineOffer, (_OFFER,)),
    Message(WithdrawOffer, (_OFFER,)),
    Message(ConfirmTrade, (_OFFER, Field("partner", SEAT))),
)
EVENTS: Final = (
    Message(OfferAccepted, (_OFFER, OF_SEAT)),
    Message(OfferDeclined, (_OFFER, OF_SEAT)),
    Message(OfferWithdrawn, (_OFFER, OF_SEAT), affects=everybody),
    Message(OffersLapsed, affects=everybody),
)


def goods_messages(goods: Kind) -> tuple[tuple[Message[AnyCommand], ...], tuple[Message[AnyEvent], ...]]:
    """Return the rows of commands and events that name goods: all that is tradable, the wares of modules among it."""
    give, take = Field("give", goods), Field("take", goods)
    commands = (Message(OfferTrade, (give, take, Field("to", SEATS, required=False))),)
    events = (
        Message(TradeOffered, (_OFFER, OF_SEAT, give, take, Field("to", SEATS))),
        Message(
            TradeMade,
            (_OFFER, OF_SEAT, Field("partner", SEAT), give, take),
            affects=name_seats("seat", "partner"),
        ),
    )
    return commands, events
