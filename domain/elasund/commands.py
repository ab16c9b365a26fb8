"""Defines the commands of a seat. Commands are imperative and carry no seat: the caller's token says which it is."""

from dataclasses import dataclass
from typing import Final

from domain.core.kinds import counts, integer, nullable, word
from domain.core.messages import Field, Message, MessageTable
from domain.elasund.board import SQUARES
from domain.elasund.terms import BUILDINGS, CARDS, CHURCH_TILES, COLORS, HUTS, MOST_SEATS, NO_COLOR, PERMITS

Cards = tuple[int, ...]

SEAT: Final = integer(0, MOST_SEATS - 1)
SQUARE: Final = integer(0, SQUARES - 1)
WALL_SPACE: Final = integer(100, 399)
ROW: Final = integer(2, 12)
VALUE: Final = integer(0, PERMITS - 1)
COUNT: Final = integer(0, 10_000)
COLOR: Final = word(COLORS)
OPTIONAL_COLOR: Final = nullable(COLOR)
BUILDING: Final = word(BUILDINGS)
HUT: Final = word(HUTS)
CHURCH_TILE: Final = word(CHURCH_TILES)
CARD: Final = word(CARDS)
INFLUENCE: Final = counts(COLORS, 200)
HAND: Final = counts(CARDS, 200)


@dataclass(frozen=True, slots=True)
class RollDice:
    """Roll for the ship."""


@dataclass(frozen=True, slots=True)
class MoveShip:
    """Put the ship on a row, named by its dice total: two spaces on, or as the pirate anywhere else."""

    row: int


@dataclass(frozen=True, slots=True)
class GiveUpCards:
    """Give up cards to the pirate."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DrawReward:
    """Draw some of the cards given up to the pirate, blind."""

    count: int


@dataclass(frozen=True, slots=True)
class ChooseReward:
    """Take some of the cards given up to the pirate, by choice."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class DeclineReward:
    """Take none of the cards given up to the pirate."""


@dataclass(frozen=True, slots=True)
class HalveInfluence:
    """Give up half of the influence cards in a shortage."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class BuildTile:
    """Build a building with its upper left square on `square`; `color` pays for covering one of equal size."""

    building: int
    square: int
    color: int = NO_COLOR


@dataclass(frozen=True, slots=True)
class BuildWall:
    """Build the next own wall tile on a wall space."""

    space: int


@dataclass(frozen=True, slots=True)
class BuildChurch:
    """Pay for a church tile and draw it."""


@dataclass(frozen=True, slots=True)
class ChooseChurchTile:
    """Choose which of the first two church tiles to build."""

    tile: int


@dataclass(frozen=True, slots=True)
class EndBuilding:
    """Go on to the permit phase."""


@dataclass(frozen=True, slots=True)
class ReplaceHut:
    """Put a displaced starting hut on other squares; `square` is its upper one."""

    hut: int
    square: int


@dataclass(frozen=True, slots=True)
class DeclineHut:
    """Leave a displaced starting hut out of the game."""

    hut: int


@dataclass(frozen=True, slots=True)
class PlacePermit:
    """Place a permit in the ship's row; with two influence cards of `color` on any empty square."""

    value: int
    square: int
    color: int = NO_COLOR


@dataclass(frozen=True, slots=True)
class TakeGold:
    """Take two gold instead of placing a permit."""


@dataclass(frozen=True, slots=True)
class PassPermit:
    """Take neither permit nor gold."""


@dataclass(frozen=True, slots=True)
class MovePermit:
    """Move the own permit of a value to another square for two influence cards of `color` (special action a)."""

    value: int
    square: int
    color: int


@dataclass(frozen=True, slots=True)
class UpgradePermit:
    """Swap the placed permit of a value for a higher one, for two influence cards of `color` (special action b)."""

    value: int
    higher: int
    color: int


@dataclass(frozen=True, slots=True)
class PlaceExtraPermit:
    """Place a permit on any empty square for one influence card of each color (special action c)."""

    value: int
    square: int


@dataclass(frozen=True, slots=True)
class BuyGold:
    """Take two gold for one influence card of each color (special action d)."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn."""


Command = (
    RollDice
    | MoveShip
    | GiveUpCards
    | DrawReward
    | ChooseReward
    | DeclineReward
    | HalveInfluence
    | BuildTile
    | BuildWall
    | BuildChurch
    | ChooseChurchTile
    | EndBuilding
    | ReplaceHut
    | DeclineHut
    | PlacePermit
    | TakeGold
    | PassPermit
    | MovePermit
    | UpgradePermit
    | PlaceExtraPermit
    | BuyGold
    | EndTurn
)
"""Represents any command of Elasund."""

ELASUND_COMMANDS: Final[MessageTable[Command]] = MessageTable(
    (
        Message(RollDice),
        Message(MoveShip, (Field("row", ROW),)),
        Message(GiveUpCards, (Field("cards", HAND),)),
        Message(DrawReward, (Field("count", integer(1, 9)),)),
        Message(ChooseReward, (Field("cards", HAND),)),
        Message(DeclineReward),
        Message(HalveInfluence, (Field("cards", INFLUENCE),)),
        Message(
            BuildTile,
            (Field("building", BUILDING), Field("square", SQUARE), Field("color", OPTIONAL_COLOR, required=False)),
        ),
        Message(BuildWall, (Field("space", WALL_SPACE),)),
        Message(BuildChurch),
        Message(ChooseChurchTile, (Field("tile", CHURCH_TILE),)),
        Message(EndBuilding),
        Message(ReplaceHut, (Field("hut", HUT), Field("square", SQUARE))),
        Message(DeclineHut, (Field("hut", HUT),)),
        Message(
            PlacePermit,
            (Field("value", VALUE), Field("square", SQUARE), Field("color", OPTIONAL_COLOR, required=False)),
        ),
        Message(TakeGold),
        Message(PassPermit),
        Message(MovePermit, (Field("value", VALUE), Field("square", SQUARE), Field("color", COLOR))),
        Message(UpgradePermit, (Field("value", VALUE), Field("higher", VALUE), Field("color", COLOR))),
        Message(PlaceExtraPermit, (Field("value", VALUE), Field("square", SQUARE))),
        Message(BuyGold),
        Message(EndTurn),
    )
)
