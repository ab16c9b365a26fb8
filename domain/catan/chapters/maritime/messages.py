"""Defines the messages of trade with the bank."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import HAND, RESOURCE, SEAT, Cards
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class MaritimeTrade:
    """Trade with the bank: equal cards for one of choice."""

    give: Cards
    take: int


@dataclass(slots=True)
class MaritimeTradeMade:
    """A seat traded with the bank."""

    seat: int
    give: Cards
    take: Cards


_SEAT: Final = Field("seat", SEAT)

COMMANDS: Final = (Message(MaritimeTrade, (Field("give", HAND), Field("take", RESOURCE))),)
EVENTS: Final = (Message(MaritimeTradeMade, (_SEAT, Field("give", HAND), Field("take", HAND))),)
