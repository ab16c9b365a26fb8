"""Evolves roads, settlements and cities."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.building import messages as e
from domain.catan.hands import pay
from domain.catan.state import State


def place_settlement(s: State, seat: int, node: int) -> None:
    """A settlement stands on a node, and keeps the nodes next to it free."""
    s.settlements[seat] |= 1 << node
    s.blocked |= s.setting.board.topology.near[node]
    s.points[seat] += 1


def road_built(s: State, event: e.RoadBuilt) -> None:
    pay(s, event.seat, event.cost)
    s.put_road(event.seat, event.edge)


def settlement_built(s: State, event: e.SettlementBuilt) -> None:
    pay(s, event.seat, event.cost)
    place_settlement(s, event.seat, event.node)


def city_built(s: State, event: e.CityBuilt) -> None:
    pay(s, event.seat, event.cost)
    s.settlements[event.seat] &= ~(1 << event.node)
    s.cities[event.seat] |= 1 << event.node
    s.points[event.seat] += 1


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.RoadBuilt: road_built,
    e.SettlementBuilt: settlement_built,
    e.CityBuilt: city_built,
}
