"""Defines the messages of the production roll."""

from dataclasses import dataclass
from typing import Final

from domain.catan.kinds import DIE, HANDS, SEAT
from domain.catan.terms import KINDS
from domain.core.affected import rows
from domain.core.kinds import array
from domain.core.messages import Field, Message


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll for production."""


@dataclass(slots=True)
class DiceRolled:
    """The dice were rolled for production."""

    seat: int
    dice: tuple[int, ...]


@dataclass(slots=True)
class ResourcesProduced:
    """The bank paid each seat for a roll; the gains are flat by seat and kind."""

    gains: tuple[int, ...]


_SEAT: Final = Field("seat", SEAT)

COMMANDS: Final = (Message(RollDice),)
EVENTS: Final = (
    Message(DiceRolled, (_SEAT, Field("dice", array(DIE, 2))), reveals=True),
    Message(ResourcesProduced, (Field("gains", HANDS),), affects=rows("gains", KINDS)),
)
