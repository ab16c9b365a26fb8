"""Defines the messages of trade among players."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import OF_SEAT, OFFER, SEAT, SEATS, Cards
from domain.core.kinds import Kind, array, integer
from domain.core.messages import AnyCommand, AnyEvent, Field, Message, everybody, name_seats, nobody


@dataclass(frozen=True, slots=True)
class OfferTrade:
    """Offer a domestic trade; `to` is a mask of seats, 0 for all who may trade.

    Any one of `or_take` is wanted as well as `take`. A counter-offer `answers` an offer to its maker, and goes to the
    maker of that one. The offer ends by itself after `expires_after_s` seconds; with 0 it does not.
    """

    give: Cards
    take: Cards
    to: int = 0
    or_take: tuple[Cards, ...] = ()
    answers: int = 0
    expires_after_s: int = 0


@dataclass(frozen=True, slots=True)
class AcceptOffer:
    """Agree to an offer; the active player's agreement to another's offer executes it.

    `give` is what the seat gives, one of the things that the offer wants; by default what it wants first.
    """

    offer: int
    give: Cards = ()


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
    """Execute an own offer with one of those who accepted it.

    `take` is what the partner agreed to give; by default what the offer wants first.
    """

    offer: int
    partner: int
    take: Cards = ()


@dataclass(slots=True)
class TradeOffered:
    """An offer stands open to the seats of the mask `to`.

    Any one of `or_take` is wanted as well as `take`. It `answers` another offer (0: none), and ends by itself at
    `expires_at`, in ms since 1970 (0: it does not).
    """

    offer: int
    seat: int
    give: Cards
    take: Cards
    to: int
    or_take: tuple[Cards, ...] = ()
    answers: int = 0
    expires_at: int = 0


@dataclass(slots=True)
class OfferAccepted:
    """A seat agreed to an offer, and to `give` this of what the offer wants; by default what it wants first."""

    offer: int
    seat: int
    give: Cards = ()


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
class OfferExpired:
    """An offer ended by itself, at the time that its maker had stated."""

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

MOST_OTHERS: Final = 5
"""Limits what an offer wants besides `take`."""
LEAST_S: Final = 5
LONGEST_S: Final = 7 * 86_400
"""Bound the seconds after which an offer ends by itself."""

_OFFER: Final = Field("offer", OFFER)
_ANSWERS: Final = Field("answers", OFFER, required=False, absent=0)

COMMANDS: Final = (
    Message(DeclineOffer, (_OFFER,)),
    Message(WithdrawOffer, (_OFFER,)),
)
EVENTS: Final = (
    Message(OfferDeclined, (_OFFER, OF_SEAT)),
    Message(OfferWithdrawn, (_OFFER, OF_SEAT), affects=everybody),
    Message(OfferExpired, (_OFFER, OF_SEAT), affects=nobody),
    Message(OffersLapsed, affects=everybody),
)


def goods_messages(goods: Kind) -> tuple[tuple[Message[AnyCommand], ...], tuple[Message[AnyEvent], ...]]:
    """Return the rows of commands and events that name goods: all that is tradable, the wares of modules among it."""
    give, take = Field("give", goods), Field("take", goods)
    or_take = Field("or_take", array(goods, MOST_OTHERS, unique=True), required=False, absent=())
    given, taken = (Field(name, goods, required=False, absent=()) for name in ("give", "take"))
    lasts = Field("expires_after_s", integer(LEAST_S, LONGEST_S), required=False, absent=0)
    expires = Field("expires_at", integer(0, 2**53), required=False, absent=0)
    commands = (
        Message(OfferTrade, (give, take, Field("to", SEATS, required=False), or_take, _ANSWERS, lasts)),
        Message(AcceptOffer, (_OFFER, given)),
        Message(ConfirmTrade, (_OFFER, Field("partner", SEAT), taken)),
    )
    events = (
        Message(TradeOffered, (_OFFER, OF_SEAT, give, take, Field("to", SEATS), or_take, _ANSWERS, expires)),
        Message(OfferAccepted, (_OFFER, OF_SEAT, given)),
        Message(
            TradeMade,
            (_OFFER, OF_SEAT, Field("partner", SEAT), give, take),
            affects=name_seats("seat", "partner"),
        ),
    )
    return commands, events
