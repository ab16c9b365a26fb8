"""Updates beliefs by what building costs, and by its points."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.building import messages as e


def road_built(b: Belief, event: e.RoadBuilt) -> None:
    """The seat pays openly."""
    b.hands.lose(event.seat, event.cost)


def settlement_built(b: Belief, event: e.SettlementBuilt) -> None:
    """The seat pays openly for a point."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


def city_built(b: Belief, event: e.CityBuilt) -> None:
    """The seat pays openly for one more point."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {e.RoadBuilt: road_built, e.SettlementBuilt: settlement_built, e.CityBuilt: city_built}
