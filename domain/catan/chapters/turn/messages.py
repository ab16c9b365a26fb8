"""Defines the messages of turns."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import COUNT, SEAT
from domain.core.affected import nobody
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Hand the dice on."""


@dataclass(slots=True)
class TurnStarted:
    """A seat's turn began; turns are counted from 1."""

    seat: int
    turn: int


@dataclass(slots=True)
class TurnEnded:
    """A seat's turn is over, and others act before the next one begins: no seat is active."""

    seat: int


_SEAT: Final = Field("seat", SEAT)

COMMANDS: Final = (Message(EndTurn),)
EVENTS: Final = (
    Message(TurnStarted, (_SEAT, Field("turn", COUNT)), affects=nobody),
    Message(TurnEnded, (_SEAT,)),
)
