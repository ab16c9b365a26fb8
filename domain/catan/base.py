"""Lists the chapters of the base game in the order of the rulebook."""

from typing import Final

from domain.catan.chapters.building.chapter import BUILDING
from domain.catan.chapters.development.chapter import DEVELOPMENT
from domain.catan.chapters.longest_road import LONGEST_ROAD
from domain.catan.chapters.maritime import MARITIME
from domain.catan.chapters.production import PRODUCTION
from domain.catan.chapters.robber.chapter import ROBBER
from domain.catan.chapters.scoring import SCORING
from domain.catan.chapters.setup.chapter import SETUP
from domain.catan.chapters.trading.chapter import TRADING
from domain.catan.chapters.turn import TURN
from domain.catan.module import Module

BASE: Final[tuple[Module, ...]] = (
    SETUP,
    PRODUCTION,
    ROBBER,
    TRADING,
    MARITIME,
    BUILDING,
    LONGEST_ROAD,
    DEVELOPMENT,
    TURN,
    SCORING,
)
LISTED: Final = (MARITIME, *(chapter for chapter in BASE if chapter is not MARITIME))
"""The order in which they list commands: trades with the bank stand before answers to offers."""
