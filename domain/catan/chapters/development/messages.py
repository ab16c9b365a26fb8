"""Development cards, bought and played."""

from dataclasses import dataclass
from typing import Final

from domain.catan.commands import CARD, HAND, RESOURCE, SEAT, Cards
from domain.catan.kinds import COUNT
from domain.catan.terms import MOST_SEATS
from domain.core.affected import rows
from domain.core.kinds import array
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class DevelopmentCardBought:
    """A seat bought the top card of the deck; its kind is the buyer's secret."""

    seat: int
    card: int
    cost: Cards


@dataclass(frozen=True, slots=True)
class KnightPlayed:
    """A knight was laid face up."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoadBuildingPlayed:
    """A road building card was played and left the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class YearOfPlentyPlayed:
    """A year of plenty card was played and the bank paid."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class MonopolyPlayed:
    """A monopoly card was played; `taken` counts the cards each seat handed over."""

    seat: int
    resource: int
    taken: tuple[int, ...]


_SEAT: Final = Field("seat", SEAT)

ROWS: Final = (
    Message(DevelopmentCardBought, (_SEAT, Field("card", CARD, ("seat",)), Field("cost", HAND)), reveals=True),
    Message(KnightPlayed, (_SEAT,)),
    Message(RoadBuildingPlayed, (_SEAT,)),
    Message(YearOfPlentyPlayed, (_SEAT, Field("cards", HAND))),
    Message(
        MonopolyPlayed,
        (_SEAT, Field("resource", RESOURCE), Field("taken", array(COUNT, MOST_SEATS))),
        reveals=True,
        affects=rows("taken", 1),
    ),
)
