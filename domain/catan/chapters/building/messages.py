"""Defines the messages of roads, settlements and cities."""

from dataclasses import dataclass
from typing import Final, Protocol

from domain.catan.kinds import EDGE, HAND, NODE, OF_SEAT, Cards
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class BuildRoad:
    """Build a road; free while road building lasts."""

    edge: int


@dataclass(frozen=True, slots=True)
class BuildSettlement:
    """Build a settlement."""

    node: int


@dataclass(frozen=True, slots=True)
class BuildCity:
    """Upgrade an own settlement."""

    node: int


class RoadLaid(Protocol):
    """Is an event that puts a road on an edge: RoadBuilt, and those that a module declares to do so."""

    seat: int
    edge: int


@dataclass(slots=True)
class RoadBuilt:
    """A road was built for `cost`."""

    seat: int
    edge: int
    cost: Cards


@dataclass(slots=True)
class SettlementBuilt:
    """A settlement was built for `cost`."""

    seat: int
    node: int
    cost: Cards


@dataclass(slots=True)
class CityBuilt:
    """A settlement became a city for `cost`."""

    seat: int
    node: int
    cost: Cards


BUILDINGS: Final = frozenset({BuildRoad, BuildSettlement, BuildCity})
"""All that can be built for resources."""

COMMANDS: Final = (
    Message(BuildRoad, (Field("edge", EDGE),)),
    Message(BuildSettlement, (Field("node", NODE),)),
    Message(BuildCity, (Field("node", NODE),)),
)
EVENTS: Final = (
    Message(RoadBuilt, (OF_SEAT, Field("edge", EDGE), Field("cost", HAND))),
    Message(SettlementBuilt, (OF_SEAT, Field("node", NODE), Field("cost", HAND))),
    Message(CityBuilt, (OF_SEAT, Field("node", NODE), Field("cost", HAND))),
)
