"""Updates beliefs by what buildings cost, and by their points."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.building import messages as e


def road_built(b: Belief, event: e.RoadBuilt) -> None:
    """All players see what the seat pays."""
    b.hands.lose(event.seat, event.cost)


def settlement_built(b: Belief, event: e.SettlementBuilt) -> None:
    """All players see what the seat pays; the settlement is worth a point."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


def city_built(b: Belief, event: e.CityBuilt) -> None:
    """All players see what the seat pays; the city is worth one more point than the settlement."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {e.RoadBuilt: road_built, e.SettlementBuilt: settlement_built, e.CityBuilt: city_built}
