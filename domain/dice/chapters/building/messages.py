"""Defines the messages of building."""

from dataclasses import dataclass
from typing import Final

from domain.core.messages import Field, Message
from domain.dice.kinds import DICE_COUNTS, KNIGHT, PLACE_POINTS, ROAD, SEAT, Dice


@dataclass(frozen=True, slots=True)
class DiceBuildRoad:
    """Build a road of the sheet."""

    road: int


@dataclass(frozen=True, slots=True)
class DiceBuildSettlement:
    """Build the settlement with this number on it."""

    points: int


@dataclass(frozen=True, slots=True)
class DiceBuildCity:
    """Build the city with this number on it."""

    points: int


@dataclass(frozen=True, slots=True)
class BuildKnight:
    """Build the knight with this number on it."""

    knight: int


@dataclass(slots=True)
class DiceRoadBuilt:
    """A road was marked and paid for."""

    seat: int
    road: int
    cost: Dice
    points: int


@dataclass(slots=True)
class DiceSettlementBuilt:
    """The next settlement was marked and paid for."""

    seat: int
    points: int
    cost: Dice


@dataclass(slots=True)
class DiceCityBuilt:
    """The next city was marked and paid for."""

    seat: int
    points: int
    cost: Dice


@dataclass(slots=True)
class KnightBuilt:
    """The next knight was marked and paid for."""

    seat: int
    knight: int
    cost: Dice
    points: int


_SEAT: Final = Field("seat", SEAT)
_COST: Final = Field("cost", DICE_COUNTS)

COMMANDS: Final = (
    Message(DiceBuildRoad, (Field("road", ROAD),), was=("BuildRoad",)),
    Message(DiceBuildSettlement, (Field("points", PLACE_POINTS),), was=("BuildSettlement",)),
    Message(DiceBuildCity, (Field("points", PLACE_POINTS),), was=("BuildCity",)),
    Message(BuildKnight, (Field("knight", KNIGHT),)),
)

EVENTS: Final = (
    Message(DiceRoadBuilt, (_SEAT, Field("road", ROAD), _COST, Field("points", PLACE_POINTS)), was=("RoadBuilt",)),
    Message(DiceSettlementBuilt, (_SEAT, Field("points", PLACE_POINTS), _COST), was=("SettlementBuilt",)),
    Message(DiceCityBuilt, (_SEAT, Field("points", PLACE_POINTS), _COST), was=("CityBuilt",)),
    Message(KnightBuilt, (_SEAT, Field("knight", KNIGHT), _COST, Field("points", PLACE_POINTS))),
)
