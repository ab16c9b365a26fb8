"""Defines the messages of development cards and Largest Army."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import CARD, COUNT, HAND, OF_SEAT, OPTIONAL_SEAT, RESOURCE, Cards
from domain.catan.terms import MOST_SEATS
from domain.core.kinds import array
from domain.core.messages import Field, Message, everybody, name_rows


@dataclass(frozen=True, slots=True)
class BuyDevelopmentCard:
    """Buy the top card of the deck."""


@dataclass(frozen=True, slots=True)
class PlayKnight:
    """Play a knight."""


@dataclass(frozen=True, slots=True)
class PlayRoadBuilding:
    """Play road building."""


@dataclass(frozen=True, slots=True)
class PlayYearOfPlenty:
    """Play year of plenty for the cards named."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class PlayMonopoly:
    """Play monopoly on one resource."""

    resource: int


@dataclass(slots=True)
class DevelopmentCardBought:
    """A seat bought the top card of the deck; its kind is the buyer's secret."""

    seat: int
    card: int
    cost: Cards


@dataclass(slots=True)
class KnightPlayed:
    """A knight was laid face up."""

    seat: int


@dataclass(slots=True)
class RoadBuildingPlayed:
    """A road building card was played and left the game."""

    seat: int


@dataclass(slots=True)
class YearOfPlentyPlayed:
    """A year of plenty card was played and the bank paid."""

    seat: int
    cards: Cards


@dataclass(slots=True)
class MonopolyPlayed:
    """A monopoly card was played; `taken` counts the cards each seat handed over."""

    seat: int
    resource: int
    taken: tuple[int, ...]


@dataclass(slots=True)
class LargestArmyMoved:
    """The Largest Army card went to a seat, or aside (-1)."""

    seat: int


PLAY_CARD: Final = frozenset({PlayKnight, PlayRoadBuilding, PlayYearOfPlenty, PlayMonopoly})
"""All development cards that are played; victory points are shown at the end."""

COMMANDS: Final = (
    Message(BuyDevelopmentCard),
    Message(PlayKnight),
    Message(PlayRoadBuilding),
    Message(PlayYearOfPlenty, (Field("cards", HAND),)),
    Message(PlayMonopoly, (Field("resource", RESOURCE),)),
)
EVENTS: Final = (
    Message(DevelopmentCardBought, (OF_SEAT, Field("card", CARD, ("seat",)), Field("cost", HAND)), reveals=True),
    Message(KnightPlayed, (OF_SEAT,)),
    Message(RoadBuildingPlayed, (OF_SEAT,)),
    Message(YearOfPlentyPlayed, (OF_SEAT, Field("cards", HAND))),
    Message(
        MonopolyPlayed,
        (OF_SEAT, Field("resource", RESOURCE), Field("taken", array(COUNT, MOST_SEATS))),
        reveals=True,
        affects=name_rows("taken", 1),
    ),
    Message(LargestArmyMoved, (Field("seat", OPTIONAL_SEAT),), affects=everybody),
)
