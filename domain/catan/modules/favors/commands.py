"""Defines the commands that use the guilds."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import EDGE, OPTIONAL_RESOURCE, OPTIONAL_SEAT, RESOURCE, SEAT
from domain.catan.modules.favors.terms import TOKENS
from domain.core.kinds import word
from domain.core.messages import Field, Message

TOKEN: Final = word(TOKENS)
UNNAMED: Final = -1
"""Stands for a resource or a giver that an answer to a gift does not name."""


@dataclass(frozen=True, slots=True)
class OfferGift:
    """Offer another seat one resource card as a gift."""

    resource: int
    to: int


@dataclass(frozen=True, slots=True)
class AcceptGift:
    """Take the card that is offered; an answer that names a resource or a giver takes no other."""

    resource: int = UNNAMED
    giver: int = UNNAMED


@dataclass(frozen=True, slots=True)
class DeclineGift:
    """Leave the card that is offered to the giver; an answer that names a resource or a giver declines no other."""

    resource: int = UNNAMED
    giver: int = UNNAMED


@dataclass(frozen=True, slots=True)
class NameDrawer:
    """Say which of the owners of newly linked cores draws first from a short supply."""

    owner: int


@dataclass(frozen=True, slots=True)
class CallTraders:
    """Swap a card with the bank: for a wagon the first time in a turn, free the second time."""

    give: int
    take: int


@dataclass(frozen=True, slots=True)
class CallMerchants:
    """Take a card from the bank for a ship."""

    take: int


@dataclass(frozen=True, slots=True)
class CallRoadBuilders:
    """Build a road for a shovel."""

    edge: int


@dataclass(frozen=True, slots=True)
class CallScholars:
    """Draw a development card for two books."""


@dataclass(frozen=True, slots=True)
class CallMasterBuilders:
    """Take a Catan token for two compasses."""


@dataclass(frozen=True, slots=True)
class ExchangeFavor:
    """Draw a favor token in order to return one."""


@dataclass(frozen=True, slots=True)
class ReturnFavor:
    """Return a favor token to the supply, face down."""

    token: int


_GIFT: Final = (
    Field("resource", OPTIONAL_RESOURCE, required=False),
    Field("giver", OPTIONAL_SEAT, required=False),
)
COMMANDS: Final = (
    Message(OfferGift, (Field("resource", RESOURCE), Field("to", SEAT))),
    Message(AcceptGift, _GIFT),
    Message(DeclineGift, _GIFT),
    Message(NameDrawer, (Field("owner", SEAT),)),
    Message(CallTraders, (Field("give", RESOURCE), Field("take", RESOURCE))),
    Message(CallMerchants, (Field("take", RESOURCE),)),
    Message(CallRoadBuilders, (Field("edge", EDGE),)),
    Message(CallScholars),
    Message(CallMasterBuilders),
    Message(ExchangeFavor),
    Message(ReturnFavor, (Field("token", TOKEN),)),
)
