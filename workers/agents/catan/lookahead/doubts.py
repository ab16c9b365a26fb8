"""What the search may put in doubt: the value likes cards in a hand too much, and would put off what they are for.

Of 83 knights that the planner would play it kept 61, of 24 cities it put off six, and it lost games by that.
"""

from collections.abc import Sequence
from typing import Any, Final

from domain.catan.chapters.building.messages import BuildCity, BuildSettlement
from domain.catan.chapters.development.messages import PlayKnight, PlayMonopoly, PlayRoadBuilding, PlayYearOfPlenty
from domain.catan.chapters.production import RollDice
from domain.core.actions import Actions
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.lookahead.candidates import candidates
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.situation import Situation

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


def list_candidates(knowledge: Any, actions: Actions, pick: Any, effort: Effort) -> list[Any]:
    """Return what a seat may try at a place, the planner's pick first."""
    return in_doubt(candidates(Situation(knowledge), Listed(actions), pick, effort), actions.tamest)
