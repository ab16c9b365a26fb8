"""Evolve only assigns: each event type has one function that writes its outcome; one file per chapter."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.evolve import building, development, opening, robbery, scoring, trade, turns

EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    **opening.EVOLVERS,
    **turns.EVOLVERS,
    **robbery.EVOLVERS,
    **trade.EVOLVERS,
    **building.EVOLVERS,
    **development.EVOLVERS,
    **scoring.EVOLVERS,
}
