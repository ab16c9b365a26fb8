"""Measures routes and awards the longest one (rulebook 003, Construction a; component facts A.5)."""

from dataclasses import dataclass
from typing import Final

from domain.catan.awards import move_award, rightful_holder
from domain.catan.belief import Belief
from domain.catan.board import Board
from domain.catan.kinds import COUNT, OF_SEAT, OPTIONAL_SEAT
from domain.catan.module import Module
from domain.catan.state import Public, State
from domain.catan.terms import SHORTEST_LONGEST_ROAD
from domain.catan.topology import Topology
from domain.core.chapter import Chapter
from domain.core.decider import Draft
from domain.core.errors import Unsound
from domain.core.masks import bits
from domain.core.messages import Field, Message, everybody, nobody
from domain.core.number_rows import add


@dataclass(slots=True)
class RouteChanged:
    """The length of a seat's longest route changed."""

    seat: int
    length: int


@dataclass(slots=True)
class LongestRoadMoved:
    """The Longest Road card went to a seat, or aside (-1)."""

    seat: int


def route_length(board: Board, roads: int, foreign: int) -> int:
    """Return the longest trail: no edge twice, forks not added, foreign buildings block the way.

    A longest trail can be started at a node with an odd number of own roads or at a foreign building; a part of the
    net without such nodes is one closed trail.
    """
    topology = board.topology
    if not roads:
        return 0
    best = 0
    covered = 0
    for node, start in _starts(topology, roads, foreign):
        length, seen = _longest_from(topology, node, start, roads, foreign)
        best = max(best, length)
        covered |= seen
    rest = roads & ~covered
    while rest:
        ring = _connect(topology, rest)
        best = max(best, ring.bit_count())
        rest &= ~ring
    return best


def longer_route(board: Board, roads: int, edge: int, foreign: int, before: int) -> int:
    """Return the longest trail of `roads` after the one on `edge` was laid; `before` is what it was without.

    Where one end of the new road joins no other, every new trail begins there, and only these have to be tried.
    """
    topology = board.topology
    for node in topology.edge_nodes[edge]:
        if foreign >> node & 1 or topology.node_edge_mask[node] & roads == 1 << edge:
            return max(before, _longest_from(topology, node, 1 << edge, roads, foreign)[0])
    return route_length(board, roads, foreign)


def _starts(topology: Topology, roads: int, foreign: int) -> list[tuple[int, int]]:
    """Return the nodes from which trails have to be tried, each with the mask of the first edges."""
    starts = []
    for node in bits(topology.ends(roads)):
        mine = topology.node_edge_mask[node] & roads
        if foreign >> node & 1 or mine.bit_count() & 1:
            starts.append((node, mine))
    return starts


def _longest_from(topology: Topology, node: int, first: int, roads: int, foreign: int) -> tuple[int, int]:
    """Return the longest trail from a node, and the mask of all roads that trails from it reach."""
    reach = topology.reach
    best = 0
    seen = 0
    stack = []
    for edge, end in reach[node]:
        if first >> edge & 1:
            stack.append((end, roads & ~(1 << edge), 1))
            seen |= 1 << edge
    while stack:
        at, left, length = stack.pop()
        if length > best:
            best = length
        if foreign >> at & 1:
            continue
        for edge, end in reach[at]:
            if left >> edge & 1:
                seen |= 1 << edge
                stack.append((end, left & ~(1 << edge), length + 1))
    return best, seen


def _connect(topology: Topology, roads: int) -> int:
    """Return the roads connected with the lowest one."""
    part = roads & -roads
    while True:
        grown = 0
        for node in bits(topology.ends(part)):
            grown |= topology.node_edge_mask[node]
        grown &= roads
        if grown == part:
            return part
        part = grown


def route_walls(state: Public, seat: int) -> int:
    """Return the nodes that no route of a seat passes."""
    walls = state.foreign(seat)
    for barriers in state.setting.points.road_barriers:
        walls |= barriers(state, seat)
    return walls


def measure_route(draft: Draft[State], seat: int) -> None:
    """Say a seat's route length where it changed."""
    state = draft.state
    length = route_length(state.setting.board, state.roads[seat], route_walls(state, seat))
    if length != state.routes[seat]:
        draft.emit(RouteChanged(seat, length))


def measure_longer_route(draft: Draft[State], seat: int, edge: int) -> None:
    """Say a seat's route length where a road on an edge has made it longer."""
    state = draft.state
    before = state.routes[seat]
    length = longer_route(state.setting.board, state.roads[seat], edge, route_walls(state, seat), before)
    if length != before:
        draft.emit(RouteChanged(seat, length))


def measure_cut_routes(draft: Draft[State], builder: int, node: int) -> None:
    """Measure the routes that pass a node where a building was placed: it cuts others', and may join the builder's."""
    state = draft.state
    joins = bool(state.setting.points.road_barriers)
    for seat in range(state.seats):
        if (seat != builder or joins) and state.touched[seat] >> node & 1:
            measure_route(draft, seat)


def award_longest_road(draft: Draft[State]) -> None:
    """Move the card where the lengths say so (component facts A.5, tie and loss)."""
    state = draft.state
    holder = rightful_holder(state.routes, state.longest_road, SHORTEST_LONGEST_ROAD)
    if holder != state.longest_road:
        draft.emit(LongestRoadMoved(holder))


def measure_all(draft: Draft[State]) -> None:
    """Measure the routes of all seats, and award the longest one; raises Unsound for more roads than there are.

    The time to measure a route grows steeply with its roads.
    """
    for seat in range(draft.state.seats):
        if draft.state.roads_left(seat) < 0:
            raise Unsound("supply", seat=seat)
        measure_route(draft, seat)
    award_longest_road(draft)


def route_changed(s: State, event: RouteChanged) -> None:
    """Write down how long the seat's longest road is."""
    s.routes = add(s.routes, event.seat, event.length - s.routes[event.seat])


def longest_road_moved(s: State | Belief, event: LongestRoadMoved) -> None:
    """Give the award to its new holder, with its points."""
    move_award(s.points, s.longest_road, event.seat)
    s.longest_road = event.seat


MODULE: Final = Module(
    order=7,
    chapter=Chapter(
        "longest_road",
        evolvers={RouteChanged: route_changed, LongestRoadMoved: longest_road_moved},
        settle=measure_all,
    ),
    events=(
        Message(RouteChanged, (OF_SEAT, Field("length", COUNT)), affects=nobody),
        Message(LongestRoadMoved, (Field("seat", OPTIONAL_SEAT),), affects=everybody),
    ),
    evidence={LongestRoadMoved: longest_road_moved},
)
