"""Lists the commands and events of Elasund: one row for each, one entry per field, and who sees it."""

from typing import Final

from domain.core.affected import name_seats, nobody, rows
from domain.core.agenda import AgendaSet
from domain.core.kinds import CONFIG, array, boolean, groups, integer
from domain.core.messages import Field, Message, MessageTable
from domain.core.position import POSITION_SET, PositionSet
from domain.elasund.agenda import AGENDA
from domain.elasund.chapters.church import (
    BuildChurch,
    ChooseChurchTile,
    ChurchTileBuilt,
    ChurchTileHidden,
    ChurchTilesDrawn,
)
from domain.elasund.chapters.construction.messages import BuildingPlaced, BuildTile, CompensationPaid
from domain.elasund.chapters.huts import DeclineHut, HutLost, HutReplaced, ReplaceHut
from domain.elasund.chapters.permits import PassPermit, PermitPlaced, PlacePermit, TakeGold
from domain.elasund.chapters.pirates.messages import (
    CardsGivenUp,
    ChooseReward,
    DeclineReward,
    DrawReward,
    GiveUpCards,
    PiratePoolCleared,
    PiratePoolRevealed,
    RewardTaken,
)
from domain.elasund.chapters.production import (
    CardsShort,
    GoldHalved,
    GoldProduced,
    HalveInfluence,
    HalvesShuffled,
    InfluenceHalved,
)
from domain.elasund.chapters.scoring import CityFinished, ElasundGameWon, ElasundHandsRevealed, EndTurn, TurnStarted
from domain.elasund.chapters.ship import DiceRolled, MoveShip, RollDice, ShipMoved
from domain.elasund.chapters.special import BuyGold, MovePermit, PermitMoved, PlaceExtraPermit, UpgradePermit
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.chapters.walls import BuildWall, WallBuilt
from domain.elasund.displacing import BuildingRemoved, PermitReturned
from domain.elasund.influence import DeckRenewed, GoldPaid, GoldTaken, InfluenceDrawn, InfluencePaid
from domain.elasund.kinds import (
    BUILDING,
    CARD,
    CHURCH_TILE,
    COLOR,
    COUNT,
    HAND,
    HUT,
    INFLUENCE,
    OPTIONAL_COLOR,
    ROW,
    SEAT,
    SQUARE,
    VALUE,
    WALL_SPACE,
)
from domain.elasund.pieces import TRACK_SPACES
from domain.elasund.setup import CityFounded, StartRolled
from domain.elasund.terms import CARD_KINDS, MOST_SEATS
from domain.elasund.trade import TradeMoved

HANDS: Final = groups(HAND, CARD_KINDS, MOST_SEATS)
GOLD_BY_SEAT: Final = array(COUNT, MOST_SEATS)
_SEAT: Final = Field("seat", SEAT)
_DICE: Final = Field("dice", array(integer(1, 6), 2))
_GOLD: Final = Field("gold", COUNT)
_SQUARE: Final = Field("square", SQUARE)
_OWN: Final = ("seat",)
_PERMIT: Final = (_SEAT, Field("value", VALUE), _SQUARE)

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

Event = (
    CityFounded
    | StartRolled
    | TurnStarted
    | DiceRolled
    | ShipMoved
    | GoldProduced
    | InfluenceDrawn
    | DeckRenewed
    | CardsShort
    | GoldHalved
    | InfluenceHalved
    | HalvesShuffled
    | CardsGivenUp
    | PiratePoolRevealed
    | RewardTaken
    | PiratePoolCleared
    | GoldTaken
    | GoldPaid
    | CompensationPaid
    | InfluencePaid
    | PermitPlaced
    | PermitMoved
    | PermitReturned
    | BuildingPlaced
    | BuildingRemoved
    | TradeMoved
    | WallBuilt
    | ChurchTilesDrawn
    | ChurchTileHidden
    | ChurchTileBuilt
    | HutReplaced
    | HutLost
    | ElasundGameWon
    | CityFinished
    | ElasundHandsRevealed
    | AgendaSet
    | PositionSet
)
"""Represents any event of Elasund."""

EVENTS: Final[tuple[Message[Event], ...]] = (
    POSITION_SET,
    Message(CityFounded, (Field("config", CONFIG),), reveals=True),
    Message(StartRolled, (_SEAT, _DICE), reveals=True, affects=nobody),
    AGENDA.message(),
    Message(TurnStarted, (_SEAT, Field("turn", COUNT)), affects=nobody),
    Message(DiceRolled, (_SEAT, _DICE), reveals=True),
    Message(ShipMoved, (_SEAT, Field("row", ROW))),
    Message(GoldProduced, (Field("gains", GOLD_BY_SEAT),), affects=rows("gains", 1)),
    Message(InfluenceDrawn, (_SEAT, Field("color", COLOR, _OWN)), reveals=True),
    Message(DeckRenewed),
    Message(CardsShort, (Field("gold", boolean()),)),
    Message(GoldHalved, (Field("given", GOLD_BY_SEAT),), affects=rows("given", 1)),
    Message(InfluenceHalved, (_SEAT, Field("count", COUNT), Field("cards", INFLUENCE, _OWN))),
    Message(HalvesShuffled),
    Message(CardsGivenUp, (_SEAT, Field("count", COUNT), Field("cards", HAND, _OWN))),
    Message(PiratePoolRevealed, (Field("given", HANDS),), reveals=True, affects=rows("given", CARD_KINDS)),
    Message(RewardTaken, (_SEAT, Field("card", CARD)), reveals=True),
    Message(PiratePoolCleared),
    Message(GoldTaken, (_SEAT, _GOLD)),
    Message(GoldPaid, (_SEAT, _GOLD)),
    Message(CompensationPaid, (_SEAT, Field("to", SEAT), _GOLD), affects=name_seats("seat", "to")),
    Message(InfluencePaid, (_SEAT, Field("cards", INFLUENCE))),
    Message(PermitPlaced, _PERMIT),
    Message(PermitMoved, _PERMIT),
    Message(PermitReturned, (_SEAT, Field("value", VALUE))),
    Message(BuildingPlaced, (_SEAT, Field("building", BUILDING), _SQUARE, Field("cubes", integer(0, 2)))),
    Message(BuildingRemoved, (_SEAT, Field("building", BUILDING), _SQUARE)),
    Message(TradeMoved, (_SEAT, Field("total", COUNT), Field("spaces", array(integer(3, 11), len(TRACK_SPACES))))),
    Message(WallBuilt, (_SEAT, Field("space", WALL_SPACE), Field("tile", integer(1, 9)), Field("cube", boolean()))),
    Message(ChurchTilesDrawn, (_SEAT, Field("tiles", array(CHURCH_TILE, 2), _OWN)), reveals=True),
    Message(ChurchTileHidden, (_SEAT, Field("tile", CHURCH_TILE, _OWN))),
    Message(ChurchTileBuilt, (_SEAT, Field("tile", CHURCH_TILE), _SQUARE, Field("cube", boolean())), reveals=True),
    Message(HutReplaced, (_SEAT, Field("hut", HUT), _SQUARE)),
    Message(HutLost, (_SEAT, Field("hut", HUT))),
    Message(ElasundGameWon, (_SEAT, Field("points", COUNT)), was=("GameWon",)),
    Message(CityFinished, (Field("winners", array(SEAT, MOST_SEATS)), Field("points", COUNT))),
    Message(ElasundHandsRevealed, (Field("hands", HANDS),), reveals=True, was=("HandsRevealed",)),
)
