"""Evolves routes and Longest Road."""

from typing import Final

from domain.catan.awards import move_award
from domain.catan.chapters.longest_road import messages as e
from domain.catan.state import State
from domain.core.decider import Evolvers
from domain.core.rows import added


def route_changed(s: State, event: e.RouteChanged) -> None:
    """Write down how long the seat's longest road is."""
    s.routes = added(s.routes, event.seat, event.length - s.routes[event.seat])


def longest_road_moved(s: State, event: e.LongestRoadMoved) -> None:
    """Give the award to its new holder, with its points."""
    move_award(s, s.longest_road, event.seat)
    s.longest_road = event.seat


EVOLVERS: Final[Evolvers[State]] = {
    e.RouteChanged: route_changed,
    e.LongestRoadMoved: longest_road_moved,
}
