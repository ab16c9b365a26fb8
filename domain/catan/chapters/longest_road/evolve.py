"""Evolves routes and Longest Road."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.awards import move_award
from domain.catan.chapters.longest_road import messages as e
from domain.catan.state import State
from domain.core.rows import added


def route_changed(s: State, event: e.RouteChanged) -> None:
    s.routes = added(s.routes, event.seat, event.length - s.routes[event.seat])


def longest_road_moved(s: State, event: e.LongestRoadMoved) -> None:
    move_award(s, s.longest_road, event.seat)
    s.longest_road = event.seat


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.RouteChanged: route_changed,
    e.LongestRoadMoved: longest_road_moved,
}
