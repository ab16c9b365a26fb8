"""Updates the points of beliefs by Longest Road."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.longest_road import messages as e


def longest_road_moved(b: Belief, event: e.LongestRoadMoved) -> None:
    """The points of Longest Road move with it."""
    b.longest_road = b.award(b.longest_road, event.seat)


EVIDENCE: Final[Evidence] = {e.LongestRoadMoved: longest_road_moved}
