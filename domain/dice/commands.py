"""Defines the commands of a seat: they are imperative and carry no seat, which the caller's token says."""

from dataclasses import dataclass
from typing import Final

from domain.core.kinds import counts, integer, word
from domain.core.messages import Field, Message, MessageTable
from domain.dice.sheet import KNIGHTS, ROADS
from domain.dice.terms import DICE, NO_DICE, SYMBOLS

Dice = tuple[int, ...]

DICE_COUNTS: Final = counts(SYMBOLS, DICE)
SYMBOL: Final = word(SYMBOLS)
ROAD: Final = integer(0, len(ROADS) - 1)
PLACE_POINTS: Final = integer(1, 30)
KNIGHT: Final = integer(1, KNIGHTS)


@dataclass(frozen=True, slots=True)
class DiceRollDice:
    """Roll the dice, all but those kept; the first roll keeps none."""

    keep: Dice = NO_DICE


@dataclass(frozen=True, slots=True)
class StopRolling:
    """Take the dice as they lie for the final result."""


@dataclass(frozen=True, slots=True)
class UseJoker:
    """Turn dice to a resource by the joker of a knight."""

    knight: int
    resource: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class ExchangeGold:
    """Give two gold dice for one of a resource."""

    resource: int


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


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Write the turn's box, a cross where nothing was built, and hand the dice on."""


Command = (
    DiceRollDice
    | StopRolling
    | UseJoker
    | ExchangeGold
    | DiceBuildRoad
    | DiceBuildSettlement
    | DiceBuildCity
    | BuildKnight
    | EndTurn
)
"""Represents any command of the dice game."""

COMMANDS: Final[MessageTable[Command]] = MessageTable(
    (
        Message(DiceRollDice, (Field("keep", DICE_COUNTS, required=False),), was=("RollDice",)),
        Message(StopRolling),
        Message(UseJoker, (Field("knight", KNIGHT), Field("resource", SYMBOL), Field("dice", DICE_COUNTS))),
        Message(ExchangeGold, (Field("resource", SYMBOL),)),
        Message(DiceBuildRoad, (Field("road", ROAD),), was=("BuildRoad",)),
        Message(DiceBuildSettlement, (Field("points", PLACE_POINTS),), was=("BuildSettlement",)),
        Message(DiceBuildCity, (Field("points", PLACE_POINTS),), was=("BuildCity",)),
        Message(BuildKnight, (Field("knight", KNIGHT),)),
        Message(EndTurn),
    )
)
