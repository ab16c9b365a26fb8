"""Defines the counts of Catan's cards, and the ranges of its ids."""

from typing import Final

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import OfferTrade
from domain.catan.kinds import MOST_CARDS
from domain.catan.terms import CARDS, HARBORS, RESOURCES, TERRAINS
from service.schemas.states.counted import count_schema

__all__ = [
    "GOODS",
    "HARBORS",
    "HIGHEST",
    "HIGHEST_TILE",
    "MOST_CARDS",
    "TERRAINS",
    "DevelopmentCardCountsSchema",
    "ResourceCountsSchema",
]

HIGHEST: Final = 499
"""Represents the highest id of a node or an edge."""
HIGHEST_TILE: Final = 199
GOODS: Final = next(field.kind for field in CATAN.commands.by_name[OfferTrade.__name__].fields if field.name == "give")
"""Represents the type of what may be traded, including the goods of all modules."""

ResourceCountsSchema: Final = count_schema(
    "ResourceCounts", "How many resource cards of each kind.", "How many of these cards are {}.", RESOURCES, MOST_CARDS
)
DevelopmentCardCountsSchema: Final = count_schema(
    "DevelopmentCardCounts",
    "How many development cards of each kind.",
    "How many of these cards are {}.",
    CARDS,
    MOST_CARDS,
)
