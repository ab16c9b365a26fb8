"""Evolve only assigns: each event type has one function that writes its outcome; one file per chapter."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.building import evolve as building
from domain.catan.chapters.development import evolve as development
from domain.catan.chapters.robber import evolve as robbery
from domain.catan.chapters.scoring import evolve as scoring
from domain.catan.chapters.setup import evolve as opening
from domain.catan.chapters.trading import evolve as trade
from domain.catan.chapters.turn import evolve as turns

EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    **opening.EVOLVERS,
    **turns.EVOLVERS,
    **robbery.EVOLVERS,
    **trade.EVOLVERS,
    **building.EVOLVERS,
    **development.EVOLVERS,
    **scoring.EVOLVERS,
}
