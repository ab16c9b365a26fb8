"""Says what belongs to seats on maps with towns, and what their rules mean when they refuse a command."""

from typing import Any, Final

from tests.golden.facts.masks import numbers
from tests.laws.refused import Means
from tests.modules.part import Part


def facts(part: Any) -> dict[str, Any]:
    """Return what golden records keep of the tokens of a map."""
    return {"tokens": numbers(part.tokens), "taken": list(part.taken)}


MEANS: Final[Means] = {
    "mallorca.road.stops_at_unsettled_town": lambda a: hasattr(a.command, "edge"),
    "mallorca.town.only_sites": lambda a: hasattr(a.command, "node"),
    "new_york.road.stops_at_unsettled_town": lambda a: hasattr(a.command, "edge"),
    "new_york.town.only_sites": lambda a: hasattr(a.command, "node"),
    "new_york.water.nobody_builds": lambda a: hasattr(a.command, "edge"),
}

PART: Final = Part(means=MEANS, by_seat=("taken",), facts=facts)
