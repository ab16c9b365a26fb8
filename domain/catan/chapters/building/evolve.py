"""Evolves roads, settlements and cities, and what seats believe of their costs and points."""

from typing import Final

from domain.catan.belief import Belief, Evidence
from domain.catan.chapters.building import messages as e
from domain.catan.hands import pay
from domain.catan.state import State
from domain.core.decider import Evolvers


def place_settlement(s: State, seat: int, node: int) -> None:
    """Put a settlement on a node, and keep the nodes next to it free."""
    s.settlements[seat] |= 1 << node
    s.blocked |= s.setting.board.topology.near[node]
    s.points[seat] += 1


def road_built(s: State, event: e.RoadBuilt) -> None:
    """Put the road on its edge, paid for."""
    pay(s, event.seat, event.cost)
    s.put_road(event.seat, event.edge)


def settlement_built(s: State, event: e.SettlementBuilt) -> None:
    """Put the settlement on its node, paid for."""
    pay(s, event.seat, event.cost)
    place_settlement(s, event.seat, event.node)


def city_built(s: State, event: e.CityBuilt) -> None:
    """Replace the settlement by the city, paid for."""
    pay(s, event.seat, event.cost)
    s.settlements[event.seat] &= ~(1 << event.node)
    s.cities[event.seat] |= 1 << event.node
    s.points[event.seat] += 1


EVOLVERS: Final[Evolvers[State]] = {
    e.RoadBuilt: road_built,
    e.SettlementBuilt: settlement_built,
    e.CityBuilt: city_built,
}


def learn_road_built(b: Belief, event: e.RoadBuilt) -> None:
    """All players see what the seat pays."""
    b.hands.lose(event.seat, event.cost)


def learn_settlement_built(b: Belief, event: e.SettlementBuilt) -> None:
    """All players see what the seat pays; the settlement is worth a point."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


def learn_city_built(b: Belief, event: e.CityBuilt) -> None:
    """All players see what the seat pays; the city is worth one more point than the settlement."""
    b.hands.lose(event.seat, event.cost)
    b.points[event.seat] += 1


EVIDENCE: Final[Evidence] = {
    e.RoadBuilt: learn_road_built,
    e.SettlementBuilt: learn_settlement_built,
    e.CityBuilt: learn_city_built,
}
