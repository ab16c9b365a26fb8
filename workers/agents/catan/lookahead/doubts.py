"""What the search may put in doubt: the value likes cards in a hand too much, and would put off what they are for.

Of 83 knights that the planner would play it kept 61, of 24 cities it put off six, and it lost games by that.
"""

from collections.abc import Sequence
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildSettlement
from domain.catan.chapters.development.messages import PlayKnight, PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty
from domain.catan.chapters.production.messages import RollDice

SURE: Final = (RollDice, PlayKnight, PlayRoadBuilding, PlayYearOfPlenty, PlayMonopoly)
"""What the planner plays of these is played."""
BUILDINGS: Final = (BuildCity, BuildSettlement)
"""These are built now; the question is which of them, or what else."""


def in_doubt(tried: Sequence[Any], tamest: Any | None) -> list[Any]:
    """Return what is left to try, the planner's pick first; `tamest` ends a phase or the turn."""
    pick, *others = tried
    if isinstance(pick, SURE):
        return [pick]
    return [pick, *(other for other in others if other != tamest or not isinstance(pick, BUILDINGS))]
