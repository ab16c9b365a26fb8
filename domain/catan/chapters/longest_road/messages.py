"""Defines the events of routes and Longest Road."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import COUNT, OPTIONAL_SEAT, SEAT
from domain.core.affected import everybody, nobody
from domain.core.messages import Field, Message


@dataclass(slots=True)
class RouteChanged:
    """The length of a seat's longest route changed."""

    seat: int
    length: int


@dataclass(slots=True)
class LongestRoadMoved:
    """The Longest Road card went to a seat, or aside (-1)."""

    seat: int


_SEAT: Final = Field("seat", SEAT)

EVENTS: Final = (
    Message(RouteChanged, (_SEAT, Field("length", COUNT)), affects=nobody),
    Message(LongestRoadMoved, (Field("seat", OPTIONAL_SEAT),), affects=everybody),
)
