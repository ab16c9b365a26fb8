"""Evolves awards and the end of the game."""

from collections.abc import Callable
from typing import Any, Final

from domain.catan.chapters.scoring import messages as e
from domain.catan.state import State
from domain.catan.terms import AWARD_POINTS, NOBODY
from domain.core.rows import added


def route_changed(s: State, event: e.RouteChanged) -> None:
    s.routes = added(s.routes, event.seat, event.length - s.routes[event.seat])


def longest_road_moved(s: State, event: e.LongestRoadMoved) -> None:
    _move_award(s, s.longest_road, event.seat)
    s.longest_road = event.seat


def largest_army_moved(s: State, event: e.LargestArmyMoved) -> None:
    _move_award(s, s.largest_army, event.seat)
    s.largest_army = event.seat


def _move_award(s: State, holder: int, seat: int) -> None:
    if holder != NOBODY:
        s.points[holder] -= AWARD_POINTS
    if seat != NOBODY:
        s.points[seat] += AWARD_POINTS


def game_won(s: State, event: e.GameWon) -> None:
    s.winner = event.seat
    s.points[event.seat] = event.points


def hands_revealed(s: State, event: e.HandsRevealed) -> None:
    for at, count in enumerate(event.hands):
        s.known[at] = count
    s.extra = (0,) * len(s.extra)
    s.cards = event.cards
    s.points = list(event.points)


EVOLVERS: Final[dict[Any, Callable[[Any, Any], None]]] = {
    e.RouteChanged: route_changed,
    e.LongestRoadMoved: longest_road_moved,
    e.LargestArmyMoved: largest_army_moved,
    e.GameWon: game_won,
    e.HandsRevealed: hands_revealed,
}
