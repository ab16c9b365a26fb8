"""Defines what happened on a board with towns."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import NODE, SEAT
from domain.core.messages import Field, Message


@dataclass(slots=True)
class MapTokenTaken:
    """A seat's road was the first to reach the Catan token on a node."""

    seat: int
    node: int


EVENTS: Final = (Message(MapTokenTaken, (Field("seat", SEAT), Field("node", NODE))),)
