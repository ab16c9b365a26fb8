"""What happened, one file a chapter. Events are past tense and carry outcomes, so that applying them needs no rule."""

from domain.catan.events import building, development, opening, robbery, scoring, trade, turns
from domain.catan.events.building import CityBuilt, RoadBuilt, RoadMoved, SettlementBuilt
from domain.catan.events.development import (
    DevelopmentCardBought,
    KnightPlayed,
    MonopolyPlayed,
    RoadBuildingPlayed,
    YearOfPlentyPlayed,
)
from domain.catan.events.kinds import COUNT
from domain.catan.events.opening import GameStarted, RoadFounded, SettlementFounded, StartingCardsPaid
from domain.catan.events.robbery import (
    CardStolen,
    DiscardMade,
    DiscardsRevealed,
    NothingStolen,
    RobberMoved,
    StealDeclined,
)
from domain.catan.events.scoring import GameWon, HandsRevealed, LargestArmyMoved, LongestRoadMoved, RouteChanged
from domain.catan.events.trade import (
    MaritimeTradeMade,
    OfferAccepted,
    OfferDeclined,
    OffersLapsed,
    OfferWithdrawn,
    TradeMade,
    TradeOffered,
)
from domain.catan.events.turns import DiceRolled, ResourcesProduced, TurnEnded, TurnStarted
from domain.core.agenda import Frames
from domain.core.kinds import Kind
from domain.core.messages import Message
from domain.core.position import POSITION_SET

__all__ = [
    "COUNT",
    "CardStolen",
    "CityBuilt",
    "DevelopmentCardBought",
    "DiceRolled",
    "DiscardMade",
    "DiscardsRevealed",
    "GameStarted",
    "GameWon",
    "HandsRevealed",
    "KnightPlayed",
    "LargestArmyMoved",
    "LongestRoadMoved",
    "MaritimeTradeMade",
    "MonopolyPlayed",
    "NothingStolen",
    "OfferAccepted",
    "OfferDeclined",
    "OfferWithdrawn",
    "OffersLapsed",
    "ResourcesProduced",
    "RoadBuildingPlayed",
    "RoadBuilt",
    "RoadFounded",
    "RoadMoved",
    "RobberMoved",
    "RouteChanged",
    "SettlementBuilt",
    "SettlementFounded",
    "StartingCardsPaid",
    "StealDeclined",
    "TradeMade",
    "TradeOffered",
    "TurnEnded",
    "TurnStarted",
    "YearOfPlentyPlayed",
    "base_events",
]


def base_events(frames: Frames, goods: Kind) -> tuple[Message, ...]:
    """Return the table of the base game's events; `frames` are all that any module opens, `goods` is tradable."""
    return (
        frames.message(),
        *trade.goods_rows(goods),
        POSITION_SET,
        *opening.ROWS,
        *turns.ROWS,
        *robbery.ROWS,
        *trade.ROWS,
        *building.ROWS,
        *development.ROWS,
        *scoring.ROWS,
    )
