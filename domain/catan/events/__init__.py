"""What happened, one file a chapter. Events are past tense and carry outcomes, so that applying them needs no rule."""

from domain.catan.chapters.building import messages as building
from domain.catan.chapters.building.messages import CityBuilt, RoadBuilt, RoadMoved, SettlementBuilt
from domain.catan.chapters.development import messages as development
from domain.catan.chapters.development.messages import (
    DevelopmentCardBought,
    KnightPlayed,
    MonopolyPlayed,
    RoadBuildingPlayed,
    YearOfPlentyPlayed,
)
from domain.catan.chapters.robber import messages as robbery
from domain.catan.chapters.robber.messages import (
    CardStolen,
    DiscardMade,
    DiscardsRevealed,
    NothingStolen,
    RobberMoved,
    StealDeclined,
)
from domain.catan.chapters.scoring import messages as scoring
from domain.catan.chapters.scoring.messages import (
    GameWon,
    HandsRevealed,
    LargestArmyMoved,
    LongestRoadMoved,
    RouteChanged,
)
from domain.catan.chapters.setup import messages as opening
from domain.catan.chapters.setup.messages import GameStarted, RoadFounded, SettlementFounded, StartingCardsPaid
from domain.catan.chapters.trading import messages as trade
from domain.catan.chapters.trading.messages import (
    MaritimeTradeMade,
    OfferAccepted,
    OfferDeclined,
    OffersLapsed,
    OfferWithdrawn,
    TradeMade,
    TradeOffered,
)
from domain.catan.chapters.turn import messages as turns
from domain.catan.chapters.turn.messages import DiceRolled, ResourcesProduced, TurnEnded, TurnStarted
from domain.catan.kinds import COUNT
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
