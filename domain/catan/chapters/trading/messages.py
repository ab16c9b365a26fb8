"""Trade among players and with the bank."""

from dataclasses import dataclass
from typing import Final

from domain.catan.commands import HAND, OFFER, SEAT, SEATS, Cards
from domain.core.affected import everybody, named
from domain.core.kinds import Kind
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class TradeOffered:
    """An offer stands open to the seats of the mask `to`."""

    offer: int
    seat: int
    give: Cards
    take: Cards
    to: int


@dataclass(frozen=True, slots=True)
class OfferAccepted:
    """A seat agreed to an offer."""

    offer: int
    seat: int


@dataclass(frozen=True, slots=True)
class OfferDeclined:
    """A seat turned an offer down or took its agreement back."""

    offer: int
    seat: int


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """An offer was taken back."""

    offer: int
    seat: int


@dataclass(frozen=True, slots=True)
class OffersLapsed:
    """All open offers ended with the trade phase."""


@dataclass(frozen=True, slots=True)
class TradeMade:
    """Two seats exchanged cards: `seat` gave `give` and took `take`."""

    offer: int
    seat: int
    partner: int
    give: Cards
    take: Cards


@dataclass(frozen=True, slots=True)
class MaritimeTradeMade:
    """A seat traded with the bank."""

    seat: int
    give: Cards
    take: Cards


_SEAT: Final = Field("seat", SEAT)

ROWS: Final = (
    Message(OfferAccepted, (Field("offer", OFFER), _SEAT)),
    Message(OfferDeclined, (Field("offer", OFFER), _SEAT)),
    Message(OfferWithdrawn, (Field("offer", OFFER), _SEAT), affects=everybody),
    Message(OffersLapsed, affects=everybody),
    Message(MaritimeTradeMade, (_SEAT, Field("give", HAND), Field("take", HAND))),
)


def goods_rows(goods: Kind) -> tuple[Message, ...]:
    """Return the rows of what trades move; `goods` is all that is tradable, the wares of modules among it."""
    give, take = Field("give", goods), Field("take", goods)
    return (
        Message(TradeOffered, (Field("offer", OFFER), _SEAT, give, take, Field("to", SEATS))),
        Message(
            TradeMade,
            (Field("offer", OFFER), _SEAT, Field("partner", SEAT), give, take),
            affects=named("seat", "partner"),
        ),
    )
