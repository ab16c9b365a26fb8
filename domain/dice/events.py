"""Defines what can happen. Events are past tense and carry outcomes, so that applying them needs no rule."""

from dataclasses import dataclass
from typing import Final

from domain.core.affected import nobody
from domain.core.agenda import AgendaSet
from domain.core.documents import JsonObject
from domain.core.kinds import CONFIG, array, integer, seat_mask
from domain.core.messages import Field, Message, MessageTable
from domain.core.position import POSITION_SET, PositionSet
from domain.dice.commands import DICE_COUNTS, KNIGHT, PLACE_POINTS, ROAD, SYMBOL, Dice
from domain.dice.terms import AGENDA, BOXES, CROSS, MOST_SEATS


@dataclass(slots=True)
class DiceGameStarted:
    """The game began with a configuration; `first` takes the first turn."""

    config: JsonObject
    first: int


@dataclass(slots=True)
class TurnStarted:
    """A seat's turn began; turns of all seats are counted from 1."""

    seat: int
    turn: int


@dataclass(slots=True)
class DiceDiceRolled:
    """Some dice were kept, and the others rolled."""

    seat: int
    kept: Dice
    rolled: Dice


@dataclass(slots=True)
class RollingStopped:
    """The dice are the final result."""

    seat: int


@dataclass(slots=True)
class JokerUsed:
    """Dice were turned to a resource; the joker is crossed out."""

    seat: int
    knight: int
    resource: int
    dice: Dice


@dataclass(slots=True)
class GoldExchanged:
    """Two gold dice became one of a resource; the other is lost."""

    seat: int
    resource: int


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


@dataclass(slots=True)
class BoxFilled:
    """The turn's sum was written in the next box, counted from 1; -2 stands for a cross."""

    seat: int
    box: int
    points: int


@dataclass(slots=True)
class GameEnded:
    """All boxes are full; the highest total wins."""

    winners: int
    points: tuple[int, ...]


_SEAT: Final = Field("seat", integer(0, MOST_SEATS - 1))
_COST: Final = Field("cost", DICE_COUNTS)
_ONE_TURN: Final = integer(CROSS, 145)
_TOTAL: Final = integer(CROSS * BOXES, 145)

Event = (
    DiceGameStarted
    | TurnStarted
    | DiceDiceRolled
    | RollingStopped
    | JokerUsed
    | GoldExchanged
    | DiceRoadBuilt
    | DiceSettlementBuilt
    | DiceCityBuilt
    | KnightBuilt
    | BoxFilled
    | GameEnded
    | AgendaSet
    | PositionSet
)
"""Represents any event of the dice game."""

EVENTS: Final[MessageTable[Event]] = MessageTable(
    (
        POSITION_SET,
        Message(
            DiceGameStarted,
            (Field("config", CONFIG), Field("first", _SEAT.kind)),
            reveals=True,
            was=("GameStarted",),
        ),
        AGENDA.message(),
        Message(TurnStarted, (_SEAT, Field("turn", integer(1, BOXES * MOST_SEATS))), affects=nobody),
        Message(
            DiceDiceRolled,
            (_SEAT, Field("kept", DICE_COUNTS), Field("rolled", DICE_COUNTS)),
            reveals=True,
            was=("DiceRolled",),
        ),
        Message(RollingStopped, (_SEAT,)),
        Message(JokerUsed, (_SEAT, Field("knight", KNIGHT), Field("resource", SYMBOL), Field("dice", DICE_COUNTS))),
        Message(GoldExchanged, (_SEAT, Field("resource", SYMBOL))),
        Message(DiceRoadBuilt, (_SEAT, Field("road", ROAD), _COST, Field("points", PLACE_POINTS)), was=("RoadBuilt",)),
        Message(DiceSettlementBuilt, (_SEAT, Field("points", PLACE_POINTS), _COST), was=("SettlementBuilt",)),
        Message(DiceCityBuilt, (_SEAT, Field("points", PLACE_POINTS), _COST), was=("CityBuilt",)),
        Message(KnightBuilt, (_SEAT, Field("knight", KNIGHT), _COST, Field("points", PLACE_POINTS))),
        Message(BoxFilled, (_SEAT, Field("box", integer(1, BOXES)), Field("points", _ONE_TURN))),
        Message(GameEnded, (Field("winners", seat_mask(MOST_SEATS)), Field("points", array(_TOTAL, MOST_SEATS)))),
    )
)
