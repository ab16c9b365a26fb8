"""Defines what can happen with the helper cards."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import CARD, EDGE, HAND, RESOURCE, SEAT, SEATS, TILE, Cards
from domain.catan.modules.helpers.commands import HELPER
from domain.core.messages import Field, Message, name_masks, name_seats


@dataclass(slots=True)
class HelperDealt:
    """A seat took the top card of the stack in the founding phase."""

    seat: int
    helper: int


@dataclass(slots=True)
class HelperUsed:
    """A seat used its helper."""

    seat: int
    helper: int


@dataclass(slots=True)
class HelperFlipped:
    """A used helper shows side B now."""

    seat: int


@dataclass(slots=True)
class HelperExchanged:
    """A used helper (`returned`) went to the display, and another one came from there."""

    seat: int
    returned: int
    helper: int


@dataclass(slots=True)
class SupplyCardTaken:
    """A helper brought its owner a card from the supply."""

    seat: int
    resource: int


@dataclass(slots=True)
class ForcedTradeMade:
    """A seat demanded a resource from the seats `asked`; those in `gave` had it and gave one each."""

    seat: int
    resource: int
    asked: int
    gave: int


@dataclass(slots=True)
class CardReturned:
    """A seat gave a card back for one from the forced trade."""

    seat: int
    partner: int
    resource: int


@dataclass(slots=True)
class RateNamed:
    """The bank takes two cards of a resource for one from a seat, for the rest of the turn."""

    seat: int
    resource: int


@dataclass(slots=True)
class CardChoicePaid:
    """A seat paid for a development card that it is about to choose."""

    seat: int
    cost: Cards


@dataclass(slots=True)
class TopCardSeen:
    """A seat looks at one more card from the top of the deck; the kind is its secret."""

    seat: int
    card: int


@dataclass(slots=True)
class DevelopmentCardKept:
    """A seat kept one of the cards looked at; the others went back into the deck."""

    seat: int
    card: int


@dataclass(slots=True)
class HandSeen:
    """A seat looks at the hand of another; they alone know what is in it."""

    seat: int
    victim: int
    hand: Cards


@dataclass(slots=True)
class LeaderCardTaken:
    """A seat took a card of its choice from the hand it looked at; both alone know its kind."""

    seat: int
    victim: int
    resource: int


@dataclass(slots=True)
class RoadMoved:
    """A road was lifted from the edge `origin` and lies on `edge` now, where it counts as newly built."""

    seat: int
    origin: int
    edge: int


@dataclass(slots=True)
class KnightDiscarded:
    """A played knight left the game."""

    seat: int


@dataclass(slots=True)
class RobberSentHome:
    """The robber went to the desert by a helper; no seat is robbed."""

    seat: int
    tile: int


_SEAT: Final = Field("seat", SEAT)
_RESOURCE: Final = Field("resource", RESOURCE)
_VICTIM: Final = Field("victim", SEAT)
_BOTH: Final = ("seat", "victim")

EVENTS: Final = (
    Message(HelperDealt, (_SEAT, Field("helper", HELPER))),
    Message(HelperUsed, (_SEAT, Field("helper", HELPER))),
    Message(HelperFlipped, (_SEAT,)),
    Message(HelperExchanged, (_SEAT, Field("returned", HELPER), Field("helper", HELPER))),
    Message(SupplyCardTaken, (_SEAT, _RESOURCE)),
    Message(
        ForcedTradeMade,
        (_SEAT, _RESOURCE, Field("asked", SEATS), Field("gave", SEATS)),
        reveals=True,
        affects=name_masks("gave"),
    ),
    Message(CardReturned, (_SEAT, Field("partner", SEAT), _RESOURCE), affects=name_seats("seat", "partner")),
    Message(RateNamed, (_SEAT, _RESOURCE)),
    Message(CardChoicePaid, (_SEAT, Field("cost", HAND))),
    Message(TopCardSeen, (_SEAT, Field("card", CARD, ("seat",))), reveals=True),
    Message(DevelopmentCardKept, (_SEAT, Field("card", CARD, ("seat",)))),
    Message(HandSeen, (_SEAT, _VICTIM, Field("hand", HAND, _BOTH)), reveals=True),
    Message(
        LeaderCardTaken,
        (_SEAT, _VICTIM, Field("resource", RESOURCE, _BOTH)),
        reveals=True,
        affects=name_seats("seat", "victim"),
    ),
    Message(RoadMoved, (_SEAT, Field("origin", EDGE), Field("edge", EDGE))),
    Message(KnightDiscarded, (_SEAT,)),
    Message(RobberSentHome, (_SEAT, Field("tile", TILE))),
)
