"""Whose turn it is, the roll, and what it pays."""

from dataclasses import dataclass
from typing import Final

from domain.catan.commands import SEAT
from domain.catan.kinds import COUNT, DIE, HANDS
from domain.catan.terms import KINDS
from domain.core.affected import nobody, rows
from domain.core.kinds import array
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A seat's turn began; turns are counted from 1."""

    seat: int
    turn: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A seat's turn is over, and others act before the next one begins: no seat is active."""

    seat: int


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The production roll."""

    seat: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ResourcesProduced:
    """What the bank paid each seat for a roll, flat by seat and kind."""

    gains: tuple[int, ...]


_SEAT: Final = Field("seat", SEAT)

ROWS: Final = (
    Message(TurnStarted, (_SEAT, Field("turn", COUNT)), affects=nobody),
    Message(TurnEnded, (_SEAT,)),
    Message(DiceRolled, (_SEAT, Field("dice", array(DIE, 2))), reveals=True),
    Message(ResourcesProduced, (Field("gains", HANDS),), affects=rows("gains", KINDS)),
)
