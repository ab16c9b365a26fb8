"""Defines the literal table of Elasund's events: one row per event, one entry per field, and who sees it."""

from typing import Final

from domain.core.affected import named, nobody, rows
from domain.core.agenda import AgendaSet
from domain.core.kinds import CONFIG, array, boolean, groups, integer
from domain.core.messages import Field, Message
from domain.core.position import POSITION_SET, PositionSet
from domain.elasund.agenda import AGENDA
from domain.elasund.commands import (
    BUILDING,
    CARD,
    CHURCH_TILE,
    COLOR,
    COUNT,
    HAND,
    HUT,
    INFLUENCE,
    ROW,
    SEAT,
    SQUARE,
    VALUE,
    WALL_SPACE,
)
from domain.elasund.events.buildings import BuildingPlaced, BuildingRemoved, HutLost, HutReplaced, TradeMoved
from domain.elasund.events.cards import (
    CompensationPaid,
    DeckRenewed,
    GoldPaid,
    GoldProduced,
    GoldTaken,
    InfluenceDrawn,
    InfluencePaid,
)
from domain.elasund.events.church import ChurchTileBuilt, ChurchTileHidden, ChurchTilesDrawn
from domain.elasund.events.ending import CityFinished, ElasundGameWon, ElasundHandsRevealed
from domain.elasund.events.opening import CityFounded, StartRolled
from domain.elasund.events.permits import PermitMoved, PermitPlaced, PermitReturned
from domain.elasund.events.pirates import CardsGivenUp, PiratePoolCleared, PiratePoolRevealed, RewardTaken
from domain.elasund.events.ship import DiceRolled, ShipMoved, TurnStarted
from domain.elasund.events.shortage import CardsShort, GoldHalved, HalvesShuffled, InfluenceHalved
from domain.elasund.events.walls import WallBuilt
from domain.elasund.pieces import TRACK_SPACES
from domain.elasund.terms import CARD_KINDS, MOST_SEATS

HANDS: Final = groups(HAND, CARD_KINDS, MOST_SEATS)
GOLD_BY_SEAT: Final = array(COUNT, MOST_SEATS)
_SEAT: Final = Field("seat", SEAT)
_DICE: Final = Field("dice", array(integer(1, 6), 2))
_GOLD: Final = Field("gold", COUNT)
_SQUARE: Final = Field("square", SQUARE)
_OWN: Final = ("seat",)
_PERMIT: Final = (_SEAT, Field("value", VALUE), _SQUARE)

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
    Message(CompensationPaid, (_SEAT, Field("to", SEAT), _GOLD), affects=named("seat", "to")),
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
